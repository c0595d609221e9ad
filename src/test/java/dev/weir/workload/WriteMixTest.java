package dev.weir.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.study.Cell;
import dev.weir.study.WriteKind;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriteMixTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 13})
  void everyKindComesAtItsWeight(int lane) {
    WriteMix mix = new WriteMix(WriteKind.parse("mix70update20insert10delete"), 0, lane);
    Map<WriteMix.One, Integer> counted = new EnumMap<>(WriteMix.One.class);
    int most = 0;
    for (int i = 1; i <= 1_000; i++) {
      counted.merge(mix.next(), 1, Integer::sum);
      int ahead = Math.abs(counted.getOrDefault(WriteMix.One.INSERT, 0) - i / 5);
      most = Math.max(most, ahead);
    }
    assertThat(counted)
        .isEqualTo(
            Map.of(WriteMix.One.UPDATE, 700, WriteMix.One.INSERT, 200, WriteMix.One.DELETE, 100));
    assertThat(most).as("never far from its share").isLessThanOrEqualTo(2);
  }

  @Test
  void sharesAreExact() {
    WriteMix mix = new WriteMix(WriteKind.parse("upsert20"), 0, 0);
    int inserts = 0;
    for (int i = 0; i < 1_000; i++) {
      inserts += mix.upsertInserts() ? 1 : 0;
    }
    assertThat(inserts).isEqualTo(200);
    WriteMix saves = new WriteMix(WriteKind.UPDATE, 30, 0);
    int unchanged = 0;
    for (int i = 0; i < 1_000; i++) {
      unchanged += saves.unchanged() ? 1 : 0;
    }
    assertThat(unchanged).isEqualTo(300);
  }

  /** Whatever the order in which the server takes the writes of one call. */
  @Test
  void whatIsUpdatedOrDeletedIsThereAndWhatIsInsertedIsNot() {
    Cell cell =
        Cell.parse(
            Map.of(
                "write", "mix50update25insert25delete",
                "operation", "bulkUnordered",
                "batch", "40",
                "inFlight", "2"));
    Set<Long> there = new HashSet<>();
    for (long key = 0; key < 500; key++) {
      there.add(key);
    }
    WriteKeys[] lanes = {keys(cell, 0), keys(cell, 1)};
    WriteMix mix = WriteMix.of(cell, 0);
    for (int call = 0; call < 200; call++) {
      WriteKeys keys = lanes[call % 2];
      Set<Long> before = new HashSet<>(there);
      Set<Long> updated = new HashSet<>();
      Set<Long> deleted = new HashSet<>();
      keys.beginCall(40);
      for (int i = 0; i < 40; i++) {
        switch (mix.next()) {
          case UPDATE -> updated.add(keys.present());
          case INSERT -> assertThat(there.add(keys.fresh())).isTrue();
          case DELETE -> assertThat(deleted.add(keys.doomed())).isTrue();
          default -> throw new AssertionError("not in this mix");
        }
      }
      assertThat(before).containsAll(updated).containsAll(deleted);
      assertThat(updated).doesNotContainAnyElementsOf(deleted);
      there.removeAll(deleted);
    }
    assertThat(there).as("as many come as go").hasSizeBetween(499, 501);
  }

  private static WriteKeys keys(Cell cell, int lane) {
    SplittableRandom random = new SplittableRandom(lane);
    return WriteKeys.of(cell, () -> random.nextInt(500), 500, lane, 2, 7);
  }

  @Test
  void documentsThatAreUsedUpAreAnError() {
    Cell cell = Cell.parse(Map.of("write", "delete"));
    WriteKeys keys = WriteKeys.of(cell, () -> 0, 3, 0, 1, 1);
    for (int i = 0; i < 3; i++) {
      keys.beginCall(1);
      assertThat(keys.doomed()).isEqualTo(i);
    }
    keys.beginCall(1);
    assertThatThrownBy(keys::doomed).hasMessageContaining("no documents are left to delete");
  }
}
