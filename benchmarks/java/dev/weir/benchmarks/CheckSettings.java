package dev.weir.benchmarks;

import java.util.List;
import picocli.CommandLine.Option;

/** How long the self-check takes its time; the defaults give intervals of a few percent. */
final class CheckSettings {
  @Option(
      names = "--block-millis",
      defaultValue = "1000",
      description = "Length of a block of turns. Default: ${DEFAULT-VALUE}.")
  int blockMillis;

  @Option(
      names = "--blocks",
      defaultValue = "24",
      description = "Blocks of turns, each with its own ratio. Default: ${DEFAULT-VALUE}.")
  int blocks;

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
          "Time with samplers, or without, between two changes. Default: ${DEFAULT-VALUE}.")
  int samplerSliceMillis;

  @Option(
      names = "--sampler-pairs",
      defaultValue = "16",
      description = "Changes to samplers and back. Default: ${DEFAULT-VALUE}.")
  int samplerPairs;

  /** The same settings as options of another process. */
  List<String> arguments() {
    return List.of(
        "--block-millis=" + blockMillis,
        "--blocks=" + blocks,
        "--warm-millis=" + warmMillis,
        "--sampler-slice-millis=" + samplerSliceMillis,
        "--sampler-pairs=" + samplerPairs,
        "--rounds=" + rounds,
        "--reference-millis=" + referenceMillis,
        "--reference-warm-millis=" + referenceWarmMillis,
        "--study-warm-millis=" + studyWarmMillis);
  }
}
