package dev.weir.runner.load;

import dev.weir.load.process.LoadFailure;
import dev.weir.load.trial.RateSearch;
import dev.weir.load.trial.Slo;
import dev.weir.runner.Measurement;
import dev.weir.runner.Run;
import dev.weir.server.ServerException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A search of the highest rate that meets an objective: one cell for each rate. */
final class SustainedRate implements Measurement {
  private final OpenRequest request;
  private final OpenRequest.Search wanted;
  private final LoadListener seconds;
  private List<String> objective = List.of();

  SustainedRate(OpenRequest request, OpenRequest.Search wanted, LoadListener seconds) {
    this.request = request;
    this.wanted = wanted;
    this.seconds = seconds;
  }

  @Override
  public Description description() {
    return Description.of("load", OfferedLoad.DATABASE, request.recorded(), request.seed());
  }

  @Override
  public Findings measure(Run run) throws ServerException, IOException, InterruptedException {
    try (OpenTrials trials = new OpenTrials(request, run, seconds)) {
      RateSearch.Outcome outcome = null;
      try {
        trials.prepare();
        outcome = search(run, trials);
        conclude(outcome, trials);
      } catch (LoadFailure e) {
        trials.fail(e.reason());
      }
      boolean found = outcome != null && outcome.sustained() != null;
      return trials.findings(!found, recorded(outcome));
    }
  }

  private RateSearch.Outcome search(Run run, OpenTrials trials)
      throws LoadFailure, ServerException, IOException, InterruptedException {
    double least = Math.min(request.rate(), request.cell().batch() / 10.0);
    RateSearch search = new RateSearch(request.rate(), least, wanted.most(), wanted.precision());
    ProbeJudge judge = new ProbeJudge(wanted.slo());
    for (RateSearch.Step step = search.next(); step != null; step = search.next()) {
      run.listener()
          .note(
              String.format(
                  Locale.ROOT,
                  "%s %,.0f documents/s",
                  step.confirmation() ? "confirming" : "probing",
                  step.rate()));
      OpenTrials.Result result =
          step.confirmation()
              ? trials.run(
                  step.rate(),
                  wanted.checkpoints() * wanted.checkpointSeconds(),
                  wanted.checkpointSeconds())
              : trials.run(step.rate(), request.seconds(), request.seconds());
      ProbeJudge.Judgement judgement = judge.judge(result);
      if (judgement.unusable()) {
        if (judge.unusableInARow() >= ProbeJudge.MOST_UNUSABLE) {
          trials.fail("the generator, not the server, is the limit: " + judgement.reasons().get(0));
          break;
        }
        run.listener().note("  not usable, tried again: " + judgement.reasons().get(0));
        continue;
      }
      boolean met = judgement.reasons().isEmpty();
      objective = judgement.answers().stream().map(Slo.Answered::text).toList();
      run.listener()
          .note("  " + (met ? "met" : "missed: " + String.join("; ", judgement.reasons())));
      objective.forEach(line -> run.listener().note("  " + line));
      trials.latest().put("objective", objective);
      trials.latest().put("met", met);
      trials.latest().put("missedBy", judgement.reasons());
      search.tell(met);
    }
    return search.outcome();
  }

  private void conclude(RateSearch.Outcome outcome, OpenTrials trials) {
    Double sustained = outcome.sustained();
    if (sustained == null) {
      trials.fail("no sustainable rate found: " + outcome.reason());
      return;
    }
    trials.note(
        String.format(
            Locale.ROOT,
            "sustained: %,.0f documents/s with %s over %d checkpoints of %d s; %s; %s",
            sustained,
            wanted.slo(),
            wanted.checkpoints(),
            wanted.checkpointSeconds(),
            String.join("; ", objective),
            Double.isInfinite(outcome.missed())
                ? String.valueOf(outcome.reason())
                : String.format(
                    Locale.ROOT,
                    "the highest rate lies in [%,.0f, %,.0f)",
                    sustained,
                    outcome.missed())));
  }

  private Map<String, Object> recorded(RateSearch.@Nullable Outcome outcome) {
    Map<String, Object> all = new LinkedHashMap<>();
    if (outcome != null) {
      Map<String, Object> found = new LinkedHashMap<>();
      found.put("sustained", outcome.sustained());
      found.put(
          "missed", Double.isInfinite(outcome.missed()) ? null : Double.valueOf(outcome.missed()));
      found.put("reason", outcome.reason());
      found.put("objective", objective);
      found.put(
          "method",
          "doubling until the objective is missed twice of three probes, geometric bisection, then"
              + " one trial over all checkpoints, each of which must meet the objective");
      all.put("findMax", found);
    }
    return all;
  }
}
