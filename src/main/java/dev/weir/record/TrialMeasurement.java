package dev.weir.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a load generator saw of one trial.
 *
 * @param measured the measured span
 * @param measuredNanos its length by the monotonic clock
 * @param settleMillis how long the trial ran before steady state was shown
 * @param steady whether steady state was shown at all
 * @param steadyReason why, or why not
 * @param documents documents acknowledged in the measured span
 * @param rates what the measured span carried
 * @param total counts over the whole trial
 * @param latency service times of the measured span, second by second
 * @param overflows service times above the histogram's range, recorded at its upper end
 * @param clientCpuMicros CPU of the load process in the measured span, all threads
 * @param pool the driver's pool in the measured span
 * @param health how the generator itself fared in the measured span
 * @param queues how evenly jobs fell on queue workers; null without jobs
 */
@RecordBuilder
public record TrialMeasurement(
    Span measured,
    long measuredNanos,
    long settleMillis,
    boolean steady,
    String steadyReason,
    long documents,
    Throughput rates,
    Totals total,
    List<LatencyInterval> latency,
    long overflows,
    long clientCpuMicros,
    Pool pool,
    Health health,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable QueueSkew queues)
    implements TrialMeasurementBuilder.With {

  /** The same with every instant later by some milliseconds. */
  public TrialMeasurement later(long millis) {
    return withMeasured(measured.later(millis))
        .withLatency(
            latency.stream()
                .map(
                    i ->
                        new LatencyInterval(
                            i.startMillis() + millis, i.endMillis() + millis, i.histogram()))
                .toList());
  }

  /**
   * @param startMillis UTC epoch ms
   * @param endMillis UTC epoch ms
   * @param histogram HdrHistogram's compressed encoding in Base64; values in nanoseconds
   */
  public record LatencyInterval(long startMillis, long endMillis, String histogram) {}

  /**
   * @param checkedOut check-outs
   * @param waitMicros sum of their waits
   * @param failed check-outs that failed
   * @param created connections made over the whole trial
   * @param closed connections closed over the whole trial
   * @param waited check-outs that took longer than a millisecond; 0 in records that lack it
   * @param timeouts check-outs that failed because the wait was over; 0 in records that lack it
   */
  public record Pool(
      long checkedOut,
      double waitMicros,
      long failed,
      long created,
      long closed,
      long waited,
      long timeouts) {}

  /**
   * @param gcMillis time in garbage collection
   * @param worstStallMillis the latest that a 10 ms timer came
   * @param lateMillis 99th percentile of how late that timer came; null in records that lack it
   * @param stalledShare share of the span in which that timer was more than 100 ms late, beyond
   *     what a CPU quota withheld
   * @param stealShare share of the host's CPU time taken by other virtual machines, 0 where unknown
   * @param heapUsedBytes most heap seen in use
   * @param throttledCores core-seconds per second that a CPU quota withheld from the generator;
   *     null where it has no quota, and in records that lack it
   */
  public record Health(
      long gcMillis,
      double worstStallMillis,
      @Nullable Double lateMillis,
      double stalledShare,
      double stealShare,
      long heapUsedBytes,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double throttledCores) {}
}
