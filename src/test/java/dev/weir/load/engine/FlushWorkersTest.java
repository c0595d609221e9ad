package dev.weir.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.Written;
import dev.weir.load.FakeWriter;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import dev.weir.study.Operation;
import dev.weir.workload.DirtySet;
import dev.weir.workload.FlushSchedule;
import dev.weir.workload.PoissonUpdates;
import dev.weir.workload.WriteBehind;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FlushWorkersTest {
  private static final int PLAYERS = 500;
  private static final long NEVER = Long.MAX_VALUE / 2;

  private static final Cell CELL =
      Cell.of(
          Map.of(
              Factor.OPERATION, Operation.BULK_UNORDERED, Factor.BATCH, 40, Factor.IN_FLIGHT, 3));

  /** Nothing is ever due: only the shutdown writes. */
  private static WriteBehind design() {
    return new WriteBehind(
        new DirtySet(PLAYERS, new PoissonUpdates(1_000, 1)),
        FlushSchedule.timer(NEVER),
        CELL.batch(),
        0);
  }

  private static void untilChanged(FlushWorkers workers) throws InterruptedException {
    long end = System.nanoTime() + 10_000_000_000L;
    while (workers.progress().updates() == 0 && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aShutdownWritesEveryDirtyDocumentOnce() throws Exception {
    WriteBehind design = design();
    try (FlushWorkers workers =
        new FlushWorkers(
            FakeWriter.atOnce().asBlocking(), CELL, design, 100, 1, 1, Timing.system())) {
      workers.start();
      untilChanged(workers);
      assertThat(workers.progress().documents()).isZero();
      assertThat(workers.drain(30_000)).isTrue();
      FlushWorkers.Progress all = workers.progress();
      assertThat(all.updates()).isPositive();
      assertThat(all.documents()).isEqualTo(all.due()).isBetween(1L, (long) PLAYERS);
      assertThat(all.batches()).isEqualTo((all.documents() + 39) / 40);
      assertThat(workers.takeInterval().getTotalCount()).isEqualTo(all.batches());
      assertThat(design.dirty().size()).isZero();
    }
  }

  @Test
  void documentsOfFailedCallsAreCountedAndSavedAgain() throws Exception {
    AtomicInteger failures = new AtomicInteger();
    FakeWriter failing =
        FakeWriter.answering(
                (batch, completion) -> {
                  if (failures.getAndIncrement() < 3) {
                    completion.failed(new IllegalStateException("no"), Written.NOTHING);
                  } else {
                    completion.acknowledged(Written.modified(batch.size()));
                  }
                })
            .asBlocking();
    WriteBehind design = design();
    try (FlushWorkers workers =
        new FlushWorkers(failing, CELL, design, 100, 1, 1, Timing.system())) {
      workers.start();
      untilChanged(workers);
      assertThat(workers.drain(30_000)).isTrue();
      FlushWorkers.Progress all = workers.progress();
      long failed = workers.totals().failedDocuments();
      assertThat(failed).isPositive();
      assertThat(workers.state().sentAgain()).isEqualTo(failed);
      assertThat(all.documents()).isEqualTo(all.due() - failed).isPositive();
      assertThat(design.idle()).isTrue();
    }
  }
}
