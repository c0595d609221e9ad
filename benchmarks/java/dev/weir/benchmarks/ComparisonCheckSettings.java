package dev.weir.benchmarks;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How many comparisons and how long each; the defaults take an hour. */
final class ComparisonCheckSettings {
  /** Of the comparisons of a thing with itself this share may be called different. */
  private static final double FALSE_ALARMS = 0.025;

  /** A slow-down of less than this may be missed once in ten times. */
  private static final double SURELY_FOUND = 0.04;

  private static final double FOUND = 0.9;

  @Option(
      names = "--aa",
      defaultValue = "40",
      description =
          "Comparisons of a cell with itself, half of them with several calls in flight. Default:"
              + " ${DEFAULT-VALUE}.")
  int aa;

  @Option(
      names = "--ab",
      defaultValue = "20",
      description =
          "Comparisons with the same made slower, for each loss. Default:" + " ${DEFAULT-VALUE}.")
  int ab;

  @Option(
      names = "--losses",
      split = ",",
      defaultValue = "0.08,0.04,0.02",
      description =
          "Shares of throughput that the slower one loses, with one call in flight. Default:"
              + " ${DEFAULT-VALUE}.")
  List<Double> losses;

  @Option(
      names = "--crowded-loss",
      defaultValue = "0.08",
      description = "The same with several calls in flight. Default: ${DEFAULT-VALUE}.")
  double crowdedLoss;

  @Option(
      names = "--in-flight",
      defaultValue = "8",
      description = "Calls in flight where there are several. Default: ${DEFAULT-VALUE}.")
  int inFlight;

  @Option(
      names = "--batches",
      split = ",",
      defaultValue = "1,50",
      description = "Updates in a call; each has its comparisons. Default: ${DEFAULT-VALUE}.")
  List<Integer> batches;

  @Option(
      names = "--seconds",
      defaultValue = "24",
      description = "Of each comparison. Default: ${DEFAULT-VALUE}.")
  int seconds;

  @Option(
      names = "--single-seconds",
      defaultValue = "8",
      description =
          "Of those of single updates, slowed down, with one call in flight. Default:"
              + " ${DEFAULT-VALUE}.")
  int singleSeconds;

  @Option(
      names = "--jvms",
      defaultValue = "16",
      description =
          "Warm JVMs, on all of which each comparison is made. Default: ${DEFAULT-VALUE}.")
  int jvms;

  @Option(
      names = "--warm-millis",
      defaultValue = "12000",
      description = "Longest warm-up of each JVM, on the null server. Default: ${DEFAULT-VALUE}.")
  int warmMillis;

  @Option(
      names = "--confidence",
      defaultValue = "0.99",
      description = "Of each comparison. Default: ${DEFAULT-VALUE}.")
  double confidence;

  @Option(
      names = "--most-broken",
      defaultValue = "3",
      description =
          "Comparisons that may break, by a failed write or process, and are made again. Default:"
              + " ${DEFAULT-VALUE}.")
  int mostBroken;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Markdown file for the table as well, written as it grows.")
  @Nullable Path out;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "The same as CSV, written at the end.")
  @Nullable Path csv;

  @Option(
      names = "--blocks",
      paramLabel = "FILE",
      description = "CSV file for the ratios of every block, written at the end.")
  @Nullable Path blocks;

  @Option(
      names = "--accept-busy-host",
      description = "Count blocks that other work on this host disturbed, too.")
  boolean acceptBusyHost;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Of the order of comparisons. Default: ${DEFAULT-VALUE}.")
  long seed;

  static int mostFalseAlarms(int comparisons) {
    return (int) Math.floor(comparisons * FALSE_ALARMS);
  }

  static int fewestFound(int comparisons, double loss) {
    return loss >= SURELY_FOUND ? comparisons : (int) Math.ceil(comparisons * FOUND);
  }
}
