package dev.weir.study.sample;

import org.bson.BsonType;

/** Which values can be numbered, so that each is new: the numbers run from 1 to {@link #MOST}. */
public final class Counted {
  /** Characters that write a number: a mark that no other text has first, then base 64. */
  public static final int CHARACTERS = 6;

  /** Bytes that hold a number: a mark, then four. */
  public static final int BYTES = 5;

  /** The greatest number. */
  public static final int MOST = 1 << 30;

  /** Beyond it doubles have no room for numbers. */
  private static final double MOST_REAL = 1L << 51;

  private Counted() {}

  /** Whether this value alone can. */
  static boolean counts(SampleNode node) {
    if (node instanceof SampleNode.Plain plain) {
      return plain.type() == BsonType.OBJECT_ID;
    }
    if (node instanceof SampleNode.Text text) {
      return switch (text.type()) {
        case STRING, SYMBOL, JAVASCRIPT, REGULAR_EXPRESSION -> text.length() >= CHARACTERS;
        case BINARY -> text.length() >= BYTES;
        default -> false;
      };
    }
    if (node instanceof SampleNode.Whole whole) {
      // Beyond the greatest they go round: the numbers must not come back to the least.
      return switch (whole.type()) {
        case INT32 -> whole.high() - whole.low() < (1L << 32) - MOST;
        case TIMESTAMP -> true;
        default -> whole.high() >= whole.low() && whole.high() < Long.MAX_VALUE / 2;
      };
    }
    return node instanceof SampleNode.Real real
        && Math.abs(real.low()) < MOST_REAL
        && Math.abs(real.high()) < MOST_REAL;
  }
}
