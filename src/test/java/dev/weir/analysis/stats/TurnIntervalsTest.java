package dev.weir.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Intervals over JVMs and turns. Turns scatter by 8.8 %, as the reference runs do; half of the
 * variance between JVMs is common to all cells.
 */
class TurnIntervalsTest {
  private static final int STUDIES = 2_000;
  private static final double TURN = 0.088;

  /** In percent; {@code jvms} is Student's t over the means of JVMs. */
  private record Covered(
      double mean,
      double ratio,
      double meanWidth,
      double ratioWidth,
      double jvms,
      double jvmsWidth) {}

  private static Covered simulate(int cells, int jvms, int turns, double jvmSd, boolean uneven) {
    Random random = new Random(42);
    int means = 0;
    int ratios = 0;
    int overJvms = 0;
    double overJvmsWidth = 0;
    double meanWidth = 0;
    double ratioWidth = 0;
    for (int study = 0; study < STUDIES; study++) {
      List<TurnRates> run = run(random, cells, jvms, turns, jvmSd, uneven);
      Interval mean = RoundIntervals.mean(run.get(0), run, 0.95);
      means += mean.contains(100) ? 1 : 0;
      meanWidth += mean.relativeHalfWidth() / STUDIES;
      Interval jvmsAlone =
          RoundIntervals.mean(
              run.get(0).means().values().stream().mapToDouble(Double::doubleValue).toArray(),
              0.95);
      overJvms += jvmsAlone.contains(100) ? 1 : 0;
      overJvmsWidth += jvmsAlone.relativeHalfWidth() / STUDIES;
      if (cells > 1) {
        Interval ratio =
            Objects.requireNonNull(RoundRatios.ratio(run.get(0), run.get(1), run, 0.95)).interval();
        ratios += ratio.contains(1) ? 1 : 0;
        ratioWidth += ratio.relativeHalfWidth() / STUDIES;
      }
    }
    return new Covered(
        100.0 * means / STUDIES,
        100.0 * ratios / STUDIES,
        meanWidth * 100,
        ratioWidth * 100,
        100.0 * overJvms / STUDIES,
        overJvmsWidth * 100);
  }

  private static List<TurnRates> run(
      Random random, int cells, int jvms, int turns, double jvmSd, boolean uneven) {
    double[] common = random.doubles(jvms).map(x -> random.nextGaussian()).toArray();
    List<TurnRates> run = new ArrayList<>();
    for (int cell = 0; cell < cells; cell++) {
      double turnSd = uneven ? TURN * (cell % 2 == 0 ? 1.4 : 0.6) : TURN;
      TurnRates rates = new TurnRates(new TreeMap<>());
      for (int jvm = 0; jvm < jvms; jvm++) {
        double level = (common[jvm] + random.nextGaussian()) * jvmSd / Math.sqrt(2);
        NavigableMap<Integer, Double> own = new TreeMap<>();
        rates.rounds().put(jvm + 1, own);
        for (int turn = 1; turn <= turns; turn++) {
          double rate = 100 * (1 + level + turnSd * random.nextGaussian());
          own.put(turn, rate);
        }
      }
      run.add(rates);
    }
    return run;
  }

  /** Prints the rows of {@code results/checks/intervals-of-turns.csv}. */
  public static void main(String[] unused) {
    System.out.println(
        "jvms,turns,jvm_sd_percent,cells,turn_sd_percent,mean_coverage_percent,"
            + "mean_half_width_percent,ratio_coverage_percent,ratio_half_width_percent,"
            + "t_over_jvms_coverage_percent,t_over_jvms_half_width_percent");
    for (int jvms : List.of(3, 4)) {
      for (int turns : List.of(4, 6, 8, 10)) {
        for (double sd : List.of(0.0, 0.025, 0.05)) {
          for (int cells : List.of(1, 2, 8)) {
            row(jvms, turns, sd, cells, false);
          }
          row(jvms, turns, sd, 8, true);
        }
      }
    }
    for (double sd : List.of(0.0, 0.025, 0.05)) {
      row(2, 3, sd, 100, false);
      row(2, 3, sd, 100, true);
    }
  }

  private static void row(int jvms, int turns, double sd, int cells, boolean uneven) {
    Covered c = simulate(cells, jvms, turns, sd, uneven);
    String ratio =
        cells == 1 ? "," : String.format(Locale.ROOT, "%.1f,%.1f", c.ratio, c.ratioWidth);
    System.out.printf(
        Locale.ROOT,
        "%d,%d,%.1f,%d,%s,%.1f,%.1f,%s,%.1f,%.1f%n",
        jvms,
        turns,
        sd * 100,
        cells,
        uneven ? "12.3 and 5.3" : "8.8",
        c.mean,
        c.meanWidth,
        ratio,
        c.jvms,
        c.jvmsWidth);
  }

  private static void assertCover(Covered covered) {
    assertThat(covered.mean).as("mean: " + covered).isBetween(93.0, 97.9);
    assertThat(covered.ratio).as("ratio: " + covered).isBetween(93.0, 97.9);
  }

  /** The other cells still tell how far JVMs lie apart, so one invalid trial spoils no ratio. */
  @Test
  void aLostRoundOfTheBaselineCostsLittle() {
    Random random = new Random(43);
    int covered = 0;
    double whole = 0;
    double left = 0;
    for (int study = 0; study < STUDIES; study++) {
      List<TurnRates> run = run(random, 8, 3, 3, 0.025, false);
      whole += ratio(run).relativeHalfWidth() / STUDIES;
      run.get(0).rounds().remove(1 + random.nextInt(3));
      Interval ratio = ratio(run);
      left += ratio.relativeHalfWidth() / STUDIES;
      covered += ratio.contains(1) ? 1 : 0;
    }
    assertThat(100.0 * covered / STUDIES).isBetween(93.0, 97.9);
    assertThat(left / whole).as("three rounds to two, and fewer degrees").isBetween(1.1, 1.8);
  }

  private static Interval ratio(List<TurnRates> run) {
    return Objects.requireNonNull(RoundRatios.ratio(run.get(1), run.get(0), run, 0.95)).interval();
  }

  /** Of eight cells, as {@code quick} has them. */
  @ParameterizedTest(name = "{0} JVMs of {1} turns, JVMs {2}")
  @CsvSource({
    "3, 6, 0", "3, 6, 0.025", "3, 6, 0.05",
    "3, 8, 0", "3, 8, 0.025", "3, 8, 0.05",
    "3, 10, 0", "3, 10, 0.025", "3, 10, 0.05",
    "4, 8, 0", "4, 8, 0.025", "4, 8, 0.05"
  })
  void coverWhatTheyClaim(int jvms, int turns, double jvmSd) {
    assertCover(simulate(8, jvms, turns, jvmSd, false));
  }

  @ParameterizedTest(name = "JVMs {0}")
  @CsvSource({"0", "0.025", "0.05"})
  void coverForASingleCellAndForTwo(double jvmSd) {
    Covered one = simulate(1, 3, 8, jvmSd, false);
    assertThat(one.mean).as("one: " + one).isBetween(92.5, 98.0);
    Covered two = simulate(2, 3, 8, jvmSd, false);
    assertThat(two.mean).as("two: " + two).isBetween(93.0, 98.5);
    assertThat(two.ratio).as("two: " + two).isBetween(92.5, 98.0);
  }

  /** The study matrix has as many cells, whose two JVMs all say how far JVMs differ. */
  @ParameterizedTest(name = "JVMs {0}")
  @CsvSource({"0", "0.025", "0.05"})
  void coverWithTwoJvmsOfAHundredCells(double jvmSd) {
    assertCover(simulate(100, 2, 3, jvmSd, false));
  }

  /** One noise level for all cells would cover 84 % of the noisy ones. */
  @ParameterizedTest(name = "JVMs {0}")
  @CsvSource({"0", "0.025", "0.05"})
  void coverNoisyCellsBesideQuietOnes(double jvmSd) {
    assertCover(simulate(8, 3, 8, jvmSd, true));
  }
}
