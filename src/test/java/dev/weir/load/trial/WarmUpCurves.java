package dev.weir.load.trial;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/** Rates of a fresh JVM as windows of 250 ms see them; the final level is 1. */
public final class WarmUpCurves {
  static final double WINDOW = 0.25;

  private final Random random;
  private final double noise;

  /**
   * @param noise relative standard deviation of a window
   */
  public WarmUpCurves(long seed, double noise) {
    this.random = new Random(seed);
    this.noise = noise;
  }

  /** The level without noise: an exponential approach, and up to three sudden steps. */
  public double[] warmUp(double seconds) {
    double tau = 2.5 + 3 * random.nextDouble();
    double start = 0.2 + 0.4 * random.nextDouble();
    double[] at = random.doubles(random.nextInt(4), 1, 14).toArray();
    double[] loss = random.doubles(at.length, 0.03, 0.12).toArray();
    return level(
        seconds,
        t -> {
          double level = 1 - (1 - start) * Math.exp(-t / tau);
          for (int i = 0; i < at.length; i++) {
            level *= t < at[i] ? 1 - loss[i] : 1;
          }
          return level;
        });
  }

  public static double[] level(double seconds, DoubleUnaryOperator ofTime) {
    double[] levels = new double[(int) Math.round(seconds / WINDOW)];
    Arrays.setAll(levels, i -> ofTime.applyAsDouble(i * WINDOW));
    return levels;
  }

  /** Adds noise, and every 10 s on average a dip that costs 60 % for 300 ms. */
  public double[] measured(double[] levels) {
    double[] rates = new double[levels.length];
    double dip = 0;
    for (int i = 0; i < rates.length; i++) {
      if (dip == 0 && random.nextDouble() < WINDOW / 10) {
        dip = 0.3;
      }
      double share = Math.min(dip, WINDOW) / WINDOW;
      dip = Math.max(0, dip - WINDOW);
      rates[i] =
          Math.max(0.01, levels[i] * (1 - 0.6 * share) * (1 + noise * random.nextGaussian()));
    }
    return rates;
  }
}
