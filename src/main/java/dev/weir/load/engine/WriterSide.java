package dev.weir.load.engine;

import dev.weir.driver.Writer;
import dev.weir.record.Totals;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;

/** A cell that takes turns: its updates, sent by a writer of its own that stays open. */
public final class WriterSide implements TurnSide {
  private final Writer writer;
  private final Cell cell;
  private final List<Lane> lanes = new ArrayList<>();
  private final CallTimes times;
  private final Runnable[] answered;

  /**
   * @param writer opened for the cell; closed with this
   * @param documents in the collection
   * @param seed of keys and values; sides that write one collection need different ones, else one
   *     would write what is there already
   */
  public WriterSide(Writer writer, Cell cell, int documents, long seed, Timing timing) {
    this.writer = writer;
    this.cell = cell;
    this.times = CallTimes.ofService(cell.inFlight());
    this.answered = new Runnable[cell.inFlight()];
    for (int i = 0; i < cell.inFlight(); i++) {
      int index = i;
      lanes.add(
          new Lane(
              i,
              Feed.ENDLESS,
              CallLoop.batches(writer, cell, documents, i, seed),
              times,
              timing,
              Pacer.parking(timing),
              Integer.MAX_VALUE, // the first failure ends the turns
              new CountDownLatch(1),
              lane -> answered[index].run()));
    }
  }

  @Override
  public int lanes() {
    return lanes.size();
  }

  @Override
  public boolean blocking() {
    return writer.blocking();
  }

  @Override
  public DriverKind driver() {
    return cell.driver();
  }

  @Override
  public void call(int lane, Runnable next) {
    answered[lane] = next;
    lanes.get(lane).sendNext();
  }

  @Override
  public boolean failing() {
    return lanes.stream().anyMatch(lane -> lane.failedCalls.get() > 0);
  }

  /** What it did since it was made. */
  public CallLoop.Progress progress() {
    return LaneSums.progress(lanes);
  }

  /** Its documents since it was made; exact while no turn goes on. */
  public Totals totals() {
    return LaneSums.totals(lanes);
  }

  /** Service times in ns since the last call of this. */
  public Histogram takeTimes() {
    return times.takeService();
  }

  @Override
  public void close() {
    writer.close();
  }
}
