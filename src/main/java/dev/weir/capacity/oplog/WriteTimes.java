package dev.weir.capacity.oplog;

import java.util.Arrays;

/** How many writes of a collection came when, in bins of equal length. */
final class WriteTimes {
  private static final int MOST_BINS = 20_000;
  private static final double SHORTEST_MILLIS = 10;

  private final double binMillis;
  private int[] bins = new int[64];
  private int used;

  WriteTimes(long spanMillis) {
    binMillis = Math.max(SHORTEST_MILLIS, (double) spanMillis / MOST_BINS);
  }

  /**
   * @param millis since the span began
   */
  void write(long millis) {
    int bin = (int) (millis / binMillis);
    if (bin >= bins.length) {
      bins = Arrays.copyOf(bins, Math.max(bin + 1, 2 * bins.length));
    }
    bins[bin]++;
    used = Math.max(used, bin + 1);
  }

  double binMillis() {
    return binMillis;
  }

  /** When the last of them came, in ms since the span began. */
  double endMillis() {
    return used * binMillis;
  }

  /** Writes in the bins that begin in that time. */
  long between(double fromMillis, double toMillis) {
    long sum = 0;
    int to = Math.min(used, (int) Math.ceil(toMillis / binMillis));
    for (int i = (int) Math.ceil(fromMillis / binMillis); i < to; i++) {
      sum += bins[i];
    }
    return sum;
  }
}
