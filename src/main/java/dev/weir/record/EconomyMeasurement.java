package dev.weir.record;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the workers of an economy saw.
 *
 * @param measured the measured span
 * @param measuredNanos its length
 * @param targetPerSecond operations/s of the pacing if answers took no time
 * @param types one for each operation, measured span only
 * @param total all of them together
 * @param committedByType operations that happened, over the whole trial, for the audit
 * @param unresolvedByType operations that may have happened
 * @param voided operations that failed and whose ids are void in the ledger
 * @param perSecond operations/s of each second of the measured span
 * @param errorsByClass failed operations of the whole trial by class of error
 * @param stoppedBy the error that ended the trial early, null if none did
 * @param clientCpuMicros CPU of the load process in the measured span
 * @param pool the driver's pools in the measured span, all together
 * @param health how the generator fared
 * @param reporter how the lines of each second were made
 */
public record EconomyMeasurement(
    Span measured,
    long measuredNanos,
    double targetPerSecond,
    List<Type> types,
    Type total,
    Map<String, Long> committedByType,
    Map<String, Long> unresolvedByType,
    long voided,
    List<Double> perSecond,
    Map<String, Long> errorsByClass,
    @Nullable String stoppedBy,
    long clientCpuMicros,
    TrialMeasurement.Pool pool,
    TrialMeasurement.Health health,
    OpenMeasurement.Reporter reporter) {

  /**
   * @param type of operation, or {@code total}
   * @param operations committed or refused by the rules of the game
   * @param refused of these
   * @param errors failed or unresolved
   * @param retries attempts that the driver repeated
   * @param resolved commits whose unknown result the ledger showed
   * @param perSecond operations/s
   * @param meanMillis mean response time
   * @param responseMicros from the end of the worker's waiting to the last answer, retries included
   * @param service from the actual start to the last answer, retries included
   */
  public record Type(
      String type,
      long operations,
      long refused,
      long errors,
      long retries,
      long resolved,
      double perSecond,
      double meanMillis,
      @Nullable Percentiles responseMicros,
      Times service) {
    /** The same with other times. */
    public Type with(@Nullable Percentiles responses, Times services) {
      return new Type(
          type,
          operations,
          refused,
          errors,
          retries,
          resolved,
          perSecond,
          meanMillis,
          responses,
          services);
    }
  }

  /** The same with other types. */
  public EconomyMeasurement with(List<Type> others, Type all) {
    return new EconomyMeasurement(
        measured,
        measuredNanos,
        targetPerSecond,
        others,
        all,
        committedByType,
        unresolvedByType,
        voided,
        perSecond,
        errorsByClass,
        stoppedBy,
        clientCpuMicros,
        pool,
        health,
        reporter);
  }

  /** Operations/s achieved as a share of the pacing's, the way of TPC-C's 12.86 per warehouse. */
  public double efficiency() {
    return targetPerSecond == 0 ? 0 : total.perSecond() / targetPerSecond;
  }
}
