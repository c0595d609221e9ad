package dev.weir.benchmarks;

import dev.weir.analysis.stats.RoundRatios;
import dev.weir.server.ServerException;
import dev.weir.study.Cell;
import dev.weir.study.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What our writer, our updates and our counting cost: documents/s of a study's loop over those of a
 * bare loop, by turns in one JVM.
 */
final class OverheadCheck {
  private static final double CONFIDENCE = 0.95;

  private static final List<Map<String, String>> CELLS =
      List.of(
          Map.of("driver", "sync", "operation", "single", "inFlight", "8"),
          Map.of("driver", "sync", "operation", "bulkUnordered", "batch", "50", "inFlight", "8"),
          Map.of(
              "driver", "reactive", "operation", "bulkUnordered", "batch", "50", "inFlight", "8"));

  private final CheckSettings settings;
  private final Consumer<String> progress;

  OverheadCheck(CheckSettings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * @param bound the ratio wanted
   * @throws IllegalStateException if a write failed or the server counted another number
   */
  List<CheckFinding> run(Target target, double bound) throws ServerException, InterruptedException {
    List<CheckFinding> findings = new ArrayList<>();
    try (Testbed testbed = Testbed.open(target)) {
      for (Map<String, String> factors : CELLS) {
        findings.add(compare(testbed, Cell.parse(factors), target, bound));
      }
    }
    return findings;
  }

  private CheckFinding compare(Testbed testbed, Cell cell, Target target, double bound)
      throws ServerException, InterruptedException {
    String name =
        cell.driver() + " " + cell.operation() + " " + cell.batch() + " × " + cell.inFlight();
    Counts counts = Counts.start(testbed.server());
    try (Side ours =
            new StudySide(
                testbed.uri(), testbed.namespace(), cell, Testbed.DOCUMENTS, testbed::nextSeed);
        Side bare = BareLoop.open(testbed.uri(), testbed.namespace(), cell, Testbed.DOCUMENTS)) {
      Slices.warm(ours, bare, settings.warmMillis, settings.sliceMillis);
      Slices.Pairs pairs = Slices.measure(ours, bare, settings.pairs, settings.sliceMillis);
      counts.check(List.of(ours.totals(), bare.totals()));
      double[] rates = rates(pairs.first());
      double[] bareRates = rates(pairs.second());
      progress.accept(
          String.format(
              Locale.ROOT,
              "%s on %s: ours %,.0f, bare %,.0f documents/s; per client-CPU-second %,.0f, %,.0f",
              name,
              target,
              mean(rates),
              mean(bareRates),
              mean(perCpu(pairs.first())),
              mean(perCpu(pairs.second()))));
      return CheckFinding.atLeast(
          bound,
          "ours / bare, " + name + ", " + target,
          RoundRatios.ratio(rates, bareRates, CONFIDENCE).interval());
    }
  }

  static double[] rates(List<Slices.Slice> slices) {
    return slices.stream().mapToDouble(Slices.Slice::perSecond).toArray();
  }

  static double[] perCpu(List<Slices.Slice> slices) {
    return slices.stream().mapToDouble(Slices.Slice::perCpuSecond).toArray();
  }

  static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(0);
  }
}
