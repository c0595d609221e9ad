package dev.weir.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.record.AlikeTurns;
import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AlikeRatioTest {
  private static AlikeTurns jvm(String cell, int round, double... ratios) {
    List<AlikeTurns.Block> blocks =
        Arrays.stream(ratios).mapToObj(ratio -> new AlikeTurns.Block(ratio, ratio * 2)).toList();
    return new AlikeTurns(cell, "base", round, "one call", 0, blocks, List.of());
  }

  @Test
  void aPairHasTheGeometricMeanOfItsJvms() {
    List<AlikeRatio> ratios =
        AlikeRatio.of(List.of(jvm("a", 1, 0.4, 0.9), jvm("a", 2, 0.6, 0.6)), 0.95);
    assertThat(ratios).hasSize(1);
    AlikeRatio ratio = ratios.get(0);
    assertThat(ratio.typical().mean()).isCloseTo(0.6, within(1e-12));
    assertThat(ratio.mean().mean()).isCloseTo(1.2, within(1e-12));
    assertThat(ratio.typical().n()).as("JVMs").isEqualTo(2);
    assertThat(AlikeRatio.typical(ratios, "a", "base")).isEqualTo(ratio.typical());
    Interval other = AlikeRatio.typical(ratios, "base", "a");
    assertThat(other).isEqualTo(ratio.typical().inverse());
    assertThat(AlikeRatio.typical(ratios, "a", "c")).isNull();
    assertThat(AlikeRatio.turn(ratios, "base", "a")).isEqualTo("one call");
  }

  @Test
  void whatIsNotValidIsLeftOut() {
    AlikeTurns broken =
        new AlikeTurns(
            "a",
            "base",
            2,
            "one call",
            0,
            List.of(new AlikeTurns.Block(9, 9)),
            List.of("counts differ: 5 documents acknowledged, 4 matched"));
    Interval ratio = AlikeRatio.of(List.of(jvm("a", 1, 0.5, 0.5), broken), 0.95).get(0).typical();
    assertThat(ratio.mean()).isCloseTo(0.5, within(1e-12));
    assertThat(ratio.isKnown()).as("one JVM").isFalse();
    assertThat(AlikeRatio.of(List.of(broken), 0.95)).isEmpty();
  }

  /** Four pairs in three JVMs, as in the default study: JVMs differ by 2 %, blocks by 1.5 %. */
  @Test
  void intervalsHoldTheTruth() {
    Random random = new Random(7);
    int held = 0;
    int of = 0;
    for (int repeat = 0; repeat < 500; repeat++) {
      List<AlikeTurns> turns = new ArrayList<>();
      for (String cell : List.of("a", "b", "c", "d")) {
        for (int round = 1; round <= 3; round++) {
          double jvm = 0.02 * random.nextGaussian();
          double[] ratios = new double[4];
          Arrays.setAll(ratios, i -> 0.8 * Math.exp(jvm + 0.015 * random.nextGaussian()));
          turns.add(jvm(cell, round, ratios));
        }
      }
      for (AlikeRatio ratio : AlikeRatio.of(turns, 0.95)) {
        of++;
        held += ratio.typical().contains(0.8) ? 1 : 0;
      }
    }
    assertThat((double) held / of).isBetween(0.93, 0.97);
  }
}
