package dev.weir.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a load generator saw of one trial. Counts named <em>total</em> run from the first write to
 * the last, the settling before the measured span included, so that they can be held against the
 * server's own.
 *
 * @param measuredFromMillis start of the measured span, UTC epoch ms
 * @param measuredToMillis its end, UTC epoch ms
 * @param measuredNanos its length by the monotonic clock
 * @param settleMillis how long the trial ran before steady state was shown
 * @param steady whether steady state was shown at all
 * @param steadyReason why, or why not
 * @param windowMillis length of one iteration
 * @param documentsPerSecond rate of each iteration
 * @param documents documents acknowledged in the measured span
 * @param batches calls acknowledged in the measured span
 * @param bytes BSON bytes of their update statements
 * @param total counts over the whole trial
 * @param latency service times of the measured span, second by second
 * @param overflows service times above the histogram's range, recorded at its upper end
 * @param clientCpuMicros CPU of the load process in the measured span, all threads
 * @param pool the driver's pool in the measured span
 * @param health how the generator itself fared in the measured span
 * @param queues how evenly jobs fell on queue workers; null without jobs
 */
public record TrialMeasurement(
    long measuredFromMillis,
    long measuredToMillis,
    long measuredNanos,
    long settleMillis,
    boolean steady,
    String steadyReason,
    long windowMillis,
    List<Double> documentsPerSecond,
    long documents,
    long batches,
    long bytes,
    Totals total,
    List<LatencyInterval> latency,
    long overflows,
    long clientCpuMicros,
    Pool pool,
    Health health,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable QueueSkew queues) {

  /** The same with every instant later by so much. */
  public TrialMeasurement later(long millis) {
    List<LatencyInterval> shifted =
        latency.stream()
            .map(
                i ->
                    new LatencyInterval(
                        i.startMillis() + millis, i.endMillis() + millis, i.histogram()))
            .toList();
    return new TrialMeasurement(
        measuredFromMillis + millis,
        measuredToMillis + millis,
        measuredNanos,
        settleMillis,
        steady,
        steadyReason,
        windowMillis,
        documentsPerSecond,
        documents,
        batches,
        bytes,
        total,
        shifted,
        overflows,
        clientCpuMicros,
        pool,
        health,
        queues);
  }

  /**
   * @param offered documents handed to the driver
   * @param acknowledged documents of calls that the server acknowledged
   * @param matched documents that the filters of acknowledged calls found
   * @param modified documents that the server says it changed, those of partly failed calls
   *     included
   * @param failed documents of failed calls by class of error
   * @param unanswered documents of calls still without an answer when the trial was given up
   */
  public record Totals(
      long offered,
      long acknowledged,
      long matched,
      long modified,
      Map<String, Long> failed,
      long unanswered) {
    public long failedDocuments() {
      return failed.values().stream().mapToLong(Long::longValue).sum();
    }
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
   * @param stalledShare share of the span in which that timer was more than 100 ms late
   * @param stealShare share of the host's CPU time taken by other virtual machines, 0 where unknown
   * @param heapUsedBytes most heap seen in use
   */
  public record Health(
      long gcMillis,
      double worstStallMillis,
      @Nullable Double lateMillis,
      double stalledShare,
      double stealShare,
      long heapUsedBytes) {}
}
