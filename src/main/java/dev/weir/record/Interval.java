package dev.weir.record;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * An estimate with its confidence interval, in the unit of what was estimated (documents/s, or none
 * for a ratio).
 *
 * <p>One figure says nothing about its own spread: with {@code n = 1} both bounds are NaN, {@code
 * null} in JSON.
 *
 * @param mean the estimate; for a ratio the geometric mean over rounds
 * @param low lower bound, NaN if unknown
 * @param high upper bound, NaN if unknown
 * @param confidence the two-sided confidence level, between 0 and 1
 * @param n how many rounds it rests on
 * @param method how it was made, for instance {@code student-t}
 */
@JsonPropertyOrder({"mean", "low", "high", "confidence", "n", "method"})
public record Interval(
    double mean,
    @JsonSerialize(converter = NanAsNull.class) double low,
    @JsonSerialize(converter = NanAsNull.class) double high,
    double confidence,
    int n,
    String method) {

  /**
   * Checks that the bounds enclose the estimate.
   *
   * @throws IllegalArgumentException if they do not, or if {@code n} or {@code confidence} is out
   *     of range
   */
  public Interval {
    if (n < 1) {
      throw new IllegalArgumentException("an interval needs at least one round, got " + n);
    }
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException("confidence must lie between 0 and 1: " + confidence);
    }
    if (low > mean || high < mean || Double.isNaN(low) != Double.isNaN(high)) {
      throw new IllegalArgumentException(
          "bounds [" + low + ", " + high + "] do not enclose the estimate " + mean);
    }
  }

  /** Reads the JSON form, in which an unknown bound is {@code null}. */
  @JsonCreator
  static Interval fromJson(
      @JsonProperty("mean") double mean,
      @JsonProperty("low") @Nullable Double low,
      @JsonProperty("high") @Nullable Double high,
      @JsonProperty("confidence") double confidence,
      @JsonProperty("n") int n,
      @JsonProperty("method") String method) {
    return new Interval(
        mean,
        low == null ? Double.NaN : low,
        high == null ? Double.NaN : high,
        confidence,
        n,
        method);
  }

  /** Whether there are bounds at all; false for a single round. */
  @JsonIgnore
  public boolean isKnown() {
    return !Double.isNaN(low);
  }

  /** Whether {@code value} lies inside the bounds, ends included; false if they are unknown. */
  public boolean contains(double value) {
    return value >= low && value <= high;
  }

  /** The same ratio the other way round. */
  public Interval inverse() {
    return new Interval(1 / mean, 1 / high, 1 / low, confidence, n, method);
  }

  /** {@code 3.86 [3.09, 4.82]}; the estimate alone if the bounds are unknown. */
  public String text(DoubleFunction<String> figure) {
    String estimate = figure.apply(mean);
    return isKnown()
        ? estimate + " [" + figure.apply(low) + ", " + figure.apply(high) + "]"
        : estimate;
  }

  /**
   * The larger distance from the estimate to a bound, as a share of the estimate: 0.08 reads "± 8
   * %". Infinite if the bounds are unknown or the estimate is zero.
   */
  public double relativeHalfWidth() {
    if (!isKnown() || mean == 0) {
      return Double.POSITIVE_INFINITY;
    }
    return Math.max(high - mean, mean - low) / Math.abs(mean);
  }

  /** JSON has no NaN. */
  static final class NanAsNull extends StdConverter<Double, @Nullable Double> {
    @Override
    public @Nullable Double convert(Double bound) {
      return bound.isNaN() ? null : bound;
    }
  }
}
