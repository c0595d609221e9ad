package dev.weir.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Ratios over blocks and JVMs: how often their intervals hold the truth, on seeded noise. */
class BlockRatiosTest {
  private static final int REPEATS = 2_000;
  private static final int JVMS = 6;
  private static final int BLOCKS = 4;

  private static List<double[][]> cells(Random random, int cells, double ofJvms, double ofBlocks) {
    List<double[][]> all = new ArrayList<>();
    for (int cell = 0; cell < cells; cell++) {
      double[][] logs = new double[JVMS][BLOCKS];
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

  private static double coverage(int cells, double ofJvms) {
    Random random = new Random(5);
    int held = 0;
    for (int i = 0; i < REPEATS; i++) {
      Interval interval = LogRatio.blocks(cells(random, cells, ofJvms, 0.02)).get(0).interval(0.95);
      held += interval.contains(1) ? 1 : 0;
    }
    return (double) held / REPEATS;
  }

  @Test
  void intervalsHoldTheTruthWhateverJvmsAreWorth() {
    for (int cells : List.of(1, 4)) {
      for (double ofJvms : new double[] {0, 0.005, 0.02}) {
        assertThat(coverage(cells, ofJvms))
            .as("%d cells, JVMs %s", cells, ofJvms)
            .isCloseTo(0.95, within(0.025));
      }
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
}
