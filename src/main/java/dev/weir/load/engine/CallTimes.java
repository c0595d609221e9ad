package dev.weir.load.engine;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The times of a loop's calls: service time from the actual send to the answer, and, where calls
 * have moments of their own, response time from the <em>intended</em> send to the answer and start
 * lag from the intended to the actual send. Values are nanoseconds. Safe for many threads.
 */
public final class CallTimes {
  /** A recorder takes 250 kB twice; four keep the threads apart well enough. */
  private static final int RECORDERS = 4;

  private final @Nullable ServiceTimes service;
  private final @Nullable ServiceTimes response;
  private final @Nullable ServiceTimes lag;

  /** Of the lags, those of calls that found a lane free: the pacing's own fault. */
  private final @Nullable ServiceTimes pacing;

  private CallTimes(@Nullable ServiceTimes service, int recorders) {
    this.service = service;
    this.response = times(recorders);
    this.lag = times(recorders);
    this.pacing = times(recorders);
  }

  private static @Nullable ServiceTimes times(int recorders) {
    return recorders == 0 ? null : new ServiceTimes(recorders);
  }

  /** For calls that are made at once: service times only. */
  static CallTimes ofService(int lanes) {
    return new CallTimes(new ServiceTimes(lanes), 0);
  }

  /** For calls that have intended moments: all four. */
  static CallTimes ofAll(int lanes) {
    int recorders = Math.min(lanes, RECORDERS);
    return new CallTimes(new ServiceTimes(recorders), recorders);
  }

  /** For actions that record their times themselves: none. */
  public static CallTimes none() {
    return new CallTimes(null, 0);
  }

  void sent(int lane, Call call) {
    if (lag != null && pacing != null) {
      long late = call.sentAt - call.intendedAt;
      lag.record(lane, late);
      if (!call.waited) {
        pacing.record(lane, late);
      }
    }
  }

  void answered(int lane, Call call, long now) {
    if (service != null) {
      service.record(lane, now - call.sentAt);
    }
    if (response != null) {
      response.record(lane, now - call.intendedAt);
    }
  }

  /** Times longer than the histograms' range, which are recorded at its end. */
  public long overflows() {
    ServiceTimes longest = response == null ? service : response;
    return longest == null ? 0 : longest.overflows();
  }

  /** Service times since the last call of this or of {@link #take}. */
  public Histogram takeService() {
    return interval(service);
  }

  /** What was recorded since the last call. */
  public Taken take() {
    return new Taken(interval(service), interval(response), interval(lag), interval(pacing));
  }

  private static Histogram interval(@Nullable ServiceTimes times) {
    return times == null ? new Histogram(ServiceTimes.DIGITS) : times.takeInterval();
  }

  /**
   * @param service of calls that were acknowledged
   * @param response of calls that were acknowledged
   * @param lag of all calls sent
   * @param pacing of calls sent that found a lane free
   */
  public record Taken(Histogram service, Histogram response, Histogram lag, Histogram pacing) {
    /** Adds another interval to this one. */
    public void add(Taken other) {
      service.add(other.service);
      response.add(other.response);
      lag.add(other.lag);
      pacing.add(other.pacing);
    }
  }
}
