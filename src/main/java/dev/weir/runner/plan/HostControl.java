package dev.weir.runner.plan;

import com.mongodb.MongoNamespace;
import dev.weir.dataset.Datasets;
import dev.weir.driver.Writers;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.Timing;
import dev.weir.runner.Run;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.study.Cell;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Measures one cell again in this process, to hold a host against what it was. */
final class HostControl {
  private static final long STOP_MILLIS = 60_000;

  private final Run run;
  private final Timing timing;
  private final int documents;

  /**
   * @param documents in the collection
   */
  HostControl(Run run, Timing timing, int documents) {
    this.run = run;
    this.timing = timing;
    this.documents = documents;
  }

  /**
   * What was measured.
   *
   * @param serverMicros CPU of the server for a document in µs; null if it does not tell
   */
  record Figures(double documentsPerSecond, @Nullable Double serverMicros) {}

  /**
   * Runs the cell in a closed loop.
   *
   * @param settle time before anything is counted
   * @throws ServerException if the server can't be used, or answers no call in the measured time
   */
  Figures measure(Cell cell, Duration settle, Duration measure, long seed)
      throws ServerException, InterruptedException {
    run.datasets(documents).reset(cell.document());
    MongoNamespace namespace =
        new MongoNamespace(run.database().name(), Datasets.collection(cell.document()));
    try (CallLoop loop =
        CallLoop.closed(
            Writers.open(run.server().connectionString(), namespace, cell),
            cell,
            documents,
            seed,
            timing)) {
      return measure(loop, settle, measure);
    }
  }

  private Figures measure(CallLoop loop, Duration settle, Duration measure)
      throws ServerException, InterruptedException {
    loop.start();
    timing.sleepUntil(timing.nanoTime() + settle.toNanos());
    ServerCounters before = run.server().counters();
    long from = timing.nanoTime();
    long done = loop.progress().documents();
    timing.sleepUntil(from + measure.toNanos());
    done = loop.progress().documents() - done;
    long nanos = timing.nanoTime() - from;
    Long cpu = run.server().counters().minus(before).cpuMicros();
    boolean answered = loop.stop(STOP_MILLIS);
    if (done == 0 || !answered || loop.failing()) {
      throw new ServerException("the cell that tells how fast the host is now got no answers");
    }
    return new Figures(
        done * 1e9 / nanos, cpu == null ? null : Double.valueOf((double) cpu / done));
  }
}
