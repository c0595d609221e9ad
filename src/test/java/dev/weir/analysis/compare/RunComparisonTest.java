package dev.weir.analysis.compare;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.analysis.compare.CellComparison.Verdict;
import dev.weir.analysis.stats.RoundIntervals;
import dev.weir.analysis.stats.RunSpread;
import dev.weir.record.CellRecord;
import dev.weir.record.Samples;
import dev.weir.record.TrialRecord;
import dev.weir.record.TurnsRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

class RunComparisonTest {
  private static final RunComparison.Terms TERMS =
      new RunComparison.Terms(0.95, RunSpread.assumed(0), false);

  @Test
  void tellsBetterAndWorseFromNothingShown() {
    ComparedRun base = run("base", cell("x", "1", 100, 101, 99), cell("y", "8", 500, 505, 495));
    ComparedRun slower = run("b", cell("x", "1", 80, 81, 79), cell("y", "8", 501, 507, 496));
    ComparedRun faster = run("c", cell("x", "1", 120, 121, 119), cell("y", "8", 499, 504, 494));

    List<CellComparison> cells = RunComparison.of(base, List.of(slower, faster), TERMS).cells();

    assertThat(cells)
        .extracting(CellComparison::run, CellComparison::cell, CellComparison::verdict)
        .containsExactly(
            tuple("b", "x", Verdict.WORSE),
            tuple("b", "y", Verdict.NO_DIFFERENCE_SHOWN),
            tuple("c", "x", Verdict.BETTER),
            tuple("c", "y", Verdict.NO_DIFFERENCE_SHOWN));
  }

  @Test
  void everyVerdictFitsItsInterval() {
    ComparedRun base = run("base", cell("x", "1", 100, 103, 99, 98), cell("y", "8", 9, 8, 9, 10));
    ComparedRun other = run("b", cell("x", "1", 94, 95, 93, 92), cell("y", "8", 10, 9, 8, 9));

    for (CellComparison cell : RunComparison.of(base, List.of(other), TERMS).cells()) {
      boolean different = cell.verdict() != Verdict.NO_DIFFERENCE_SHOWN;

      assertThat(requireNonNull(cell.ratio()).contains(1)).isNotEqualTo(different);
    }
  }

  /** What one cell shows alone, it does not show as one of twenty. */
  @Test
  void manyCellsNeedMoreEvidence() {
    double[] before = {100, 103, 99, 98};
    double[] after = {96, 97, 95, 94};
    ComparedRun one = run("base", cell("x0", "1", before));
    assertThat(
            RunComparison.of(one, List.of(run("b", cell("x0", "1", after))), TERMS).cells().get(0))
        .extracting(CellComparison::verdict)
        .isEqualTo(Verdict.WORSE);

    CellRecord[] base = new CellRecord[20];
    CellRecord[] other = new CellRecord[20];
    for (int i = 0; i < 20; i++) {
      base[i] = cell("x" + i, "" + i, before);
      other[i] = cell("x" + i, "" + i, i == 0 ? after : before);
    }
    assertThat(RunComparison.of(run("base", base), List.of(run("b", other)), TERMS).cells())
        .extracting(CellComparison::verdict)
        .containsOnly(Verdict.NO_DIFFERENCE_SHOWN);
  }

  @Test
  void worseByMoreThanAShareGoesByTheBound() {
    ComparedRun base = run("base", cell("x", "1", 100, 102, 98));
    ComparedRun other = run("b", cell("x", "1", 90, 91, 89));
    RunComparison comparison = RunComparison.of(base, List.of(other), TERMS);

    assertThat(comparison.worseBy(0.05)).hasSize(1);
    // The estimate is 10 % worse, but 9 % are not shown.
    assertThat(comparison.worseBy(0.09)).isEmpty();
    // Faster is never worse.
    assertThat(RunComparison.of(other, List.of(base), TERMS).worseBy(0)).isEmpty();
  }

  @Test
  void runsThatTookTurnsArePairedWithinRounds() {
    // The machine drifts by a factor of two, the difference within rounds stays.
    double[] drifting = {100, 140, 200, 120};
    double[] below = {95, 134, 190, 113};
    ComparedRun base = turns(run("base", cell("x", "1", drifting)), "a");
    ComparedRun other = turns(run("b", cell("x", "1", below)), "b");

    assertThat(verdict(base, other)).isEqualTo(Verdict.WORSE);
    assertThat(verdict(run("base", cell("x", "1", drifting)), run("b", cell("x", "1", below))))
        .isEqualTo(Verdict.NO_DIFFERENCE_SHOWN);
  }

  @Test
  void aRoundInvalidOnOneSideHasNoPair() {
    ComparedRun base = turns(run("base", cell("x", "1", 100, 140, 200, 120)), "a");
    CellRecord cell = cell("x", "1", 95, 134, 190, 113);
    List<TrialRecord> trials = new ArrayList<>(cell.trials());
    trials.set(2, Samples.trial("x", 3, 190, List.of("stalled")));
    ComparedRun other = turns(run("b", cell.withTrials(trials)), "b");

    CellComparison only = RunComparison.of(base, List.of(other), TERMS).cells().get(0);

    assertThat(requireNonNull(only.ratio()).n()).isEqualTo(3);
  }

  @Test
  void saysWhatCanNotBeCompared() {
    ComparedRun base = run("base", cell("x", "1", 100, 101), cell("y", "8", 100));
    ComparedRun other = run("b", cell("z", "4", 100, 101), cell("y", "8", 100, 102));
    RunComparison comparison = RunComparison.of(base, List.of(other), TERMS);

    assertThat(comparison.size()).isZero();
    assertThat(comparison.cells())
        .extracting(CellComparison::cell, CellComparison::reason)
        .containsExactly(
            tuple("x", "only in base"),
            tuple("y", "too few rounds with a valid trial: 1 and 2, needs 2"),
            tuple("z", "only in b"));
    assertThat(comparison.worseBy(0.01)).isEmpty();
  }

  @Test
  void mayPairByTheFactorsThatVaryWithinTheRuns() {
    ComparedRun base = run("base", with("driver", "sync", "1"), with("driver", "sync", "8"));
    ComparedRun other = run("b", with("driver", "reactive", "1"), with("driver", "reactive", "8"));

    assertThat(RunComparison.of(base, List.of(other), TERMS).size()).isZero();
    assertThat(RunComparison.fixedDifferences(base, other))
        .containsExactly("driver: sync and reactive");
    assertThat(
            RunComparison.of(
                    base, List.of(other), new RunComparison.Terms(0.95, RunSpread.assumed(0), true))
                .size())
        .isEqualTo(2);
  }

  private static Verdict verdict(ComparedRun base, ComparedRun other) {
    return RunComparison.of(base, List.of(other), TERMS).cells().get(0).verdict();
  }

  private static CellRecord with(String factor, String value, String inFlight) {
    CellRecord cell = cell("x" + inFlight, inFlight, 100, 101, 99);
    Map<String, String> factors = new LinkedHashMap<>(cell.factors());
    factors.put(factor, value);
    return cell.withFactors(factors);
  }

  static CellRecord cell(String id, String inFlight, double... rates) {
    List<TrialRecord> trials = new ArrayList<>();
    for (int round = 1; round <= rates.length; round++) {
      trials.add(Samples.trial(id, round, rates[round - 1], List.of()));
    }
    return Samples.cell(id, inFlight, RoundIntervals.mean(rates, 0.95), trials);
  }

  static ComparedRun run(String name, CellRecord... cells) {
    return new ComparedRun(name, Samples.run(), Arrays.asList(cells), null);
  }

  private static ComparedRun turns(ComparedRun run, String side) {
    return new ComparedRun(
        run.name(), run.run(), run.cells(), new TurnsRecord("pair", side, "other", null, null));
  }

  private static Tuple tuple(Object... values) {
    return Tuple.tuple(values);
  }
}
