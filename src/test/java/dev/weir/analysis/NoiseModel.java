package dev.weir.analysis;

import java.util.Random;

/** How rounds of one cell scatter around the truth; each draws one figure per round. */
public enum NoiseModel {
  /** Normal, 3 %: a warm JVM on a quiet machine. */
  NORMAL_3("normal 3 %", 1) {
    @Override
    public double[] rounds(int n, Random random) {
      return fill(n, () -> 1 + 0.03 * random.nextGaussian());
    }
  },
  /** Log-normal, 10 %: a shared machine. */
  LOG_NORMAL_10("log-normal 10 %", Math.exp(0.005)) {
    @Override
    public double[] rounds(int n, Random random) {
      return fill(n, () -> Math.exp(0.1 * random.nextGaussian()));
    }
  },
  /** Normal, 3 %, and one round in ten loses 30 % to a neighbour. */
  DISTURBED("3 %, 10 % chance of -30 %", 0.97) {
    @Override
    public double[] rounds(int n, Random random) {
      return fill(
          n, () -> (random.nextDouble() < 0.1 ? 0.7 : 1) * (1 + 0.03 * random.nextGaussian()));
    }
  },
  /** 3 % in all, of which a part persists from round to round (first-order, 0.4). */
  DRIFTING("AR(1) 0.4, 3 %", 1) {
    @Override
    public double[] rounds(int n, Random random) {
      double phi = 0.4;
      double[] state = {random.nextGaussian()};
      return fill(
          n,
          () -> {
            double now = state[0];
            state[0] = phi * now + Math.sqrt(1 - phi * phi) * random.nextGaussian();
            return 1 + 0.03 * now;
          });
    }
  };

  final String title;

  /** The mean that an interval should cover. */
  public final double truth;

  NoiseModel(String title, double truth) {
    this.title = title;
    this.truth = truth;
  }

  public abstract double[] rounds(int n, Random random);

  private static double[] fill(int n, java.util.function.DoubleSupplier draw) {
    double[] xs = new double[n];
    for (int i = 0; i < n; i++) {
      xs[i] = draw.getAsDouble();
    }
    return xs;
  }
}
