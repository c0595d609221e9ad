package dev.weir.runner.plan;

import java.time.Duration;

/** Plans played for seconds, by which nobody plans. */
final class SecondsOfPlay {
  private SecondsOfPlay() {}

  /**
   * Three seconds of the planned load, one of each other.
   *
   * @param probes loads on the way to the most players
   * @param around whether other batches and periods are played
   */
  static PlayLengths of(int probes, boolean around) {
    Duration second = Duration.ofSeconds(1);
    return new PlayLengths(
        Duration.ZERO,
        second,
        3,
        0,
        second,
        probes,
        around,
        0,
        1.5,
        Double.POSITIVE_INFINITY,
        true);
  }
}
