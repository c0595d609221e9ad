package dev.weir.runner.load;

import dev.weir.analysis.stats.PercentileIntervals;
import dev.weir.load.trial.Slo;
import java.util.ArrayList;
import java.util.List;

/** Says whether a probe met the objective, in every slice of its measured span. */
final class ProbeJudge {
  /** A generator that is late so often in a row is itself the limit. */
  static final int MOST_UNUSABLE = 3;

  private final Slo slo;
  private int unusable;

  /**
   * @param unusable whether the figures can't be trusted, so that the probe says nothing
   * @param reasons why it is unusable or missed the objective; none if it met it
   * @param answers what the whole span says of each bound, with intervals
   */
  record Judgement(boolean unusable, List<String> reasons, List<Slo.Answered> answers) {}

  ProbeJudge(Slo slo) {
    this.slo = slo;
  }

  Judgement judge(OpenTrials.Result result) {
    if (!result.verdict().broken().isEmpty()) {
      unusable++;
      return new Judgement(true, result.verdict().broken(), List.of());
    }
    unusable = 0;
    List<String> reasons = new ArrayList<>();
    result.verdict().saturated().forEach(reason -> reasons.add("saturated: " + reason));
    int slices = result.slices().size();
    for (int i = 0; i < slices; i++) {
      String where = slices == 1 ? "" : "checkpoint " + (i + 1) + ", ";
      slo.broken(result.slices().get(i), result.errorShares().get(i))
          .forEach(line -> reasons.add(where + line));
    }
    if (slices == 0) {
      reasons.add("nothing was answered");
    }
    return new Judgement(
        false,
        reasons,
        slo.answers(
            result.responses(), result.measurement().span().errorShare(), PercentileIntervals::of));
  }

  int unusableInARow() {
    return unusable;
  }
}
