package dev.weir.benchmarks;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How many comparisons and how long each; the defaults take less than fifteen minutes. */
final class ComparisonCheckSettings {
  /** Of the comparisons of a thing with itself this share may be called different. */
  private static final double WOLVES = 0.05;

  /** Of the comparisons with a slower one this share must be found. */
  private static final double FOUND = 0.9;

  @Option(
      names = "--aa",
      defaultValue = "40",
      description = "Comparisons of a cell with itself. Default: ${DEFAULT-VALUE}.")
  int aa;

  @Option(
      names = "--ab",
      defaultValue = "20",
      description = "Comparisons with the same made slower. Default: ${DEFAULT-VALUE}.")
  int ab;

  @Option(
      names = "--loss",
      defaultValue = "0.08",
      description = "Share of throughput that the slower one loses. Default: ${DEFAULT-VALUE}.")
  double loss;

  @Option(
      names = "--rounds",
      defaultValue = "12",
      description =
          "Rounds of a comparison, each on another pair of JVMs. Default: ${DEFAULT-VALUE}.")
  int rounds;

  @Option(
      names = "--pairs",
      defaultValue = "4",
      description = "Slices of each side in a round. Default: ${DEFAULT-VALUE}.")
  int pairs;

  @Option(
      names = "--slice-millis",
      defaultValue = "120",
      description = "Length of a slice. Default: ${DEFAULT-VALUE}.")
  int sliceMillis;

  @Option(
      names = "--jvms",
      defaultValue = "12",
      description = "Warm JVMs to draw pairs from. Default: ${DEFAULT-VALUE}.")
  int jvms;

  @Option(
      names = "--warm-millis",
      defaultValue = "8000",
      description = "Longest warm-up of each JVM, on the null server. Default: ${DEFAULT-VALUE}.")
  int warmMillis;

  @Option(
      names = "--batch",
      defaultValue = "50",
      description = "Updates in one bulkWrite. Default: ${DEFAULT-VALUE}.")
  int batch;

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
      names = "--seed",
      defaultValue = "1",
      description = "Of the order and the pairs. Default: ${DEFAULT-VALUE}.")
  long seed;

  int mostWolves() {
    return (int) Math.floor(aa * WOLVES);
  }

  int fewestFound() {
    return (int) Math.ceil(ab * FOUND);
  }
}
