package dev.weir.benchmarks;

import dev.weir.analysis.stats.LogRatio;
import dev.weir.analysis.stats.RunSpread;
import dev.weir.load.process.LoadFailure;
import dev.weir.record.Interval;
import dev.weir.server.ServerException;
import dev.weir.study.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import org.hipparchus.stat.StatUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Whether comparisons cry wolf or sleep, on this machine, now: many comparisons of a cell with
 * itself, and some with itself made slower, in random order. Exit code 1 if too many of the first
 * or too few of the second are called different.
 */
@Command(
    name = "wolf-check",
    mixinStandardHelpOptions = true,
    description = "Compares a cell with itself, and with itself made slower by a known share.")
public final class ComparisonCheck implements Callable<Integer> {
  private static final int MISSED = 1;

  @Spec private CommandSpec spec;
  @Mixin private ComparisonCheckSettings settings;
  private int broken;

  /** Runs the check and exits with its code. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new ComparisonCheck()).execute(args));
  }

  /** One comparison: rates of either side by round. */
  record Outcome(boolean slowed, List<Double> base, List<Double> other) {
    LogRatio ratio() {
      return LogRatio.paired(array(base), array(other));
    }

    boolean different(double confidence) {
      return !ratio().interval(confidence).contains(1);
    }

    /** Called slower, not only different. */
    boolean slower(double confidence) {
      return ratio().interval(confidence).high() < 1;
    }
  }

  @Override
  public Integer call() throws Exception {
    Random random = new Random(settings.seed);
    List<Boolean> order = new ArrayList<>(Collections.nCopies(settings.aa, false));
    order.addAll(Collections.nCopies(settings.ab, true));
    Collections.shuffle(order, random); // drift of the machine hits both kinds alike
    List<Outcome> outcomes = new ArrayList<>();
    long start = System.nanoTime();
    try (ComparisonCheckTable table =
            ComparisonCheckTable.open(spec.commandLine().getOut(), settings.out);
        Testbed testbed = Testbed.open(Target.MONGODB);
        WarmJvms jvms = WarmJvms.start(testbed, settings, random, table::aside)) {
      table.begin(testbed.server().facts(), settings);
      for (boolean slowed : order) {
        Outcome outcome = compared(jvms, slowed, table);
        outcomes.add(outcome);
        table.row(line(outcomes.size(), outcome));
      }
      table.end(report(outcomes), Duration.ofNanos(System.nanoTime() - start));
    }
    int wolves = count(outcomes, false);
    int found = count(outcomes, true);
    return wolves > settings.mostWolves() || found < settings.fewestFound() ? MISSED : 0;
  }

  /**
   * One comparison. One that broke says nothing about comparing and is made again, a few times in
   * all; what it wrote until then is not looked at, so nothing is chosen by its outcome.
   */
  private Outcome compared(WarmJvms jvms, boolean slowed, ComparisonCheckTable table)
      throws ServerException, LoadFailure, InterruptedException {
    while (true) {
      String reason;
      try {
        return jvms.compare(slowed);
      } catch (LoadFailure e) {
        if (++broken > settings.mostBroken || !jvms.mend()) {
          throw e;
        }
        reason = e.reason();
      } catch (IllegalStateException e) {
        if (++broken > settings.mostBroken) {
          throw e;
        }
        reason = String.valueOf(e.getMessage());
      }
      table.aside("a comparison broke and is made again: " + reason);
    }
  }

  private String line(int number, Outcome outcome) {
    Interval interval = outcome.ratio().interval(settings.confidence);
    String verdict =
        interval.contains(1) ? "no difference shown" : interval.mean() < 1 ? "worse" : "better";
    return String.format(
        Locale.ROOT,
        "| %d | %s | %,.0f | %.3f [%.3f, %.3f] | %s |",
        number,
        outcome.slowed ? "A/B" : "A/A",
        StatUtils.geometricMean(array(outcome.base)),
        interval.mean(),
        interval.low(),
        interval.high(),
        verdict);
  }

  private int count(List<Outcome> outcomes, boolean slowed) {
    return (int)
        outcomes.stream()
            .filter(
                o ->
                    o.slowed == slowed
                        && (slowed
                            ? o.slower(settings.confidence)
                            : o.different(settings.confidence)))
            .count();
  }

  private List<String> report(List<Outcome> outcomes) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "A/A called different: %d of %d (at most %d); slow-down of %.0f %% found: %d of %d (at"
                + " least %d)",
            count(outcomes, false),
            settings.aa,
            settings.mostWolves(),
            settings.loss * 100,
            count(outcomes, true),
            settings.ab,
            settings.fewestFound()));
    lines.add(
        String.format(
            Locale.ROOT,
            "spread of one round's ratio: %.1f %% (%d rounds of %d × %d ms a side)",
            roundSpread(outcomes) * 100,
            settings.rounds,
            settings.pairs,
            settings.sliceMillis));
    lines.addAll(asSeparateRuns(outcomes));
    return lines;
  }

  /** Standard deviation of one round's log ratio, pooled over comparisons. */
  private static double roundSpread(List<Outcome> outcomes) {
    return Math.sqrt(
        outcomes.stream()
            .mapToDouble(o -> Math.pow(o.ratio().log().standardError(), 2) * o.base.size())
            .average()
            .orElse(Double.NaN));
  }

  /** The base sides of successive comparisons, as if each were a run of its own. */
  private List<String> asSeparateRuns(List<Outcome> outcomes) {
    List<double[]> runs = outcomes.stream().map(o -> array(o.base)).toList();
    if (runs.size() < RunSpread.FEWEST_RUNS) {
      return List.of("too few comparisons to look at them as separate runs");
    }
    RunSpread own = RunSpread.of(List.of(runs));
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "base sides as runs of their own: they lie apart by %.1f %% beyond their rounds",
            own.sd() * 100));
    for (RunSpread spread : List.of(RunSpread.assumed(0), RunSpread.assumed(0.05), own)) {
      int wolves = 0;
      double width = 0;
      for (int i = 1; i < runs.size(); i++) {
        Interval interval =
            LogRatio.unpaired(runs.get(i - 1), runs.get(i), spread).interval(settings.confidence);
        wolves += interval.contains(1) ? 0 : 1;
        width += interval.relativeHalfWidth() / (runs.size() - 1);
      }
      lines.add(
          String.format(
              Locale.ROOT,
              "  neighbours compared with a run-to-run spread of %.1f %%: %d of %d called"
                  + " different, intervals ± %.0f %%",
              spread.sd() * 100,
              wolves,
              runs.size() - 1,
              width * 100));
    }
    return lines;
  }

  private static double[] array(List<Double> rates) {
    return rates.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
