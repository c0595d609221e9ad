package dev.weir.record;

import java.util.List;

/**
 * What each client process contributed to a trial that several measured together.
 *
 * @param startSkewMillis between the first client's start and the last one's
 * @param shares by client
 */
public record ClientShares(double startSkewMillis, List<Share> shares) {
  /**
   * One client's part. Its windows and those of the others begin at the same instants.
   *
   * @param client from 1
   * @param documentsPerSecond mean over the measured span
   * @param share of the documents of all clients
   * @param startLateMillis by how much it missed the common start
   * @param iterations documents/s of each iteration
   * @param cpuMicros CPU of its process in the measured span
   * @param pool its own pool
   * @param health how it fared
   */
  public record Share(
      int client,
      double documentsPerSecond,
      double share,
      double startLateMillis,
      List<Double> iterations,
      long cpuMicros,
      TrialMeasurement.Pool pool,
      TrialMeasurement.Health health) {}
}
