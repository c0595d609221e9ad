package dev.weir.record;

/**
 * What one type of operation did in one second of a load run.
 *
 * @param type of operation
 * @param errors operations that failed, since the measured span began
 * @param now operations/s in this second; a document is an operation, whatever batch it came in
 * @param cumulative operations/s since the measured span began
 * @param p50Millis median of the response times of calls that ended in this second, 0 without any
 * @param p95Millis their 95th percentile
 * @param p99Millis their 99th percentile
 * @param maxMillis their maximum
 */
public record SecondLine(
    String type,
    long errors,
    double now,
    double cumulative,
    double p50Millis,
    double p95Millis,
    double p99Millis,
    double maxMillis) {}
