package dev.weir.capacity;

/**
 * How many writes remain when updates in memory are collected and written later. Updates of one
 * document come as a Poisson process of rate λ; a flush writes each document once however often it
 * changed. With T seconds between two flushes of a document
 *
 * <pre>P(dirty) = 1 − exp(−λT)
 * documents/s = players·(1 − exp(−λT))/T
 * writes per update = (1 − exp(−λT))/(λT)</pre>
 *
 * since no event in T has the probability exp(−λT). At a random moment a document has collected for
 * a time uniform in [0, T], so the share that is dirty is 1 − (1 − exp(−λT))/(λT). Each document
 * type has its own λ.
 */
public final class Coalescing {
  private Coalescing() {}

  /**
   * Probability that a document changed at least once.
   *
   * @param rate λ, updates per second
   * @param period T, seconds
   */
  public static double dirtyProbability(double rate, double period) {
    return -Math.expm1(-rate * period);
  }

  /** Documents written per second for that number of players. */
  public static double documentsPerSecond(double players, double rate, double period) {
    return players * dirtyProbability(rate, period) / period;
  }

  /** Writes that remain of one update, between 0 and 1. */
  public static double writesPerUpdate(double rate, double period) {
    double expected = rate * period;
    return expected == 0 ? 1 : dirtyProbability(rate, period) / expected;
  }

  /** Share of documents that are dirty at a random moment of a staggered flush. */
  public static double meanDirtyShare(double rate, double period) {
    return 1 - writesPerUpdate(rate, period);
  }

  /**
   * Seconds until that number of documents is dirty, all clean at first; the longest period if it
   * takes longer.
   *
   * @param players players
   * @param rates λ of each type of document
   * @param dirty documents wanted
   * @param longest seconds after which a flush comes anyway
   */
  public static double secondsUntilDirty(
      double players, double[] rates, double dirty, double longest) {
    if (dirtyAfter(players, rates, longest) <= dirty) {
      return longest;
    }
    double low = 0;
    double high = longest;
    for (int i = 0; i < 100; i++) { // halving 100 times leaves nothing to decide
      double middle = (low + high) / 2;
      if (dirtyAfter(players, rates, middle) < dirty) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private static double dirtyAfter(double players, double[] rates, double seconds) {
    double sum = 0;
    for (double rate : rates) {
      sum += players * dirtyProbability(rate, seconds);
    }
    return sum;
  }
}
