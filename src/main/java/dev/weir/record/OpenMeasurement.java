package dev.weir.record;

import org.jspecify.annotations.Nullable;

/**
 * What an open loop saw: beside what every trial tells, how the offered load was met.
 *
 * @param trial as of any trial; its times are service times
 * @param askedPerSecond documents/s that were to be offered
 * @param sentPerSecond documents/s handed to the driver over the measured span by the clock
 * @param span the calls of the measured span, by intended time
 * @param response from the intended send to the answer
 * @param startLag from the intended to the actual send, all calls
 * @param pacingLagMicros the same, of the calls that found a lane free: the generator's own
 *     lateness
 * @param backlogAtEnd calls that were due and unsent when the span ended
 * @param mostBacklog the most of them at the end of any second
 * @param unsent calls never sent
 * @param reporter how the lines of each second were made
 */
public record OpenMeasurement(
    TrialMeasurement trial,
    double askedPerSecond,
    double sentPerSecond,
    Offered span,
    Times response,
    Times startLag,
    @Nullable Percentiles pacingLagMicros,
    long backlogAtEnd,
    long mostBacklog,
    long unsent,
    Reporter reporter) {

  /** The same with other response times. */
  public OpenMeasurement withResponse(Times other) {
    return new OpenMeasurement(
        trial,
        askedPerSecond,
        sentPerSecond,
        span,
        other,
        startLag,
        pacingLagMicros,
        backlogAtEnd,
        mostBacklog,
        unsent,
        reporter);
  }

  /**
   * @param arrived calls intended for the span
   * @param sent of them, handed to the driver
   * @param shed of them, refused because the queue was full
   * @param failed of them, answered with an error
   */
  public record Offered(long arrived, long sent, long shed, long failed) {
    /** Share of the arrivals that failed or were refused, 0 without arrivals. */
    public double errorShare() {
      return arrived == 0 ? 0 : (double) (shed + failed) / arrived;
    }
  }

  /**
   * @param lines seconds shown
   * @param latestMillis how late the latest was taken
   * @param cpuMicros CPU of the thread that tells them
   * @param cpuShare of one core
   */
  public record Reporter(long lines, double latestMillis, long cpuMicros, double cpuShare) {}
}
