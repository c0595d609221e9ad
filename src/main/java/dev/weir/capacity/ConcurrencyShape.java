package dev.weir.capacity;

import java.util.Locale;

/**
 * How the cost of a document grows with the calls in flight N, relative to one in flight.
 *
 * <p>For the time of a call in flight:
 *
 * <pre>G(N) = 1 + σ(N − 1) + τ·max(0, N − m) + κN(N − 1)</pre>
 *
 * Without τ it is Gunther's universal scalability law (<em>Guerrilla Capacity Planning</em>, 2007,
 * chapter 4), whose knee is smooth. A host of few cores has a sharp one: below m calls nobody
 * waits, above it each further call only queues – the asymptotic bounds of Denning and Buzen,
 * <em>The operational analysis of queueing network models</em> (ACM Computing Surveys 10, 1978),
 * for m servers. The data choose m; m = 1 says the same as σ.
 *
 * <p>For CPU, which does not contain waiting: G(N) = 1 + α(1 − 1/N) + κ(N − 1), where α may have
 * either sign: with more calls in flight threads fight for caches, but also sleep and wake less.
 *
 * <p>Single updates leave a server idle between calls where a bulk keeps it busy, so they gain more
 * from a second call in flight: they have an α, or a σ, that differs by ε.
 *
 * @param cpu which of the two
 * @param knee m; only for time
 */
record ConcurrencyShape(boolean cpu, double knee) {
  /** Values of m worth trying; those within the measured range are. */
  static final double[] KNEES = {1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24};

  /** Nothing grows: the bytes of a document are what they are. */
  static final ConcurrencyShape NONE = new ConcurrencyShape(true, Double.NaN);

  /** How many coefficients there are. */
  static final int COEFFICIENTS = 5;

  /** What is added to 1; the coefficients are non-negative, so ε has one for either sign. */
  double[] row(Work work) {
    double n = work.inFlight();
    double single = work.bulk() ? 0 : cpu ? 1 - 1 / n : n - 1;
    return cpu
        ? new double[] {1 - 1 / n, 1 / n - 1, n - 1, single, -single}
        : new double[] {n - 1, Math.max(0, n - knee), n * (n - 1), single, -single};
  }

  double value(double[] coefficients, Work work) {
    double value = 1;
    double[] row = row(work);
    for (int i = 0; i < coefficients.length; i++) {
      value += coefficients[i] * row[i];
    }
    return value;
  }

  String describe(double[] c) {
    String all =
        cpu
            ? String.format(Locale.ROOT, "1 + %.3g(1 − 1/N) + %.3g(N − 1)", c[0] - c[1], c[2])
            : String.format(
                Locale.ROOT,
                "1 + %.3g(N − 1) + %.3g·max(0, N − %.3g) + %.3g·N(N − 1)",
                c[0],
                c[1],
                knee,
                c[2]);
    double single = c[3] - c[4];
    return single == 0
        ? all
        : String.format(
            Locale.ROOT,
            "%s %+.3g%s for single updates",
            all,
            single,
            cpu ? "(1 − 1/N)" : "(N − 1)");
  }
}
