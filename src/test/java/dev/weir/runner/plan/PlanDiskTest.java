package dev.weir.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.capacity.Design;
import dev.weir.capacity.DesignReader;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the committed run of mmo-shard took of its disk, at the end of its last load. */
class PlanDiskTest {
  private static final double DATA = 5.20e9;
  private static final double HISTORY = 7.88e9;
  private static final double OPLOG = 2.88e9;
  private static final double JOURNAL = 0.42e9;
  private static final double PLAYED_SECONDS = 35 * 60;

  private static double needed(ServerWatch.Sizes there) throws Exception {
    Design design = DesignReader.open(Path.of("benchmarks/plans/mmo-shard.yaml"));
    return PlanDisk.needed(design, 150_000, 300, 2, PLAYED_SECONDS, there);
  }

  private static ServerWatch.Sizes sizes(
      @Nullable Double data,
      @Nullable Double history,
      @Nullable Double oplog,
      @Nullable Double journal) {
    return new ServerWatch.Sizes(data, history, 1_070.0, OPLOG, oplog, journal, null);
  }

  @Test
  void asksForAsMuchDiskAsTheReferenceRunTook() throws Exception {
    assertThat(needed(sizes(null, null, null, null)))
        .isBetween(DATA + HISTORY + OPLOG + JOURNAL, 1.2 * (DATA + HISTORY + OPLOG + JOURNAL));
  }

  @Test
  void aRunThatGoesOnNeedsNoDiskTwice() throws Exception {
    assertThat(needed(sizes(DATA, HISTORY, OPLOG, JOURNAL))).isBetween(0.0, 1.5e9);
    assertThat(needed(sizes(2 * DATA, 2 * HISTORY, 2 * OPLOG, 2 * JOURNAL))).isZero();
  }

  @Test
  void aLoadOfMorePlayersNeedsMoreDisk() throws Exception {
    Design planned = DesignReader.open(Path.of("benchmarks/plans/mmo-shard.yaml"));
    Design eightTimes = planned.withPlayers(8 * planned.players());
    ServerWatch.Sizes grown = sizes(2 * DATA, HISTORY, OPLOG, JOURNAL);
    assertThat(PlanDisk.needed(planned, 150_000, 300, 1, 120, grown)).isLessThan(1e8);
    assertThat(PlanDisk.needed(eightTimes, 150_000, 300, 1, 120, grown)).isGreaterThan(HISTORY);
  }
}
