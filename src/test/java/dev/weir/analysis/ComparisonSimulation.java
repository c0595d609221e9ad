package dev.weir.analysis;

import dev.weir.analysis.stats.LogRatio;
import dev.weir.analysis.stats.RunSpread;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;

/**
 * How often a comparison of one cell cries wolf, and how often it finds a real slow-down, under
 * noise of which the truth is known. {@link #main} prints the tables of docs/decisions/turns.md.
 */
final class ComparisonSimulation {
  static final double LOSS = 0.08;

  private static final int COMPARISONS = 4_000;

  /** Noise on natural logarithms. */
  record Noise(double ofRounds, double ofRuns) {}

  /** Shares of comparisons called different, without and with the slow-down. */
  record Rates(double wolves, double found) {
    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.1f / %.0f", wolves * 100, found * 100);
    }
  }

  private ComparisonSimulation() {}

  /** Two runs at different times. */
  static Rates separate(Noise noise, int rounds, RunSpread spread, double confidence) {
    return rates(
        random -> {
          double[] base = run(noise, rounds, random);
          double[] other = run(noise, rounds, random);
          return loss -> LogRatio.unpaired(base, slower(other, loss), spread);
        },
        confidence);
  }

  /**
   * Two sides by turns.
   *
   * @param ofRatio noise of one round's ratio
   */
  static Rates byTurns(double ofRatio, int rounds, double confidence) {
    return rates(
        random -> {
          double[] base = run(new Noise(0.2, 0), rounds, random);
          double[] other = new double[rounds];
          for (int i = 0; i < rounds; i++) {
            other[i] = base[i] * Math.exp(ofRatio * random.nextGaussian());
          }
          return loss -> LogRatio.paired(base, slower(other, loss));
        },
        confidence);
  }

  private static Rates rates(Function<Random, Function<Double, LogRatio>> draw, double confidence) {
    Random random = new Random(20_130_601);
    int wolves = 0;
    int found = 0;
    for (int i = 0; i < COMPARISONS; i++) {
      Function<Double, LogRatio> comparison = draw.apply(random);
      wolves += comparison.apply(0.0).interval(confidence).contains(1) ? 0 : 1;
      found += comparison.apply(LOSS).interval(confidence).high() < 1 ? 1 : 0;
    }
    return new Rates((double) wolves / COMPARISONS, (double) found / COMPARISONS);
  }

  private static double[] run(Noise noise, int rounds, Random random) {
    double level = noise.ofRuns * random.nextGaussian();
    double[] rates = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      rates[i] = 1_000 * Math.exp(level + noise.ofRounds * random.nextGaussian());
    }
    return rates;
  }

  private static double[] slower(double[] rates, double loss) {
    double[] slower = rates.clone();
    for (int i = 0; i < slower.length; i++) {
      slower[i] *= 1 - loss;
    }
    return slower;
  }

  /** Prints both tables in Markdown. */
  public static void main(String[] args) {
    int[] rounds = {3, 6, 12, 24};
    System.out.println(
        "| rounds 10 %, runs | method | n = 3 | 6 | 12 | 24 |\n|---|---|---|---|---|---|");
    for (double ofRuns : new double[] {0, 0.02, 0.05, 0.08}) {
      row(
          "%.0f %% | Welch, 95 %%".formatted(ofRuns * 100),
          rounds,
          n -> separate(new Noise(0.1, ofRuns), n, RunSpread.assumed(0), 0.95));
      row(
          "%.0f %% | Welch, 99 %%".formatted(ofRuns * 100),
          rounds,
          n -> separate(new Noise(0.1, ofRuns), n, RunSpread.assumed(0), 0.99));
      row(
          "%.0f %% | with 5 %%, 99 %%".formatted(ofRuns * 100),
          rounds,
          n -> separate(new Noise(0.1, ofRuns), n, RunSpread.assumed(0.05), 0.99));
    }
    int[] turns = {4, 6, 8, 12, 16};
    System.out.println(
        "| noise of a round's ratio | level | n = 4 | 6 | 8 | 12 | 16 |\n"
            + "|---|---|---|---|---|---|---|");
    for (double ofRatio : new double[] {0.02, 0.03, 0.04, 0.06, 0.08, 0.10}) {
      row("%.0f %% | 95 %%".formatted(ofRatio * 100), turns, n -> byTurns(ofRatio, n, 0.95));
      row("%.0f %% | 99 %%".formatted(ofRatio * 100), turns, n -> byTurns(ofRatio, n, 0.99));
    }
  }

  private static void row(String title, int[] rounds, Function<Integer, Rates> rates) {
    StringBuilder row = new StringBuilder("| " + title + " |");
    for (int n : rounds) {
      row.append(' ').append(rates.apply(n)).append(" |");
    }
    System.out.println(row);
  }
}
