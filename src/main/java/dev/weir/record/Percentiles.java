package dev.weir.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Service times in microseconds, from a histogram of three significant digits.
 *
 * @param n number of calls
 * @param intervals of the percentiles; null where nobody made them, as in older records
 */
public record Percentiles(
    double p50,
    double p95,
    double p99,
    double p999,
    double max,
    long n,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Intervals intervals) {
  private static final double NANOS = 1e3;

  /**
   * The 95 % interval of each percentile.
   *
   * @param p999 of the 99.9th
   */
  public record Intervals(
      PercentileInterval p50,
      PercentileInterval p95,
      PercentileInterval p99,
      PercentileInterval p999) {}

  /** Without intervals. */
  public Percentiles(double p50, double p95, double p99, double p999, double max, long n) {
    this(p50, p95, p99, p999, max, n, null);
  }

  /** The same with intervals. */
  public Percentiles with(Intervals made) {
    return new Percentiles(p50, p95, p99, p999, max, n, made);
  }

  /** The percentiles of a histogram of nanoseconds; null if it is empty. */
  public static @Nullable Percentiles of(Histogram histogram) {
    if (histogram.getTotalCount() == 0) {
      return null;
    }
    return new Percentiles(
        histogram.getValueAtPercentile(50) / NANOS,
        histogram.getValueAtPercentile(95) / NANOS,
        histogram.getValueAtPercentile(99) / NANOS,
        histogram.getValueAtPercentile(99.9) / NANOS,
        histogram.getMaxValue() / NANOS,
        histogram.getTotalCount());
  }

  /**
   * Adds up histograms in HdrHistogram's compressed encoding; percentiles are never averaged.
   *
   * @throws IllegalArgumentException if one can't be decoded
   */
  public static Histogram merge(List<String> encoded) {
    Histogram all = new Histogram(3);
    for (String one : encoded) {
      if (one.isEmpty()) {
        continue;
      }
      try {
        all.add(
            Histogram.decodeFromCompressedByteBuffer(
                ByteBuffer.wrap(Base64.getDecoder().decode(one)), 0));
      } catch (DataFormatException e) {
        throw new IllegalArgumentException("not a histogram: " + e.getMessage(), e);
      }
    }
    return all;
  }
}
