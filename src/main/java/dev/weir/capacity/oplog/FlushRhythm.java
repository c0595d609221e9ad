package dev.weir.capacity.oplog;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/**
 * A period in which documents are written. It shows in the times between two writes of one
 * document: with a flush every T seconds they are T, 2T, 3T, and without one they are anything.
 *
 * @param seconds T
 * @param share of those times that lie within a tenth of T around a multiple of T; a fifth would by
 *     chance
 * @param allAtOnce whether all documents are written in one part of the period (true) or all over
 *     it (false); null if neither shows
 */
public record FlushRhythm(double seconds, double share, @Nullable Boolean allAtOnce) {
  private static final double LEAST_SHARE = 0.8;
  private static final long LEAST_GAPS = 20;
  private static final double NEAR = 0.1;

  /** Flushes that follow faster are calls, not a rhythm. */
  private static final double LEAST_MILLIS = 50;

  private static final double[] CANDIDATES = {2, 5, 10, 20, 30, 40, 50, 60, 75, 90};
  private static final int REFINEMENTS = 4;

  /** Multiples that a period is fitted to: of far ones every length is near one. */
  private static final long MOST_MULTIPLES = 10;

  private static final double AT_ONCE = 0.8;
  private static final double SPREAD = 0.5;
  private static final int BINS_OF_FIFTH = 2;
  private static final int BINS = 10;
  private static final long LEAST_WRITES_OF_PERIOD = 50;

  /**
   * The longest period that explains the gaps; null if none does.
   *
   * @param gaps between two writes of a document, in ms
   * @param writes of the collection over time
   */
  static @Nullable FlushRhythm of(Histogram gaps, WriteTimes writes) {
    if (gaps.getTotalCount() < LEAST_GAPS) {
      return null;
    }
    double best = 0;
    double bestShare = 0;
    for (double percentile : CANDIDATES) {
      double period = gaps.getValueAtPercentile(percentile);
      for (int i = 0; i < REFINEMENTS && period >= LEAST_MILLIS; i++) {
        period = fitted(gaps, period);
      }
      double share = period >= LEAST_MILLIS ? near(gaps, period) : 0;
      if (share >= LEAST_SHARE && period > best) {
        best = period;
        bestShare = share;
      }
    }
    return best == 0 ? null : new FlushRhythm(best / 1e3, bestShare, allAtOnce(best, writes));
  }

  /** Least squares of gap − k·period over the gaps near a multiple k; 0 if there are none. */
  private static double fitted(Histogram gaps, double period) {
    double products = 0;
    double squares = 0;
    for (HistogramIterationValue value : gaps.recordedValues()) {
      double gap = gaps.medianEquivalentValue(value.getValueIteratedTo());
      long k = Math.round(gap / period);
      if (k >= 1 && k <= MOST_MULTIPLES && Math.abs(gap - k * period) <= 2 * NEAR * period) {
        products += (double) value.getCountAtValueIteratedTo() * k * gap;
        squares += (double) value.getCountAtValueIteratedTo() * k * k;
      }
    }
    return squares == 0 ? 0 : products / squares;
  }

  private static double near(Histogram gaps, double period) {
    long near = 0;
    for (HistogramIterationValue value : gaps.recordedValues()) {
      double gap = gaps.medianEquivalentValue(value.getValueIteratedTo());
      long k = Math.round(gap / period);
      if (k >= 1 && Math.abs(gap - k * period) <= NEAR * period) {
        near += value.getCountAtValueIteratedTo();
      }
    }
    return (double) near / gaps.getTotalCount();
  }

  /** By the share of each period's writes that lies in its fullest fifth, wherever that is. */
  private static @Nullable Boolean allAtOnce(double period, WriteTimes writes) {
    long all = 0;
    long fullest = 0;
    long periods = 0;
    for (double from = 0; from + period <= writes.endMillis(); from += period) {
      long[] bins = new long[BINS];
      long sum = 0;
      for (int i = 0; i < BINS; i++) {
        bins[i] = writes.between(from + i * period / BINS, from + (i + 1) * period / BINS);
        sum += bins[i];
      }
      long most = 0;
      for (int i = 0; i < BINS; i++) {
        long here = 0;
        for (int j = 0; j < BINS_OF_FIFTH; j++) {
          here += bins[(i + j) % BINS];
        }
        most = Math.max(most, here);
      }
      all += sum;
      fullest += most;
      periods++;
    }
    if (all < LEAST_WRITES_OF_PERIOD * periods || all == 0 || period < BINS * writes.binMillis()) {
      return null;
    }
    double share = (double) fullest / all;
    return share >= AT_ONCE ? Boolean.TRUE : share <= SPREAD ? Boolean.FALSE : null;
  }
}
