package dev.weir.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What each client process contributed to a trial that several measured together.
 *
 * @param startSkewMillis between the first client's start and the last one's
 * @param shares by client
 */
public record ClientShares(double startSkewMillis, List<Share> shares) {
  /** How far the skew may be wrong at most, as the clocks of two workers are compared. */
  @JsonIgnore
  public double clockUncertaintyMillis() {
    double worst = 0;
    for (Share share : shares) {
      Worker worker = share.worker();
      worst = Math.max(worst, worker == null ? 0 : worker.clockUncertaintyMillis());
    }
    return 2 * worst;
  }

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
   * @param worker where it ran; null for a plain process of the same host
   */
  public record Share(
      int client,
      double documentsPerSecond,
      double share,
      double startLateMillis,
      List<Double> iterations,
      long cpuMicros,
      TrialMeasurement.Pool pool,
      TrialMeasurement.Health health,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Worker worker) {}

  /**
   * A worker of a fleet. Instants that it tells are turned into the coordinator's clock.
   *
   * @param worker its index in the fleet, from 0
   * @param host what it calls its host
   * @param clockAheadMillis by how much its clock is ahead of the coordinator's
   * @param clockUncertaintyMillis how far that may be wrong, at most
   * @param clockMovedMillis by how much that had changed when the trial was over
   */
  public record Worker(
      int worker,
      String host,
      double clockAheadMillis,
      double clockUncertaintyMillis,
      double clockMovedMillis) {}
}
