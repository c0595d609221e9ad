package dev.weir.load;

import org.HdrHistogram.Histogram;

/**
 * The three times of an open loop's calls: service time from the actual send to the answer,
 * response time from the <em>intended</em> send to the answer, and start lag from the intended to
 * the actual send. Safe for many threads.
 */
public final class OpenTimes {
  /** A recorder of this range takes 200 kB twice; four keep the threads apart well enough. */
  private static final int RECORDERS = 4;

  private final ServiceTimes service;
  private final ServiceTimes response;
  private final ServiceTimes lag;

  /** Of the lags, those of arrivals that found a lane free: the pacing's own fault. */
  private final ServiceTimes pacing;

  OpenTimes(int lanes) {
    int recorders = Math.min(lanes, RECORDERS);
    this.service = new ServiceTimes(recorders);
    this.response = new ServiceTimes(recorders);
    this.lag = new ServiceTimes(recorders);
    this.pacing = new ServiceTimes(recorders);
  }

  void sent(int lane, long lagNanos, boolean waited) {
    lag.record(lane, lagNanos);
    if (!waited) {
      pacing.record(lane, lagNanos);
    }
  }

  void answered(int lane, long serviceNanos, long responseNanos) {
    service.record(lane, serviceNanos);
    response.record(lane, responseNanos);
  }

  /** Times longer than the histograms' range, which are recorded at its end. */
  public long overflows() {
    return response.overflows();
  }

  /** What was recorded since the last call, in nanoseconds. */
  public Taken take() {
    return new Taken(
        service.takeInterval(), response.takeInterval(), lag.takeInterval(), pacing.takeInterval());
  }

  /**
   * @param service of calls that were acknowledged
   * @param response of calls that were acknowledged
   * @param lag of all calls sent
   * @param pacing of calls sent that found a lane free
   */
  public record Taken(Histogram service, Histogram response, Histogram lag, Histogram pacing) {
    /** Adds another interval to this one. */
    void add(Taken other) {
      service.add(other.service);
      response.add(other.response);
      lag.add(other.lag);
      pacing.add(other.pacing);
    }
  }
}
