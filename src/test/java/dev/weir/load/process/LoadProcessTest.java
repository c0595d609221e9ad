package dev.weir.load.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.driver.Completion;
import dev.weir.driver.PoolCounters;
import dev.weir.driver.Writer;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.Timing;
import dev.weir.workload.WriteBatch;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Orders that can't be carried out leave no client open. Nobody listens at the server's address.
 */
class LoadProcessTest {
  /** The id of work whose writer breaks what is made of it. */
  private static final String BREAKS = "breaks";

  private final List<String> open = new ArrayList<>();
  private int opened;
  private final LoadProcess process =
      new LoadProcess(
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
          Timing.system(),
          (series, pool) -> () -> {},
          (work, writer) -> new Watched(work.id(), writer),
          new LinkedBlockingQueue<>());

  @BeforeEach
  void connect() throws InterruptedException {
    process.carryOut(new LoadOrder.Connect("mongodb://127.0.0.1:1/", "weir_test", 100, null));
  }

  private static LoadOrder.Work work(String id, String inFlight) {
    return new LoadOrder.Work(id, Map.of("inFlight", inFlight), "role");
  }

  private void leavesNothingOpen(LoadOrder order, int writers) {
    assertThatThrownBy(() -> process.carryOut(order)).isInstanceOf(RuntimeException.class);
    assertThat(opened).isEqualTo(writers);
    assertThat(open).isEmpty();
  }

  @Test
  void turnsOfASideThatCantBeOpened() {
    leavesNothingOpen(turns(work("a", "1"), work("b", "many")), 1);
  }

  @Test
  void turnsThatCantBegin() {
    leavesNothingOpen(turns(work("a", "1"), work(BREAKS, "1")), 2);
  }

  @Test
  void aGameWithoutAnAccount(@TempDir Path folder) {
    leavesNothingOpen(saves("a", folder.resolve("none")), 0);
  }

  @Test
  void aTrialWhoseLanesCantBeMade() {
    leavesNothingOpen(new LoadOrder.Trial(work(BREAKS, "1"), 1, 100, 10, 100), 1);
  }

  @Test
  void anOpenLoopWhoseArrivalsOrLanesCantBeMade() {
    leavesNothingOpen(new LoadOrder.Open(work("a", "1"), 1, 0, 1, false, 10, 0, 1), 0);
    leavesNothingOpen(new LoadOrder.Open(work(BREAKS, "1"), 1, 9, 1, false, 10, 0, 1), 1);
  }

  private static LoadOrder.Turns turns(LoadOrder.Work a, LoadOrder.Work b) {
    return new LoadOrder.Turns(
        List.of(new LoadOrder.Turns.Side(null, null, a), new LoadOrder.Turns.Side(null, null, b)),
        1,
        1,
        0,
        10,
        false);
  }

  private static LoadOrder.Saves saves(String id, Path ledger) {
    return new LoadOrder.Saves(work(id, "1"), 1, ledger.toString(), 10, 1, 1, 0, 10);
  }

  private final class Watched implements Writer {
    private final String id;
    private final Writer writer;

    Watched(String id, Writer writer) {
      this.id = id;
      this.writer = writer;
      open.add(id);
      opened++;
    }

    @Override
    public boolean blocking() {
      if (id.equals(BREAKS)) {
        throw new IllegalStateException("it breaks");
      }
      return writer.blocking();
    }

    @Override
    public void prepare(WriteBatch<?> batch) {
      writer.prepare(batch);
    }

    @Override
    public void write(WriteBatch<?> batch, Completion completion) {
      writer.write(batch, completion);
    }

    @Override
    public PoolCounters pool() {
      return writer.pool();
    }

    @Override
    public void close() {
      open.remove(id);
      writer.close();
    }
  }
}
