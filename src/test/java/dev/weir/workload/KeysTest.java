package dev.weir.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.study.KeyChoice;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class KeysTest {
  private static long[] counts(Keys keys, int documents, int draws) {
    long[] counts = new long[documents];
    for (int i = 0; i < draws; i++) {
      counts[(int) keys.next()]++; // fails outside the range
    }
    return counts;
  }

  @Test
  void uniformCoversAllAlike() {
    long[] counts = counts(Keys.of(KeyChoice.UNIFORM, 100, 0, 1, 7), 100, 100_000);
    // 1000 ± 32 expected each; six standard deviations are never seen by chance.
    assertThat(Arrays.stream(counts).boxed()).allSatisfy(n -> assertThat(n).isBetween(800L, 1200L));
  }

  @Test
  void zipfianIsSkewedAsItsExponentSays() {
    int documents = 1_000;
    long[] counts = counts(Keys.of(KeyChoice.ZIPFIAN, documents, 0, 1, 7), documents, 100_000);
    long[] sorted = Arrays.stream(counts).sorted().toArray();
    // P(rank 1) = 1 / sum of k^-0.99 over 1000 ranks = 0.128.
    assertThat(sorted[documents - 1]).isBetween(11_500L, 14_500L);
    long top = LongStream.of(sorted).skip(documents - 10L).sum();
    assertThat(top).as("ten hottest").isBetween(34_000L, 44_000L);
    assertThat(LongStream.of(counts).filter(n -> n > 0).count()).isGreaterThan(500);
  }

  @Test
  void hotDocumentsAreNoNeighbours() {
    int documents = 10_000;
    long[] counts = counts(Keys.of(KeyChoice.ZIPFIAN, documents, 0, 1, 7), documents, 100_000);
    Integer[] byHeat = new Integer[documents];
    Arrays.setAll(byHeat, i -> i);
    Arrays.sort(byHeat, (a, b) -> Long.compare(counts[b], counts[a]));
    for (int i = 1; i < 10; i++) {
      assertThat(Math.abs(byHeat[i] - byHeat[i - 1])).isGreaterThan(10);
    }
  }

  @ParameterizedTest
  @CsvSource({"12, 4", "13, 4", "100, 7", "3, 1"})
  void sequentialLanesCoverAllTogether(int documents, int lanes) {
    Set<Long> seen = new HashSet<>();
    int rounds = documents / lanes;
    for (int lane = 0; lane < lanes; lane++) {
      Keys keys = Keys.of(KeyChoice.SEQUENTIAL, documents, lane, lanes, 1);
      for (int i = 0; i < rounds; i++) {
        assertThat(seen.add(keys.next())).as("no other lane had it").isTrue();
      }
    }
    assertThat(seen).hasSize(rounds * lanes);
    assertThat(seen).allSatisfy(key -> assertThat(key).isBetween(0L, documents - 1L));
  }

  @Test
  void sequentialGoesRoundForEver() {
    Keys keys = Keys.of(KeyChoice.SEQUENTIAL, 3, 0, 1, 1);
    assertThat(LongStream.generate(keys::next).limit(7))
        .containsExactly(0L, 1L, 2L, 0L, 1L, 2L, 0L);
    Keys beyond = Keys.of(KeyChoice.SEQUENTIAL, 3, 7, 10, 1);
    assertThat(LongStream.generate(beyond::next).limit(3)).containsExactly(1L, 2L, 0L);
  }

  @ParameterizedTest
  @EnumSource
  void oneDocumentIsEnough(KeyChoice choice) {
    Keys keys = Keys.of(choice, 1, 3, 8, 1);
    assertThat(LongStream.generate(keys::next).limit(20)).containsOnly(0L);
  }

  @ParameterizedTest
  @EnumSource
  void seedDecides(KeyChoice choice) {
    Keys one = Keys.of(choice, 1000, 0, 1, 9);
    Keys same = Keys.of(choice, 1000, 0, 1, 9);
    for (int i = 0; i < 100; i++) {
      assertThat(one.next()).isEqualTo(same.next());
    }
  }
}
