package dev.weir.report.html.picture;

/**
 * The data of an SVG path through points, to a tenth of a unit. Steps are relative, which takes
 * half the characters of absolute coordinates; each is taken from the rounded point before, so that
 * errors do not add up.
 */
public final class LinePath {
  private final StringBuilder data = new StringBuilder();
  private long x;
  private long y;

  /** Lifts the pen. */
  public LinePath move(double toX, double toY) {
    x = tenths(toX);
    y = tenths(toY);
    data.append('M').append(text(x));
    return append(y);
  }

  /** Draws from the point before. */
  public LinePath line(double toX, double toY) {
    long fromX = x;
    long fromY = y;
    x = tenths(toX);
    y = tenths(toY);
    data.append('l').append(text(x - fromX));
    return append(y - fromY);
  }

  /** Draws back to where the pen was put down. */
  public LinePath close() {
    data.append('z');
    return this;
  }

  private LinePath append(long second) {
    data.append(second < 0 ? "" : " ").append(text(second));
    return this;
  }

  private static long tenths(double coordinate) {
    return Math.round(coordinate * 10);
  }

  /** {@code 12}, {@code 1.5}, {@code -.5}. */
  private static String text(long tenths) {
    long whole = Math.abs(tenths) / 10;
    long rest = Math.abs(tenths) % 10;
    return (tenths < 0 ? "-" : "")
        + (whole == 0 && rest > 0 ? "" : whole)
        + (rest == 0 ? "" : "." + rest);
  }

  @Override
  public String toString() {
    return data.toString();
  }
}
