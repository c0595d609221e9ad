package dev.weir.benchmarks;

import dev.weir.analysis.stats.Holm;
import dev.weir.analysis.stats.LogRatio;
import dev.weir.load.LoadEvent;
import dev.weir.load.process.LoadFailure;
import dev.weir.record.Interval;
import dev.weir.server.ServerException;
import dev.weir.study.Target;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.hipparchus.stat.StatUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Whether comparisons raise false alarms or miss slow-downs, on this machine, now: many comparisons
 * of a cell with itself, and with itself made slower by a known share, in random order. Exit code 1
 * if too many of the first or too few of the others are called different.
 */
@Command(
    name = "comparison-check",
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

  /**
   * What is compared with itself.
   *
   * @param loss share of throughput that the other side loses; 0 for none
   * @param seconds of turns of both sides
   */
  record Kind(int inFlight, int batch, double loss, int seconds) {
    String cell() {
      return (batch == 1 ? "single" : "bulk " + batch) + " × " + inFlight;
    }

    /** Kinds that are counted together. */
    String group() {
      return loss == 0
          ? "the same"
          : String.format(Locale.ROOT, "slower by %.0f %%, %d in flight", loss * 100, inFlight);
    }
  }

  /**
   * One comparison.
   *
   * @param length of a turn
   * @param base documents/s, mean over blocks
   * @param ofTypical log ratios of the typical call by JVM and block
   * @param ofMean the same of the mean
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Outcome(
      Kind kind,
      String length,
      double base,
      double[][] ofTypical,
      double[][] ofMean,
      LogRatio typical,
      LogRatio mean) {
    static Outcome of(Kind kind, String length, List<List<LoadEvent.TurnsTaken>> jvms) {
      double base =
          jvms.stream()
              .flatMap(List::stream)
              .mapToDouble(block -> block.sides().get(0).documentsPerSecond())
              .average()
              .orElse(Double.NaN);
      double[][] ofTypical = logs(jvms, block -> block.sides().get(1).typicalRatio());
      double[][] ofMean =
          logs(
              jvms,
              block ->
                  block.sides().get(1).documentsPerSecond()
                      / block.sides().get(0).documentsPerSecond());
      return new Outcome(
          kind,
          length,
          base,
          ofTypical,
          ofMean,
          LogRatio.typicalOfBlocks(List.<double[][]>of(ofTypical)).get(0),
          LogRatio.blocks(List.<double[][]>of(ofMean)).get(0));
    }

    private static double[][] logs(
        List<List<LoadEvent.TurnsTaken>> jvms, ToDoubleFunction<LoadEvent.TurnsTaken> ratio) {
      return jvms.stream()
          .map(jvm -> jvm.stream().mapToDouble(ratio).map(Math::log).toArray())
          .toArray(double[][]::new);
    }

    /** Both intervals, corrected for being two. */
    List<Interval> intervals(double confidence) {
      double[] levels = Holm.levels(new double[] {typical.p(), mean.p()}, 1 - confidence);
      return List.of(typical.interval(1 - levels[0]), mean.interval(1 - levels[1]));
    }

    String called(double confidence) {
      List<Interval> both = intervals(confidence);
      boolean slower = both.stream().anyMatch(i -> i.high() < 1);
      boolean faster = both.stream().anyMatch(i -> i.low() > 1);
      return slower && faster
          ? "mixed"
          : slower ? "worse" : faster ? "better" : "no difference shown";
    }

    /** Whether the call is the right one. */
    boolean right(double confidence) {
      return called(confidence).equals(kind.loss() == 0 ? "no difference shown" : "worse");
    }
  }

  @Override
  public Integer call() throws Exception {
    List<Kind> order = kinds();
    Collections.shuffle(order, new Random(settings.seed)); // drift hits all kinds alike
    List<Outcome> outcomes = new ArrayList<>();
    long start = System.nanoTime();
    try (ComparisonCheckTable table =
            ComparisonCheckTable.open(spec.commandLine().getOut(), settings.out);
        Testbed testbed = Testbed.open(Target.MONGODB);
        WarmJvms jvms = WarmJvms.start(testbed, settings, table::aside)) {
      table.begin(testbed.server().facts(), settings);
      for (Kind kind : order) {
        Outcome outcome = compared(jvms, kind, table);
        outcomes.add(outcome);
        table.row(line(outcomes.size(), outcome));
      }
      List<String> summary = report(outcomes);
      summary.add("blocks that other work disturbed, made again: " + jvms.leftOut());
      table.end(summary, Duration.ofNanos(System.nanoTime() - start));
      ComparisonCheckTable.write(settings.csv, csv(outcomes));
      ComparisonCheckTable.write(settings.blocks, blocks(outcomes));
    }
    return groups(outcomes).values().stream().allMatch(this::enough) ? 0 : MISSED;
  }

  private List<Kind> kinds() {
    List<Kind> kinds = new ArrayList<>();
    int batches = settings.batches.size();
    for (int i = 0; i < settings.aa; i++) {
      int inFlight = i / batches % 2 == 0 ? 1 : settings.inFlight;
      kinds.add(new Kind(inFlight, settings.batches.get(i % batches), 0, settings.seconds));
    }
    for (int i = 0; i < settings.ab; i++) {
      int batch = settings.batches.get(i % batches);
      for (double loss : settings.losses) {
        kinds.add(new Kind(1, batch, loss, batch == 1 ? settings.singleSeconds : settings.seconds));
      }
      kinds.add(new Kind(settings.inFlight, batch, settings.crowdedLoss, settings.seconds));
    }
    return kinds;
  }

  /**
   * One comparison. One that broke says nothing about comparing and is made again, a few times in
   * all; what it wrote until then is not looked at, so nothing is chosen by its outcome.
   */
  private Outcome compared(WarmJvms jvms, Kind kind, ComparisonCheckTable table)
      throws IOException, ServerException, LoadFailure, InterruptedException {
    while (true) {
      try {
        return jvms.compare(kind);
      } catch (LoadFailure e) {
        if (++broken > settings.mostBroken) {
          throw e;
        }
        table.aside("a comparison broke and is made again by new JVMs: " + e.reason());
        jvms.mend();
      } catch (IllegalStateException e) {
        if (++broken > settings.mostBroken) {
          throw e;
        }
        table.aside("a comparison broke and is made again: " + e.getMessage());
      }
    }
  }

  private String line(int number, Outcome outcome) {
    List<Interval> both = outcome.intervals(settings.confidence);
    return String.format(
        Locale.ROOT,
        "| %d | %s | %.0f %% | %s | %,.0f | %s | %s | %s |",
        number,
        outcome.kind.cell(),
        outcome.kind.loss() * 100,
        outcome.length,
        outcome.base,
        interval(both.get(0)),
        interval(both.get(1)),
        outcome.called(settings.confidence));
  }

  private static String interval(Interval interval) {
    return String.format(
        Locale.ROOT, "%.4f [%.4f, %.4f]", interval.mean(), interval.low(), interval.high());
  }

  private static Map<String, List<Outcome>> groups(List<Outcome> outcomes) {
    Map<String, List<Outcome>> groups = new LinkedHashMap<>();
    outcomes.stream()
        .sorted(
            (x, y) ->
                x.kind.inFlight() != y.kind.inFlight()
                    ? x.kind.inFlight() - y.kind.inFlight()
                    : Double.compare(x.kind.loss(), y.kind.loss()))
        .forEach(o -> groups.computeIfAbsent(o.kind.group(), name -> new ArrayList<>()).add(o));
    return groups;
  }

  private boolean enough(List<Outcome> group) {
    long right = group.stream().filter(o -> o.right(settings.confidence)).count();
    double loss = group.get(0).kind.loss();
    return loss == 0
        ? group.size() - right <= ComparisonCheckSettings.mostFalseAlarms(group.size())
        : right >= ComparisonCheckSettings.fewestFound(group.size(), loss);
  }

  private List<String> csv(List<Outcome> outcomes) {
    List<String> rows = new ArrayList<>();
    rows.add(
        "sides,slower_percent,in_flight,batch,seconds,ratio,low,high,called,mean,mean_low,mean_high");
    for (Outcome outcome : outcomes) {
      List<Interval> both = outcome.intervals(settings.confidence);
      rows.add(
          String.format(
              Locale.ROOT,
              "%s,%.0f,%d,%d,%d,%.5f,%.5f,%.5f,%s,%.5f,%.5f,%.5f",
              outcome.kind.loss() == 0 ? "same" : "slower",
              outcome.kind.loss() * 100,
              outcome.kind.inFlight(),
              outcome.kind.batch(),
              outcome.kind.seconds(),
              both.get(0).mean(),
              both.get(0).low(),
              both.get(0).high(),
              outcome.called(settings.confidence),
              both.get(1).mean(),
              both.get(1).low(),
              both.get(1).high()));
    }
    return rows;
  }

  private static List<String> blocks(List<Outcome> outcomes) {
    List<String> rows = new ArrayList<>();
    rows.add("comparison,slower_percent,in_flight,batch,jvm,block,log_typical,log_mean");
    for (int i = 0; i < outcomes.size(); i++) {
      Outcome outcome = outcomes.get(i);
      for (int jvm = 0; jvm < outcome.ofTypical.length; jvm++) {
        for (int block = 0; block < outcome.ofTypical[jvm].length; block++) {
          rows.add(
              String.format(
                  Locale.ROOT,
                  "%d,%.0f,%d,%d,%d,%d,%.5f,%.5f",
                  i + 1,
                  outcome.kind.loss() * 100,
                  outcome.kind.inFlight(),
                  outcome.kind.batch(),
                  jvm + 1,
                  block + 1,
                  outcome.ofTypical[jvm][block],
                  outcome.ofMean[jvm][block]));
        }
      }
    }
    return rows;
  }

  private List<String> report(List<Outcome> outcomes) {
    List<String> lines = new ArrayList<>();
    groups(outcomes)
        .forEach(
            (name, group) -> {
              long right = group.stream().filter(o -> o.right(settings.confidence)).count();
              double loss = group.get(0).kind.loss();
              int bound =
                  loss == 0
                      ? ComparisonCheckSettings.mostFalseAlarms(group.size())
                      : ComparisonCheckSettings.fewestFound(group.size(), loss);
              lines.add(
                  String.format(
                      Locale.ROOT,
                      "%s: %d of %d (at %s %d); ratio %.3f on average; the log ratio of a JVM's"
                          + " blocks scatters by %.1f %% (typical call), %.1f %% (mean)",
                      loss == 0 ? "the same called different" : name + ", found",
                      loss == 0 ? group.size() - right : right,
                      group.size(),
                      loss == 0 ? "most" : "least",
                      bound,
                      Math.exp(
                          group.stream()
                              .mapToDouble(o -> o.typical.log().estimate())
                              .average()
                              .orElse(Double.NaN)),
                      spread(group, Outcome::ofTypical) * 100,
                      spread(group, Outcome::ofMean) * 100));
            });
    return lines;
  }

  /** Standard deviation of the mean log ratio of a JVM's blocks, pooled over comparisons. */
  private static double spread(List<Outcome> group, Function<Outcome, double[][]> logs) {
    return Math.sqrt(
        group.stream()
            .map(logs)
            .mapToDouble(
                jvms ->
                    StatUtils.variance(Arrays.stream(jvms).mapToDouble(StatUtils::mean).toArray()))
            .average()
            .orElse(Double.NaN));
  }
}
