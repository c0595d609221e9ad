package dev.weir.load.engine;

import dev.weir.driver.Writer;
import dev.weir.record.Totals;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import dev.weir.workload.SaveLedger;
import dev.weir.workload.UpdateStream;
import dev.weir.workload.WriteBehind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.hipparchus.random.RandomDataGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A write-behind design at work: one thread lets the players change their documents and cuts what
 * is due into batches, others write them. Times are response times: from the moment a batch was
 * ready, waiting for a free thread included.
 */
public final class FlushWorkers implements AutoCloseable {
  /** Shortest time between players' changes and flushes that makes a difference. */
  private static final long TICK_NANOS = 1_000_000;

  private static final long TICKS_OF_STATE = 50;
  private static final long DRAIN_TICK_NANOS = 5_000_000;

  /** While saves fail at a shutdown; those that failed are tried again after that. */
  private static final long FAILING_TICK_NANOS = 200_000_000;

  private static final long POLL_MILLIS = 50;

  private final Cell cell;
  private final WriteBehind design;
  private final int[] keys;
  private final Timing timing;
  private final CallLoop loop;
  private final LinkedBlockingQueue<Ready> ready = new LinkedBlockingQueue<>();
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final LongAdder alreadyStored = new LongAdder();
  private final @Nullable SaveLedger ledger;

  private volatile boolean shutDown;
  private volatile boolean closed;
  private volatile boolean drained;
  private volatile Changes changes = new Changes(0, 0);
  private volatile State state = new State(0, 0, 0);

  private record Ready(List<Integer> players, long nanos) {}

  /** How the server answered a batch; the players' thread gets it, as only it knows the design. */
  private record Answer(List<Integer> players, boolean saved) {}

  private record Changes(long updates, long taken) {}

  /**
   * How the saving goes.
   *
   * @param overdueNanos for how long a document has been ready to be written, or been tried in
   *     vain, that is not acknowledged; the longest
   * @param sentAgain documents that were sent again because a call had failed
   * @param unchanged documents that were saved unchanged because that was asked
   */
  public record State(long overdueNanos, long sentAgain, long unchanged) {}

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
    this(writer, cell, design, documents, places, seed, timing, null);
  }

  /**
   * As above, for a game whose every change is on an account.
   *
   * @param ledger that the design's changes go to; a document is then saved as it is in memory, its
   *     version the number of its changes
   */
  public FlushWorkers(
      Writer writer,
      Cell cell,
      WriteBehind design,
      int documents,
      long places,
      long seed,
      Timing timing,
      @Nullable SaveLedger ledger) {
    this.ledger = ledger;
    if (!writer.blocking()) {
      throw new IllegalArgumentException("flush threads need a writer that blocks");
    }
    this.cell = cell;
    this.design = design;
    this.keys = keys(documents, places);
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

  /** How the saving goes, as of some tenth of a second ago. */
  public State state() {
    return state;
  }

  /** What its threads do. */
  public CallLoop loop() {
    return loop;
  }

  /** Documents of acknowledged calls that the server had as they were. */
  public long alreadyStored() {
    return alreadyStored.sum();
  }

  /** Whose document has that key, by player. */
  public static int[] keys(int documents, long places) {
    return new RandomDataGenerator(places).nextPermutation(documents, documents);
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
        takeAnswers();
        for (var batch = design.next(); batch != null; batch = design.next()) {
          ready.add(new Ready(batch.players(), start + batch.readyNanos()));
        }
        tell(tick);
      }
      boolean failing;
      do {
        failing = !takeAnswers();
        design.shutdown();
        for (var batch = design.drained(); batch != null; batch = design.drained()) {
          ready.add(new Ready(batch.players(), start + batch.readyNanos()));
        }
        tell(0);
        timing.sleepUntil(timing.nanoTime() + (failing ? FAILING_TICK_NANOS : DRAIN_TICK_NANOS));
      } while (!closed && !design.idle());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      drained = true;
    }
  }

  /** Whether no call failed since the last time. */
  private boolean takeAnswers() {
    boolean saved = true;
    for (Answer next = answers.poll(); next != null; next = answers.poll()) {
      design.answered(next.players(), next.saved());
      saved &= next.saved();
    }
    return saved;
  }

  private void tell(long tick) {
    changes = new Changes(design.dirty().updates(), design.dirty().taken());
    if (tick % TICKS_OF_STATE == 0) {
      long overdue = design.overdueNanos();
      if (ledger != null) {
        ledger.overdue(overdue);
      }
      state = new State(overdue, design.sentAgain(), design.savedUnchanged());
    }
  }

  /** Ends what is left without writing it. */
  @Override
  public void close() {
    loop.end();
    shutDown = true;
    closed = true;
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
      this.writer = new AnsweredWriter(writer, this::answered, alreadyStored);
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
      // The design says itself which saves change nothing.
      Cell sized = cell.with(Factor.BATCH, size).with(Factor.UNCHANGED, 0);
      SaveLedger account = ledger;
      UpdateStream<?> stream =
          account == null
              ? UpdateStream.of(
                  sized, () -> keys[players.get(next++) % keys.length], index, seed + size)
              : UpdateStream.ofSaves(sized, () -> save(account));
      return new Action.Batches<>(writer, stream);
    }

    private UpdateStream.Save save(SaveLedger account) {
      int player = players.get(next++);
      return new UpdateStream.Save(keys[player], (int) account.handed(player));
    }

    private void answered(boolean saved) {
      answers.add(new Answer(players, saved));
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
