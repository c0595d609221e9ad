package dev.weir.benchmarks;

import java.util.List;
import picocli.CommandLine.Option;

/** How long the self-check takes its time; the defaults give intervals of a few percent. */
final class CheckSettings {
  @Option(
      names = "--slice-millis",
      defaultValue = "400",
      description = "Measured time of one slice. Default: ${DEFAULT-VALUE}.")
  int sliceMillis;

  @Option(
      names = "--pairs",
      defaultValue = "12",
      description = "Pairs; each side of one is four slices, by turns. Default: ${DEFAULT-VALUE}.")
  int pairs;

  @Option(
      names = "--warm-millis",
      defaultValue = "12000",
      description = "Warm-up of each side. Default: ${DEFAULT-VALUE}.")
  int warmMillis;

  @Option(
      names = "--rounds",
      defaultValue = "4",
      description = "Fresh JVMs of the fidelity check. Default: ${DEFAULT-VALUE}.")
  int rounds;

  @Option(
      names = "--reference-millis",
      defaultValue = "20000",
      description = "One slice of the warm reference, after each trial. Default: ${DEFAULT-VALUE}.")
  int referenceMillis;

  @Option(
      names = "--reference-warm-millis",
      defaultValue = "40000",
      description = "Warm-up of the reference per cell. Default: ${DEFAULT-VALUE}.")
  int referenceWarmMillis;

  @Option(
      names = "--study-warm-millis",
      defaultValue = "60000",
      description = "Longest warm-up of a fresh JVM. Default: ${DEFAULT-VALUE}.")
  int studyWarmMillis;

  @Option(
      names = "--sampler-slice-millis",
      defaultValue = "3000",
      description =
          "Measured time of one slice with samplers or without. Default: ${DEFAULT-VALUE}.")
  int samplerSliceMillis;

  /** The same settings as options of another process. */
  List<String> arguments() {
    return List.of(
        "--slice-millis=" + sliceMillis,
        "--pairs=" + pairs,
        "--warm-millis=" + warmMillis,
        "--sampler-slice-millis=" + samplerSliceMillis,
        "--rounds=" + rounds,
        "--reference-millis=" + referenceMillis,
        "--reference-warm-millis=" + referenceWarmMillis,
        "--study-warm-millis=" + studyWarmMillis);
  }
}
