package dev.weir.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.load.FakeWriter;
import dev.weir.load.engine.ServiceTimes;
import dev.weir.study.Cell;
import dev.weir.workload.UpdateStream;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.Test;

class WriteCountsTest {
  private static <D> Slot<D> slot(UpdateStream<D> stream, BlockingQueue<Slot<?>> free) {
    return new Slot<>(0, FakeWriter.atOnce(), stream, new ServiceTimes(1), free);
  }

  @Test
  void aCallThatSavesADocumentAsItWasIsACallTooAndTheFirstHasNoneBeforeIt() throws Exception {
    Cell cell = Cell.parse(Map.of("operation", "single", "unchangedPercent", "50"));
    SlotLane lane =
        new SlotLane(1, free -> slot(UpdateStream.of(cell, 100, 0, 1), free), Slot::run);
    WriteCounts counts = new WriteCounts();
    for (int i = 0; i < 101; i++) {
      counts.add(lane.write());
    }
    assertThat(counts.batches).isEqualTo(100);
    assertThat(counts.documents).isEqualTo(50);
  }
}
