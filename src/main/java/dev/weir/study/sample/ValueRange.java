package dev.weir.study.sample;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/**
 * The range of a field's numbers, wide enough to say nothing of a single one: two significant
 * digits, for dates some twelve days. Of one number it can only be guessed: from 0 to its double.
 */
final class ValueRange {
  private static final MathContext DOWN = new MathContext(2, RoundingMode.FLOOR);
  private static final MathContext UP = new MathContext(2, RoundingMode.CEILING);
  private static final BigDecimal TWO = BigDecimal.valueOf(2);

  /** Milliseconds of a date, seconds of a timestamp: 12.4 and 12.1 days. */
  private static final long DATE_GRAIN = 1L << 30;

  private static final long TIMESTAMP_GRAIN = 1L << 20;

  /** Far beyond any calendar, and two of them fit into a long. */
  private static final long MOST_DATE = 1L << 60;

  private static final long MOST_TIMESTAMP = (1L << 32) - 1;
  private static final int MOST_DIGITS = 6;

  private @Nullable BigDecimal low;
  private @Nullable BigDecimal high;
  private int digits;
  private long seen;

  /** Takes a value in; one without a place among numbers counts for nothing. */
  void add(BsonValue value) {
    BigDecimal number = number(value);
    if (number == null) {
      return;
    }
    seen++;
    digits = Math.max(digits, Math.min(MOST_DIGITS, number.stripTrailingZeros().scale()));
    low = low == null ? number : low.min(number);
    high = high == null ? number : high.max(number);
  }

  private static @Nullable BigDecimal number(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32 -> BigDecimal.valueOf(value.asInt32().getValue());
      case INT64 -> BigDecimal.valueOf(value.asInt64().getValue());
      case DATE_TIME -> BigDecimal.valueOf(value.asDateTime().getValue());
      case TIMESTAMP -> BigDecimal.valueOf(Integer.toUnsignedLong(value.asTimestamp().getTime()));
      case DOUBLE ->
          Double.isFinite(value.asDouble().getValue())
              ? BigDecimal.valueOf(value.asDouble().getValue())
              : null;
      case DECIMAL128 -> decimal(value.asDecimal128().getValue());
      default -> null;
    };
  }

  /** Decimals reach beyond doubles, in which ranges are kept. */
  private static @Nullable BigDecimal decimal(Decimal128 value) {
    if (value.isNaN() || value.isInfinite()) {
      return null;
    }
    if (value.isNegative() && value.equals(Decimal128.NEGATIVE_ZERO)) {
      return BigDecimal.ZERO;
    }
    try {
      BigDecimal number = value.bigDecimalValue();
      return Double.isFinite(number.doubleValue()) ? number : null;
    } catch (ArithmeticException e) { // a negative zero with an exponent
      return BigDecimal.ZERO;
    }
  }

  SampleNode whole(BsonType type) {
    return switch (type) {
      case DATE_TIME -> grains(type, DATE_GRAIN, -MOST_DATE, MOST_DATE);
      case TIMESTAMP -> grains(type, TIMESTAMP_GRAIN, 0, MOST_TIMESTAMP);
      case INT32 -> numbers(type, Integer.MIN_VALUE, Integer.MAX_VALUE);
      default -> numbers(type, Long.MIN_VALUE, Long.MAX_VALUE);
    };
  }

  private SampleNode numbers(BsonType type, long least, long most) {
    return new SampleNode.Whole(type, clamp(lowest(), least, most), clamp(highest(), least, most));
  }

  private static long clamp(BigDecimal value, long least, long most) {
    return value.max(BigDecimal.valueOf(least)).min(BigDecimal.valueOf(most)).longValue();
  }

  /** Whole grains; of one date the grain before it, too. */
  private SampleNode grains(BsonType type, long grain, long least, long most) {
    long from = clamp(low == null ? BigDecimal.ZERO : low, least, most);
    long to = clamp(high == null ? BigDecimal.ZERO : high, least, most);
    long first = Math.floorDiv(from, grain) - (seen <= 1 ? 1 : 0);
    long last = Math.floorDiv(to, grain) + 1;
    return new SampleNode.Whole(type, Math.max(least, first * grain), Math.min(most, last * grain));
  }

  SampleNode real(BsonType type) {
    double most = Double.MAX_VALUE / 4; // so that the width of a range is a number, too
    return new SampleNode.Real(
        type,
        Math.max(-most, Math.min(most, lowest().doubleValue())),
        Math.max(-most, Math.min(most, highest().doubleValue())),
        Math.max(0, digits));
  }

  private BigDecimal lowest() {
    if (low == null) {
      return BigDecimal.ZERO;
    }
    return seen > 1 ? low.round(DOWN) : low.multiply(TWO).round(DOWN).min(BigDecimal.ZERO);
  }

  private BigDecimal highest() {
    if (high == null) {
      return BigDecimal.ONE;
    }
    if (seen > 1) {
      return high.round(UP);
    }
    return high.signum() == 0 ? BigDecimal.ONE : high.multiply(TWO).round(UP).max(BigDecimal.ZERO);
  }
}
