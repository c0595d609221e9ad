package dev.weir.load.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.mongodb.MongoNamespace;
import com.mongodb.internal.build.MongoDriverVersion;
import dev.weir.driver.Writer;
import dev.weir.driver.Writers;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.ArrivalQueue;
import dev.weir.load.engine.Arrivals;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.CpuClocks;
import dev.weir.load.engine.FlushWorkers;
import dev.weir.load.engine.Pacer;
import dev.weir.load.engine.Timing;
import dev.weir.load.engine.WriterSide;
import dev.weir.load.trial.Conductor;
import dev.weir.load.trial.EconomyLoop;
import dev.weir.load.trial.EconomyTrialRunner;
import dev.weir.load.trial.Instruments;
import dev.weir.load.trial.LeadsIn;
import dev.weir.load.trial.OpenTrialRunner;
import dev.weir.load.trial.SavingRunner;
import dev.weir.load.trial.SettlesAlone;
import dev.weir.load.trial.SettlesTogether;
import dev.weir.load.trial.TrialRunner;
import dev.weir.load.trial.WarmUp;
import dev.weir.record.EconomyMeasurement;
import dev.weir.record.OpenMeasurement;
import dev.weir.record.SavesMeasurement;
import dev.weir.record.TrialMeasurement;
import dev.weir.study.Cell;
import dev.weir.study.Redaction;
import dev.weir.workload.SaveLedger;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The load generator as a process of its own: a fresh JVM per round. Obeys {@link LoadOrder}s from
 * standard input, writes {@link LoadEvent}s to standard output, and ends with its input, so it
 * never outlives the process that started it.
 */
public final class LoadProcess {
  private static final int ORPHANED_EXIT_CODE = 4;

  /** What the process ends with when nobody watches it any more. */
  static final int UNWATCHED_EXIT_CODE = 5;

  private final PrintStream out;
  private final Timing timing;
  private final Instruments instruments;
  private final SelfWatch watch;
  private final BlockingQueue<String> orders;
  private LoadOrder.@Nullable Connect connection;
  private final Wrapper wrapper;

  /** Writers of trials that are measured in visits. */
  private final Map<LoadOrder.Work, Writer> kept = new HashMap<>();

  private final ProcessTurns turns;
  private volatile @Nullable Writer current;

  LoadProcess(
      PrintStream out,
      Timing timing,
      SelfWatch watch,
      Wrapper wrapper,
      BlockingQueue<String> orders) {
    this.out = out;
    this.timing = timing;
    this.instruments =
        new Instruments(
            timing, CpuClocks.process(), CpuClocks.thread(), watch::throttledMicros, this::tell);
    this.watch = watch;
    this.wrapper = wrapper;
    this.orders = orders;
    this.turns = new ProcessTurns(instruments, this::side);
  }

  /** Watches this process while it generates load. */
  @FunctionalInterface
  public interface SelfWatch {
    /**
     * Starts watching.
     *
     * @param pool gauges and cumulative counters ({@code …_total}) of the driver's pool, at any
     *     time
     * @throws IOException if nothing can be written
     */
    AutoCloseable start(LoadOrder.Connect.Series series, Supplier<Map<String, Number>> pool)
        throws IOException;

    /** Microseconds that CPU quotas have withheld from this process; empty where it has none. */
    default OptionalLong throttledMicros() {
      return OptionalLong.empty();
    }
  }

  /** Changes writers in a known way, to see what that does to figures. */
  @FunctionalInterface
  public interface Wrapper {
    /** The writer that is used for this work. */
    Writer wrap(LoadOrder.Work work, Writer writer);
  }

  /** Obeys until the order to quit or the end of the input, then ends the process. */
  public static void run(SelfWatch watch) throws JsonProcessingException, InterruptedException {
    run(watch, (work, writer) -> writer);
  }

  /**
   * As {@link #run(SelfWatch)}.
   *
   * @param wrapper put around every writer
   */
  public static void run(SelfWatch watch, Wrapper wrapper)
      throws JsonProcessingException, InterruptedException {
    run(watch, wrapper, Timing.system());
  }

  /**
   * As {@link #run(SelfWatch, Wrapper)}.
   *
   * @param timing the clocks that it goes by
   */
  public static void run(SelfWatch watch, Wrapper wrapper, Timing timing)
      throws JsonProcessingException, InterruptedException {
    PrintStream events = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err); // nothing else may write into the stream of events
    BlockingQueue<String> orders = new LinkedBlockingQueue<>();
    Thread reader = new Thread(() -> read(orders), "orders");
    reader.setDaemon(true);
    reader.start();
    new LoadProcess(events, timing, watch, wrapper, orders).obey();
    System.exit(0); // the driver's own threads must not keep a finished process alive
  }

  /** Reads ahead, so that the end of the input is seen in the middle of a trial too. */
  private static void read(BlockingQueue<String> orders) {
    Leash leash = new Leash(() -> Runtime.getRuntime().halt(UNWATCHED_EXIT_CODE));
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        leash.pull();
        if (!line.startsWith(LoadOrder.BEAT)) {
          orders.add(line);
        } else {
          leash.hold(LoadOrder.JSON.readValue(line, LoadOrder.Beat.class).withinMillis());
        }
      }
    } catch (IOException e) {
      System.err.println("orders can't be read: " + e.getMessage());
    }
    Runtime.getRuntime().halt(ORPHANED_EXIT_CODE); // our starter is gone: no load without a master
  }

  private void obey() throws JsonProcessingException, InterruptedException {
    while (true) {
      LoadOrder order = LoadOrder.JSON.readValue(orders.take(), LoadOrder.class);
      if (order instanceof LoadOrder.Quit) {
        return;
      }
      try {
        carryOut(order);
      } catch (RuntimeException | OutOfMemoryError e) {
        tell(new LoadEvent.Failed(reason(e)));
      }
    }
  }

  /** The next order within that time, for a trial that waits for one. */
  private @Nullable LoadOrder poll(long millis) throws InterruptedException {
    String line = orders.poll(millis, TimeUnit.MILLISECONDS);
    try {
      return line == null ? null : LoadOrder.JSON.readValue(line, LoadOrder.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("unreadable order: " + e.getOriginalMessage(), e);
    }
  }

  private static String reason(Throwable e) {
    String message =
        e.getMessage() == null ? "" : ": " + e.getMessage().lines().findFirst().orElse("");
    return Redaction.redact(e.getClass().getSimpleName() + message);
  }

  void carryOut(LoadOrder order) throws InterruptedException {
    if (order instanceof LoadOrder.Connect connect) {
      connection = connect;
      watch(connect.series());
      tell(new LoadEvent.Ready(ProcessHandle.current().pid(), driverVersion()));
    } else if (order instanceof LoadOrder.WarmUp warmUp) {
      tell(
          new WarmUp(timing, this::tell)
              .run(
                  warmUp,
                  (work, slice) ->
                      Writers.ownedBy(
                          writer(warmUp.uri(), warmUp.database(), work),
                          writer -> loop(work, writer, warmUp.seed() * 31 + slice, 0))));
    } else if (order instanceof LoadOrder.Trial trial) {
      tell(
          new LoadEvent.Done(
              trial.work().id(), measure(trial, 0, new SettlesAlone(timing, trial, this::tell))));
    } else if (order instanceof LoadOrder.Visit visit) {
      tell(new LoadEvent.Done(visit.trial().work().id(), measure(visit)));
    } else if (order instanceof LoadOrder.Prepare prepare) {
      LoadOrder.Trial trial = prepare.trial();
      Conductor conductor = new SettlesTogether(timing, trial, this::tell, this::poll);
      tell(new LoadEvent.Done(trial.work().id(), measure(trial, prepare.client(), conductor)));
    } else if (order instanceof LoadOrder.Open open) {
      tell(new LoadEvent.OpenDone(open.work().id(), measure(open)));
    } else if (order instanceof LoadOrder.Economy economy) {
      tell(new LoadEvent.EconomyDone(economy.cell(), play(economy)));
    } else if (order instanceof LoadOrder.Saves saves) {
      tell(new LoadEvent.SavesDone(saves.work().id(), save(saves)));
    } else if (order instanceof LoadOrder.Lead) {
      tell(turns.lead());
    } else if (order instanceof LoadOrder.Follow follow) {
      turns.follow(follow);
      tell(new LoadEvent.Following());
    } else if (order instanceof LoadOrder.Turns block) {
      tell(turns.take(block));
    } else {
      throw new IllegalArgumentException(
          "the order " + order.getClass().getSimpleName() + " belongs into a prepared trial");
    }
  }

  /** Read at run time: the compiler would write down the version that Weir was built with. */
  private static @Nullable String driverVersion() {
    try {
      return String.valueOf(MongoDriverVersion.class.getField("VERSION").get(null));
    } catch (ReflectiveOperationException | LinkageError e) {
      return null;
    }
  }

  private void watch(LoadOrder.Connect.@Nullable Series series) {
    if (series == null) {
      return;
    }
    try {
      AutoCloseable unused = watch.start(series, this::pool); // ends with the process
    } catch (IOException e) {
      System.err.println("this process can't watch itself: " + e.getMessage());
    }
  }

  /** The pool of the trial at work, of which there is none between trials. */
  private Map<String, Number> pool() {
    Writer writer = current;
    return writer == null ? Map.of() : writer.pool().snapshot().columns();
  }

  private TrialMeasurement measure(LoadOrder.Trial trial, int client, Conductor conductor)
      throws InterruptedException {
    Writer writer = writer(trial.work());
    try (CallLoop loop =
        Writers.ownedBy(writer, own -> loop(trial.work(), own, trial.seed(), client))) {
      return measure(trial, writer, loop, conductor);
    }
  }

  private TrialMeasurement measure(LoadOrder.Visit visit) throws InterruptedException {
    LoadOrder.Trial trial = visit.trial();
    Writer writer = kept.computeIfAbsent(trial.work(), this::writer);
    CallLoop loop = loop(trial.work(), writer, trial.seed(), 0);
    int lanes = Cell.parse(trial.work().factors()).inFlight();
    boolean whole = false;
    try {
      TrialMeasurement measured = measure(trial, writer, loop, new LeadsIn(timing, visit, lanes));
      whole = true;
      return measured;
    } finally {
      if (!whole) {
        kept.remove(trial.work());
        loop.close(); // and its writer
      }
    }
  }

  private TrialMeasurement measure(
      LoadOrder.Trial trial, Writer writer, CallLoop loop, Conductor conductor)
      throws InterruptedException {
    try {
      current = writer;
      System.gc(); // rubbish of what was before is not this one's cost
      return new TrialRunner(instruments).run(loop, writer, trial, conductor);
    } finally {
      current = null;
    }
  }

  private OpenMeasurement measure(LoadOrder.Open order) throws InterruptedException {
    double calls = order.rate() / order.batch();
    long ramp = TimeUnit.SECONDS.toNanos(order.rampSeconds());
    long length = ramp + TimeUnit.SECONDS.toNanos(order.measureSeconds());
    Arrivals arrivals =
        order.poisson()
            ? Arrivals.poisson(calls, length, order.seed())
            : Arrivals.constant(calls, length);
    ArrivalQueue queue = new ArrivalQueue(arrivals, order.queue(), ramp, timing);
    Pacer pacer = Pacer.forCores(Runtime.getRuntime().availableProcessors(), timing);
    Cell cell = Cell.parse(order.work().factors());
    int documents = connected().documents();
    Writer writer = writer(order.work());
    try (CallLoop loop =
        Writers.ownedBy(
            writer,
            own -> CallLoop.open(own, cell, documents, order.seed(), queue, pacer, timing))) {
      current = writer;
      System.gc(); // rubbish of what was before is not this one's cost
      return new OpenTrialRunner(instruments).run(loop, queue, writer, order);
    } finally {
      current = null;
    }
  }

  private EconomyMeasurement play(LoadOrder.Economy order) throws InterruptedException {
    LoadOrder.Connect to = connected();
    try (EconomyLoop loop = EconomyLoop.open(to.uri(), to.database(), order, timing)) {
      return new EconomyTrialRunner(instruments).run(loop, order);
    }
  }

  private SavesMeasurement save(LoadOrder.Saves order) throws InterruptedException {
    LoadOrder.Connect to = connected();
    Cell cell = Cell.parse(order.work().factors());
    SaveLedger ledger = SavingRunner.ledger(Path.of(order.ledger()), to.documents());
    Writers.OfOnePool pool =
        Writers.openPool(
            to.uri(), new MongoNamespace(to.database(), order.work().collection()), cell);
    Writer writer = wrapper.wrap(order.work(), pool.writer());
    try (FlushWorkers game =
        Writers.ownedBy(writer, own -> SavingRunner.game(order, cell, own, ledger, timing))) {
      current = writer;
      System.gc(); // rubbish of what was before is not this one's cost
      return new SavingRunner(instruments).run(game, writer, order, pool.usedUpForMillis());
    } finally {
      current = null;
    }
  }

  private WriterSide side(LoadOrder.Turns.Side side, long seed) {
    Cell cell = Cell.parse(side.work().factors());
    int documents = connected().documents();
    return Writers.ownedBy(
        writer(side.uri(), side.database(), side.work()),
        writer -> new WriterSide(writer, cell, documents, seed, timing));
  }

  private Writer writer(LoadOrder.Work work) {
    return writer(null, null, work);
  }

  private Writer writer(
      @Nullable String elsewhere, @Nullable String database, LoadOrder.Work work) {
    LoadOrder.Connect to = connected();
    return wrapper.wrap(
        work,
        Writers.open(
            elsewhere == null ? to.uri() : elsewhere,
            new MongoNamespace(database == null ? to.database() : database, work.collection()),
            Cell.parse(work.factors())));
  }

  private CallLoop loop(LoadOrder.Work work, Writer writer, long seed, int client) {
    return CallLoop.closed(
        writer, Cell.parse(work.factors()), connected().documents(), seed, timing, client);
  }

  private LoadOrder.Connect connected() {
    if (connection == null) {
      throw new IllegalStateException("the first order must be 'connect'");
    }
    return connection;
  }

  private synchronized void tell(LoadEvent event) {
    try {
      out.println(LoadOrder.JSON.writeValueAsString(event));
      out.flush();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(
          "can't write the event " + event.getClass().getSimpleName(), e);
    }
  }
}
