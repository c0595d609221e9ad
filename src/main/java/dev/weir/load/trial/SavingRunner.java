package dev.weir.load.trial;

import dev.weir.driver.Writer;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.FlushWorkers;
import dev.weir.load.engine.Timing;
import dev.weir.load.trial.TrialMeter.MeasuredSpan;
import dev.weir.record.SavesMeasurement;
import dev.weir.record.Times;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialMeasurement.LatencyInterval;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import dev.weir.study.FlushPolicy;
import dev.weir.study.GameFault;
import dev.weir.workload.DirtySet;
import dev.weir.workload.FlushSchedule;
import dev.weir.workload.PoissonUpdates;
import dev.weir.workload.RoleSchema;
import dev.weir.workload.SaveLedger;
import dev.weir.workload.UpdateSizes;
import dev.weir.workload.WriteBehind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;

/**
 * Plays a game that saves what its players change: a ramp, a measured span, a fault, until no save
 * is overdue; at the end all that is left is saved.
 */
public final class SavingRunner {
  private static final double SECONDS_PER_MINUTE = 60;
  private static final double KILOBYTE = 1_000;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long TICK = TimeUnit.MILLISECONDS.toNanos(100);

  /** Saves are level again if that many ticks in a row none waits longer than it did before. */
  private static final int LEVEL_TICKS = 10;

  /** How much longer than before the fault a save may wait. */
  private static final double AS_BEFORE = 2;

  /** Less is no wait, in ns. */
  private static final double LEAST_OVERDUE = 200e6;

  private static final long DRAIN_MILLIS = 60_000;

  private final Instruments instruments;
  private final Timing timing;

  public SavingRunner(Instruments instruments) {
    this.instruments = instruments;
    this.timing = instruments.timing();
  }

  /** The account in that file, which may be read by others while it is written. */
  public static SaveLedger ledger(Path file, int players) {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new SaveLedger(
          channel.map(FileChannel.MapMode.READ_WRITE, 0, SaveLedger.bytes(players)), players);
    } catch (IOException e) {
      throw new UncheckedIOException("no account of the game: " + e.getMessage(), e);
    }
  }

  /**
   * The game of a cell: every document of the collection is a player's.
   *
   * @param writer opened for the cell; closed with the game
   */
  public static FlushWorkers game(
      LoadOrder.Saves order, Cell cell, Writer writer, SaveLedger ledger, Timing timing) {
    PoissonUpdates changes =
        new PoissonUpdates(cell.get(Factor.CHANGES_PER_MINUTE) / SECONDS_PER_MINUTE, order.seed());
    WriteBehind design =
        new WriteBehind(
            new DirtySet(ledger.players(), changes, ledger),
            schedule(cell),
            cell.batch(),
            TimeUnit.MILLISECONDS.toNanos(order.lingerMillis()),
            100 - cell.get(Factor.UNCHANGED));
    return new FlushWorkers(
        writer, cell, design, ledger.players(), order.seed(), order.seed(), timing, ledger);
  }

  private static FlushSchedule schedule(Cell cell) {
    long period = TimeUnit.SECONDS.toNanos(cell.get(Factor.FLUSH_SECONDS));
    int most = mostDirty(cell);
    if (cell.get(Factor.FLUSH) == FlushPolicy.STAGGERED) {
      return FlushSchedule.staggered(period);
    }
    return most == Integer.MAX_VALUE
        ? FlushSchedule.timer(period)
        : FlushSchedule.count(most, period);
  }

  /** Changed documents at which all are flushed: by their number or their bytes. */
  public static int mostDirty(Cell cell) {
    int most = Integer.MAX_VALUE;
    if (cell.get(Factor.FLUSH_DOCUMENTS) > 0) {
      most = cell.get(Factor.FLUSH_DOCUMENTS);
    }
    if (cell.get(Factor.FLUSH_KILOBYTES) > 0) {
      double each =
          new UpdateSizes(RoleSchema.of(cell.document()), cell.get(Factor.SHAPE))
              .of(cell.document().minBytes());
      double documents = Math.ceil(cell.get(Factor.FLUSH_KILOBYTES) * KILOBYTE / each);
      most = (int) Math.min(most, documents);
    }
    return most;
  }

  /**
   * @param poolUsedUp takes all connections of the game's pool for a number of milliseconds
   */
  public SavesMeasurement run(
      FlushWorkers game, Writer writer, LoadOrder.Saves order, LongConsumer poolUsedUp)
      throws InterruptedException {
    CallLoop loop = game.loop();
    TrialMeter meter = new TrialMeter(instruments, loop, writer.pool());
    game.start();
    Seconds ramp = new Seconds(game, order.work().id());
    ramp.pass(order.rampSeconds());
    Seconds measured = new Seconds(game, order.work().id());
    try (MeasuredSpan span = meter.span(order.work().id())) {
      span.begin();
      measured.pass(order.measureSeconds());
      span.end(meter.now());
      instruments
          .events()
          .accept(
              new LoadEvent.FaultDue(order.work().id(), measurement(span, measured, loop, order)));
    }
    if (Cell.parse(order.work().factors()).get(Factor.FAULT) == GameFault.POOL_FULL) {
      poolUsedUp.accept(order.faultMillis());
    }
    CatchingUp after = new CatchingUp(game, measured.overdue);
    if (order.faultMillis() > 0) {
      after.pass(order);
    }
    boolean drained = game.drain(DRAIN_MILLIS);
    FlushWorkers.State end = game.state();
    return new SavesMeasurement(
        game.totals(),
        loop.progress().failedCalls(),
        end.sentAgain(),
        game.alreadyStored(),
        end.unchanged(),
        after.level,
        drained,
        after.mostOverdue,
        after.levelAt - after.mostOverdueAt,
        after.times);
  }

  private static TrialMeasurement measurement(
      MeasuredSpan span, Seconds seconds, CallLoop loop, LoadOrder.Saves order) {
    return new TrialMeasurement(
        span.instants(),
        span.nanos(),
        TimeUnit.SECONDS.toMillis(order.rampSeconds()),
        true,
        "played at its own pace, measured after a ramp of " + order.rampSeconds() + " s",
        span.progress().documents(),
        span.throughput(TimeUnit.SECONDS.toMillis(1), seconds.rates),
        loop.totals(),
        seconds.times,
        loop.times().overflows(),
        span.cpuMicros(),
        span.pool(),
        span.health(),
        null);
  }

  /** Seconds before a fault. */
  private final class Seconds {
    private final FlushWorkers game;
    private final String cell;
    private final List<Double> rates = new ArrayList<>();
    private final List<LatencyInterval> times = new ArrayList<>();
    private long overdue;

    Seconds(FlushWorkers game, String cell) {
      this.game = game;
      this.cell = cell;
    }

    void pass(int seconds) throws InterruptedException {
      long from = timing.nanoTime();
      long fromMillis = timing.epochMillis();
      long before = game.progress().documents();
      game.takeInterval();
      for (int i = 1; i <= seconds; i++) {
        for (long next = timing.nanoTime() + TICK;
            next < from + i * SECOND;
            next = timing.nanoTime() + TICK) {
          timing.sleepUntil(next);
          overdue = Math.max(overdue, game.state().overdueNanos());
        }
        timing.sleepUntil(from + i * SECOND);
        long documents = game.progress().documents();
        long toMillis = timing.epochMillis();
        rates.add((double) documents - before);
        times.add(new LatencyInterval(fromMillis, toMillis, Times.encode(game.takeInterval())));
        instruments.events().accept(new LoadEvent.Rate(cell, (double) documents - before));
        before = documents;
        fromMillis = toMillis;
      }
    }
  }

  /** From a fault until no save is overdue. */
  private final class CatchingUp {
    private final FlushWorkers game;
    private final long allowed;
    private final List<String> times = new ArrayList<>();
    private boolean level;
    private long mostOverdue;
    private long mostOverdueAt;
    private long levelAt;

    CatchingUp(FlushWorkers game, long overdueBefore) {
      this.game = game;
      this.allowed = (long) Math.max(LEAST_OVERDUE, AS_BEFORE * (double) overdueBefore);
    }

    void pass(LoadOrder.Saves order) throws InterruptedException {
      long from = timing.nanoTime();
      long over = from + TimeUnit.MILLISECONDS.toNanos(order.faultMillis()) + SECOND;
      long last = over + TimeUnit.MILLISECONDS.toNanos(order.catchUpMillis());
      mostOverdueAt = from;
      levelAt = from;
      int ticks = 0;
      for (long now = from; !level && now < last; now = timing.nanoTime()) {
        timing.sleepUntil(now + TICK);
        Histogram interval = game.takeInterval();
        if (interval.getTotalCount() > 0) {
          times.add(Times.encode(interval));
        }
        long overdue = game.state().overdueNanos();
        if (overdue >= mostOverdue) {
          mostOverdue = overdue;
          mostOverdueAt = timing.nanoTime();
        }
        if (overdue > allowed) {
          ticks = 0;
        } else if (ticks++ == 0) {
          levelAt = timing.nanoTime();
        }
        level = ticks >= LEVEL_TICKS && timing.nanoTime() >= over;
      }
      levelAt = Math.max(levelAt, mostOverdueAt);
    }
  }
}
