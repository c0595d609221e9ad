package dev.weir.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.hipparchus.stat.StatUtils;
import org.jspecify.annotations.Nullable;

/**
 * One trial: one cell measured once. An invalid one is kept with its reasons and enters no figure.
 *
 * @param cell the cell's id
 * @param round from 1
 * @param order place within the round, from 1
 * @param startedAtMillis first write, UTC epoch ms
 * @param endedAtMillis last answer, UTC epoch ms
 * @param measuredFromMillis start of the measured span, UTC epoch ms
 * @param measuredToMillis its end, UTC epoch ms
 * @param settleMillis time until steady state was shown
 * @param documentsPerSecond mean over the measured span
 * @param batchesPerSecond calls to the driver per second over the measured span
 * @param megabytesPerSecond BSON of update statements, 10^6 bytes per second
 * @param windowMillis length of an iteration
 * @param iterations documents/s of each iteration, nothing averaged away
 * @param operations documents over the whole trial, settling included
 * @param server the server's own view
 * @param serviceTimeMicros service times of the measured span
 * @param histogram all service times of the measured span in ns: HdrHistogram's compressed encoding
 *     in Base64
 * @param clientMicrosPerDocument CPU of the load process per document
 * @param serverMicrosPerDocument CPU of the server's processes per document, null if unknown
 * @param poolWaitMicros mean wait for a connection per check-out
 * @param pool the driver's pool
 * @param health how the generator fared
 * @param valid whether the trial enters figures
 * @param reasons why it does not
 * @param clients each client's part where there were several, else null
 * @param queues how evenly jobs fell on queue workers; null without jobs
 */
public record TrialRecord(
    String cell,
    int round,
    int order,
    long startedAtMillis,
    long endedAtMillis,
    long measuredFromMillis,
    long measuredToMillis,
    long settleMillis,
    double documentsPerSecond,
    double batchesPerSecond,
    double megabytesPerSecond,
    long windowMillis,
    List<Double> iterations,
    Operations operations,
    Server server,
    @Nullable Percentiles serviceTimeMicros,
    String histogram,
    double clientMicrosPerDocument,
    @Nullable Double serverMicrosPerDocument,
    double poolWaitMicros,
    TrialMeasurement.@Nullable Pool pool,
    TrialMeasurement.@Nullable Health health,
    boolean valid,
    List<String> reasons,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ClientShares clients,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable QueueSkew queues) {

  /** This trial with the parts that its clients had in it. */
  public TrialRecord withClients(@Nullable ClientShares shares) {
    return new TrialRecord(
        cell,
        round,
        order,
        startedAtMillis,
        endedAtMillis,
        measuredFromMillis,
        measuredToMillis,
        settleMillis,
        documentsPerSecond,
        batchesPerSecond,
        megabytesPerSecond,
        windowMillis,
        iterations,
        operations,
        server,
        serviceTimeMicros,
        histogram,
        clientMicrosPerDocument,
        serverMicrosPerDocument,
        poolWaitMicros,
        pool,
        health,
        valid,
        reasons,
        shares,
        queues);
  }

  /** This trial with how evenly its jobs fell on workers. */
  public TrialRecord withQueues(@Nullable QueueSkew skew) {
    return new TrialRecord(
        cell,
        round,
        order,
        startedAtMillis,
        endedAtMillis,
        measuredFromMillis,
        measuredToMillis,
        settleMillis,
        documentsPerSecond,
        batchesPerSecond,
        megabytesPerSecond,
        windowMillis,
        iterations,
        operations,
        server,
        serviceTimeMicros,
        histogram,
        clientMicrosPerDocument,
        serverMicrosPerDocument,
        poolWaitMicros,
        pool,
        health,
        valid,
        reasons,
        clients,
        skew);
  }

  /**
   * How much the rate swung within the trial: the coefficient of variation of its windows' rates,
   * that is their sample standard deviation over their mean, without unit. NaN for fewer than two
   * windows.
   */
  @JsonIgnore
  public double jitter() {
    double[] rates = iterations.stream().mapToDouble(Double::doubleValue).toArray();
    return Math.sqrt(StatUtils.variance(rates)) / StatUtils.mean(rates);
  }

  /**
   * @param offered documents handed to the driver
   * @param acknowledged documents of acknowledged calls
   * @param modified documents that really changed
   * @param failed documents of failed calls, by class of error
   */
  public record Operations(
      long offered, long acknowledged, long modified, Map<String, Long> failed) {}

  /**
   * @param updates update statements, or for a cell that reads finds, that the server counted over
   *     the whole trial; null if it counts none
   * @param cpuMicros CPU of its processes over the measured span; null if unknown
   */
  public record Server(@Nullable Long updates, @Nullable Long cpuMicros) {}
}
