package dev.weir.load.engine;

import dev.weir.driver.Writer;
import dev.weir.record.Totals;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import dev.weir.workload.UpdateStream;
import dev.weir.workload.WriteBehind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.hipparchus.random.RandomDataGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A write-behind design at work: one thread lets the players change their documents and cuts what
 * is due into batches, others write them. Times are response times: from the moment a batch was
 * ready, waiting for a free thread included.
 */
public final class FlushWorkers implements AutoCloseable {
  /** How finely players' changes and flushes are told apart. */
  private static final long TICK_NANOS = 1_000_000;

  private static final long POLL_MILLIS = 50;

  private final Cell cell;
  private final WriteBehind design;
  private final int[] keys;
  private final Timing timing;
  private final CallLoop loop;
  private final LinkedBlockingQueue<Ready> ready = new LinkedBlockingQueue<>();

  private volatile boolean shutDown;
  private volatile boolean drained;
  private volatile Changes changes = new Changes(0, 0);

  private record Ready(List<Integer> players, long nanos) {}

  private record Changes(long updates, long taken) {}

  /**
   * What happened since the start.
   *
   * @param updates changes in memory
   * @param due documents that were due and dirty
   * @param documents documents acknowledged
   * @param batches calls acknowledged
   * @param bytes BSON of their update statements
   */
  public record Progress(long updates, long due, long documents, long batches, long bytes) {
    /** Nothing was done. */
    public static final Progress NONE = new Progress(0, 0, 0, 0, 0);

    public Progress plus(Progress other) {
      return new Progress(
          updates + other.updates,
          due + other.due,
          documents + other.documents,
          batches + other.batches,
          bytes + other.bytes);
    }

    public Progress minus(Progress earlier) {
      return new Progress(
          updates - earlier.updates,
          due - earlier.due,
          documents - earlier.documents,
          batches - earlier.batches,
          bytes - earlier.bytes);
    }
  }

  /**
   * @param writer opened for the cell; must block
   * @param cell how each document is written; its batch is the largest, its concurrency the number
   *     of threads
   * @param documents documents in the collection; a player has one of them, and those who are
   *     flushed after each other have theirs anywhere in it
   * @param places seed of who has which document; the same players keep theirs from load to load
   * @param seed seed of the values; another one for each load that finds what the last one wrote
   */
  public FlushWorkers(
      Writer writer,
      Cell cell,
      WriteBehind design,
      int documents,
      long places,
      long seed,
      Timing timing) {
    if (!writer.blocking()) {
      throw new IllegalArgumentException("flush threads need a writer that blocks");
    }
    this.cell = cell;
    this.design = design;
    this.keys = new RandomDataGenerator(places).nextPermutation(documents, documents);
    this.timing = timing;
    List<Flusher> flushers = new ArrayList<>();
    for (int i = 0; i < cell.inFlight(); i++) {
      flushers.add(new Flusher(writer, i, seed + i));
    }
    this.loop =
        new CallLoop(
            CallLoop.Crew.of(writer, cell, Integer.MAX_VALUE),
            flushers::get,
            flushers::get,
            CallTimes.ofAll(cell.inFlight()),
            Pacer.parking(timing),
            timing,
            writer::close);
  }

  /** Starts the players; everything is clean. */
  public void start() {
    Thread players = new Thread(this::play, "players");
    players.setDaemon(true);
    players.start();
    loop.start();
  }

  public Progress progress() {
    Changes now = changes;
    CallLoop.Progress written = loop.progress();
    return new Progress(
        now.updates(), now.taken(), written.documents(), written.batches(), written.bytes());
  }

  /** What was written so far and what became of it. */
  public Totals totals() {
    return loop.totals();
  }

  /** Response times in ns since the last call. */
  public Histogram takeInterval() {
    return loop.times().take().response();
  }

  /**
   * Stops the players and writes all that is dirty, as a shutdown of the game does.
   *
   * @return whether all of it was written in time
   */
  public boolean drain(long timeoutMillis) throws InterruptedException {
    shutDown = true;
    return loop.finish(timeoutMillis);
  }

  private void play() {
    long start = timing.nanoTime();
    try {
      for (long tick = 1; !shutDown; tick++) {
        timing.sleepUntil(start + tick * TICK_NANOS);
        // After a stall the design catches up with the clock, not with each tick.
        long now = timing.nanoTime();
        tick = Math.max(tick, (now - start) / TICK_NANOS);
        design.advance(now - start);
        for (var batch = design.next(); batch != null; batch = design.next()) {
          ready.add(new Ready(batch.players(), now));
        }
        changes = new Changes(design.dirty().updates(), design.dirty().taken());
      }
      design.shutdown();
      for (var batch = design.drained(); batch != null; batch = design.drained()) {
        ready.add(new Ready(batch.players(), timing.nanoTime()));
      }
      changes = new Changes(design.dirty().updates(), design.dirty().taken());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      drained = true;
    }
  }

  /** Ends what is left without writing it. */
  @Override
  public void close() {
    loop.end();
    shutDown = true;
    loop.close();
  }

  /** One thread that writes batches as they are ready. */
  private final class Flusher implements Feed, Action {
    private final Writer writer;
    private final int index;
    private final long seed;
    private final Map<Integer, Action> bySize = new HashMap<>();
    private List<Integer> players = List.of();
    private int next;
    private @Nullable Action batch;

    Flusher(Writer writer, int index, long seed) {
      this.writer = writer;
      this.index = index;
      this.seed = seed;
    }

    @Override
    public boolean next(Call call) {
      try {
        while (true) {
          boolean last = drained; // looked at before the queue, to which nothing is added then
          Ready work = ready.poll(last ? 0 : POLL_MILLIS, TimeUnit.MILLISECONDS);
          if (work != null) {
            players = work.players();
            call.intendedAt = work.nanos();
            return true;
          }
          if (last) {
            return false;
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    @Override
    public void prepare(Call call) {
      next = 0;
      batch = bySize.computeIfAbsent(players.size(), this::ofSize);
      batch.prepare(call);
    }

    /** Streams make batches of one size; the sizes that occur are few. */
    private Action ofSize(int size) {
      Cell sized = cell.with(Factor.BATCH, size);
      return new Action.Batches<>(
          writer,
          UpdateStream.of(
              sized, () -> keys[players.get(next++) % keys.length], index, seed + size));
    }

    @Override
    public int documents() {
      return players.size();
    }

    @Override
    public long bytes() {
      return batch == null ? 0 : batch.bytes();
    }

    @Override
    public void send(Call call, Lane lane) {
      if (batch == null) {
        throw new IllegalStateException("a call is prepared before it is sent");
      }
      batch.send(call, lane);
    }
  }
}
