package dev.weir.runner.versus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.load.LoadEvent;
import dev.weir.record.Throughput;
import dev.weir.record.Totals;
import dev.weir.record.WriteCounts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VersusSideTest {
  /** 1,000 calls of 10 documents, 4 of them saved as they were, at 500 calls/s; 3 MB. */
  private static LoadEvent.TurnsTaken block() {
    Totals totals =
        new Totals(
            10_000,
            10_000,
            10_000,
            6_000,
            Map.of(),
            0,
            new WriteCounts(0, 10_000, 6_000, 0, 0),
            new WriteCounts(0, 10_000, 6_000, 0, 0));
    LoadEvent.TurnsTaken.Side side =
        new LoadEvent.TurnsTaken.Side(100, 1, 3_000, 1, 1_000, 3_000_000, 0, 0, totals, "");
    return new LoadEvent.TurnsTaken(List.of(side, side), 0, 4_000);
  }

  @Test
  void savesThatChangeNothingAreInCallsAndNotInDocuments() {
    Throughput carried = VersusSide.carried(List.of(block(), block()), 1);
    assertThat(carried.documentsPerSecond()).isCloseTo(3_000, within(0.001));
    assertThat(carried.batchesPerSecond()).isCloseTo(500, within(0.001));
    assertThat(carried.megabytesPerSecond()).isCloseTo(1.5, within(0.001));
    assertThat(carried.windows()).containsExactly(3_000.0, 3_000.0);
  }
}
