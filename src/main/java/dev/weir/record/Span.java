package dev.weir.record;

/** A stretch of time, UTC epoch ms. */
public record Span(long fromMillis, long toMillis) {
  /** None: of a trial that gave no measurement. */
  public static final Span NONE = new Span(0, 0);

  /** Its length in seconds. */
  public double seconds() {
    return (toMillis - fromMillis) / 1e3;
  }

  /** The same span, later by some milliseconds. */
  public Span later(long millis) {
    return new Span(fromMillis + millis, toMillis + millis);
  }
}
