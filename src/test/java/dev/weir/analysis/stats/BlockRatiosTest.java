package dev.weir.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Ratios over blocks and JVMs: how often their intervals hold the truth, on seeded noise. */
class BlockRatiosTest {
  private static final int REPEATS = 2_000;
  private static final int JVMS = 6;
  private static final int BLOCKS = 4;
  private static final int MANY_JVMS = 16;

  /** As the check of comparisons found them: seldom, and some ten times the usual noise. */
  private static final double OUTLIERS = 0.11;

  private static final double FAR = 0.08;

  private static List<double[][]> cells(Random random, int cells, double ofJvms, double ofBlocks) {
    return cells(random, cells, JVMS, ofJvms, ofBlocks);
  }

  private static List<double[][]> cells(
      Random random, int cells, int jvms, double ofJvms, double ofBlocks) {
    List<double[][]> all = new ArrayList<>();
    for (int cell = 0; cell < cells; cell++) {
      double[][] logs = new double[jvms][BLOCKS];
      for (double[] jvm : logs) {
        double own = random.nextGaussian() * ofJvms;
        for (int block = 0; block < BLOCKS; block++) {
          jvm[block] = own + random.nextGaussian() * ofBlocks;
        }
      }
      all.add(logs);
    }
    return all;
  }

  private static double coverage(
      int cells, double ofJvms, Function<List<double[][]>, List<LogRatio>> ratios) {
    Random random = new Random(5);
    int held = 0;
    for (int i = 0; i < REPEATS; i++) {
      Interval interval = ratios.apply(cells(random, cells, ofJvms, 0.02)).get(0).interval(0.95);
      held += interval.contains(1) ? 1 : 0;
    }
    return (double) held / REPEATS;
  }

  @Test
  void intervalsHoldTheTruthWhateverJvmsAreWorth() {
    for (int cells : List.of(1, 4)) {
      for (double ofJvms : new double[] {0, 0.005, 0.02}) {
        assertThat(coverage(cells, ofJvms, LogRatio::blocks))
            .as("%d cells, JVMs %s", cells, ofJvms)
            .isCloseTo(0.95, within(0.025));
      }
    }
    assertThat(coverage(4, 0.005, LogRatio::typicalOfBlocks)).isCloseTo(0.95, within(0.025));
  }

  @Test
  void aBlockFarOffMovesTheTypicalCallOfNoCell() {
    for (int cells : List.of(1, 4)) {
      List<double[][]> all = cells(new Random(3), cells, 0, 0.001);
      all.get(0)[2][1] = 1;
      Interval typical = LogRatio.typicalOfBlocks(all).get(0).interval(0.95);
      assertThat(typical.mean()).as("%d cells", cells).isCloseTo(1, within(0.001));
      assertThat(typical.high() / typical.low()).as("%d cells", cells).isLessThan(1.005);
      assertThat(LogRatio.blocks(all).get(0).interval(0.95).mean()).isGreaterThan(1.03);
    }
  }

  @Test
  void severalCellsMakeTheIntervalNarrower() {
    List<double[][]> four = cells(new Random(2), 4, 0, 0.02);
    Interval alone = LogRatio.blocks(List.<double[][]>of(four.get(0))).get(0).interval(0.99);
    Interval among = LogRatio.blocks(four).get(0).interval(0.99);
    assertThat(among.mean()).isCloseTo(alone.mean(), within(1e-9));
    assertThat(among.high() / among.low()).isLessThan(alone.high() / alone.low());
  }

  /** Log ratios of a comparison in which one side of a JVM, or of a block, may lie far off. */
  private static double[][] withOutliers(Random random, boolean wholeJvms) {
    double[][] logs = cells(random, 1, MANY_JVMS, 0, 0.0155).get(0);
    for (double[] jvm : logs) {
      double far = random.nextDouble() < OUTLIERS ? FAR * random.nextGaussian() : 0;
      for (int block = 0; block < BLOCKS; block++) {
        if (!wholeJvms) {
          far = random.nextDouble() < OUTLIERS ? FAR * random.nextGaussian() : 0;
        }
        jvm[block] += far;
      }
    }
    return logs;
  }

  /** Share of comparisons called different at 99.5 %, of sides that differ by so much. */
  private static double called(boolean wholeJvms, double loss) {
    Random random = new Random(11);
    int called = 0;
    for (int i = 0; i < REPEATS; i++) {
      double[][] logs = withOutliers(random, wholeJvms);
      for (double[] jvm : logs) {
        for (int block = 0; block < jvm.length; block++) {
          jvm[block] += Math.log(1 - loss);
        }
      }
      Interval interval =
          LogRatio.typicalOfBlocks(List.<double[][]>of(logs)).get(0).interval(0.995);
      called += interval.contains(1) ? 0 : 1;
    }
    return (double) called / REPEATS;
  }

  @Test
  void sixteenJvmsFindTwoPercentAlthoughSomeLieFarOff() {
    for (boolean wholeJvms : new boolean[] {false, true}) {
      assertThat(called(wholeJvms, 0)).as("whole JVMs %s", wholeJvms).isLessThan(0.0075);
      assertThat(called(wholeJvms, 0.02)).as("whole JVMs %s", wholeJvms).isGreaterThan(0.9);
      assertThat(called(wholeJvms, 0.04)).as("whole JVMs %s", wholeJvms).isGreaterThan(0.98);
    }
  }

  /** Student's t is an approximation there: of normal noise 1.2 % are called different. */
  @Test
  void intervalsOfManyJvmsHoldTheTruthToo() {
    Random random = new Random(6);
    int held = 0;
    for (int i = 0; i < 5 * REPEATS; i++) {
      List<double[][]> cells = cells(random, 1, MANY_JVMS, 0.01, 0.02);
      held += LogRatio.typicalOfBlocks(cells).get(0).interval(0.99).contains(1) ? 1 : 0;
    }
    assertThat(held / (5.0 * REPEATS)).isCloseTo(0.988, within(0.004));
  }

  @Test
  void aTrimmedMeanHasTheErrorOfItsWinsorizedFigures() {
    // By hand: 1, 2, 3 … 9, 100 without 2 at either end is 3 … 8, mean 5.5; winsorized 3, 3, 3, 4 …
    // 7, 8, 8, 8 has the squares 2 · 3 · 2.5² + 2 · (1.5² + 0.5²) = 42.5 over 6 · 5.
    StudentT trimmed = StudentT.trimmed(new double[] {100, 9, 8, 7, 6, 5, 4, 3, 2, 1}, 0.2);
    assertThat(trimmed.estimate()).isEqualTo(5.5);
    assertThat(trimmed.standardError()).isCloseTo(Math.sqrt(42.5 / 30), within(1e-12));
    assertThat(trimmed.degreesOfFreedom()).isEqualTo(5);
    assertThat(trimmed.n()).isEqualTo(10);
  }
}
