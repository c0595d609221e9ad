package dev.weir.load;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import dev.weir.workload.economy.EconomySize;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Orders to a load process, one JSON object a line on its standard input. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "order")
@JsonSubTypes({
  @JsonSubTypes.Type(value = LoadOrder.Connect.class, name = "connect"),
  @JsonSubTypes.Type(value = LoadOrder.WarmUp.class, name = "warmUp"),
  @JsonSubTypes.Type(value = LoadOrder.Trial.class, name = "trial"),
  @JsonSubTypes.Type(value = LoadOrder.Visit.class, name = "visit"),
  @JsonSubTypes.Type(value = LoadOrder.Open.class, name = "open"),
  @JsonSubTypes.Type(value = LoadOrder.Lead.class, name = "lead"),
  @JsonSubTypes.Type(value = LoadOrder.Follow.class, name = "follow"),
  @JsonSubTypes.Type(value = LoadOrder.Turns.class, name = "turns"),
  @JsonSubTypes.Type(value = LoadOrder.Prepare.class, name = "prepare"),
  @JsonSubTypes.Type(value = LoadOrder.Start.class, name = "start"),
  @JsonSubTypes.Type(value = LoadOrder.Measure.class, name = "measure"),
  @JsonSubTypes.Type(value = LoadOrder.Economy.class, name = "economy"),
  @JsonSubTypes.Type(value = LoadOrder.Saves.class, name = "saves"),
  @JsonSubTypes.Type(value = LoadOrder.Beat.class, name = "beat"),
  @JsonSubTypes.Type(value = LoadOrder.Quit.class, name = "quit")
})
public sealed interface LoadOrder {
  /** One mapper for both directions. */
  ObjectMapper JSON = new ObjectMapper();

  /** How the line of a {@link Beat} begins. */
  String BEAT = "{\"order\":\"beat\"";

  /**
   * Where to write; always the first order. It travels by standard input because a URI may hold a
   * password and arguments show in the process list.
   */
  record Connect(String uri, String database, int documents, @Nullable Series series)
      implements LoadOrder {
    /**
     * Where the process writes what only it knows of itself.
     *
     * @param folder of the capture
     * @param name unique in the run, letters and digits
     * @param label what its columns start with, the same for processes that follow each other
     */
    public record Series(String folder, String name, String label) {}
  }

  /**
   * One cell and the collection that is ready for it.
   *
   * @param factors as the cell is {@link Cell#written}
   */
  record Work(String id, Map<String, String> factors, String collection) {
    /** The same with at most that number of calls in flight. */
    public Work atMostInFlight(int most) {
      Cell cell = Cell.parse(factors);
      return cell.inFlight() <= most
          ? this
          : new Work(id, cell.withInFlight(most).written(), collection);
    }

    /** The same without TLS. */
    public Work plain() {
      return new Work(id, Cell.parse(factors).with(Factor.TLS, false).written(), collection);
    }
  }

  /**
   * Runs each cell for half a second in turn, again and again, until none gets faster or the time
   * is over.
   *
   * @param uri where to write instead of the connected server, null for that server itself
   * @param database there; null for the connected one's name
   * @param fewestSlices seconds that every cell gets at least
   * @param atMostMillis longest time for all cells together
   */
  record WarmUp(
      @Nullable String uri,
      @Nullable String database,
      List<Work> cells,
      int fewestSlices,
      long atMostMillis,
      long seed)
      implements LoadOrder {
    /** In a database of the name that was connected. */
    public WarmUp(
        @Nullable String uri, List<Work> cells, int fewestSlices, long atMostMillis, long seed) {
      this(uri, null, cells, fewestSlices, atMostMillis, seed);
    }

    /** The same in another server's database. */
    public WarmUp at(String otherUri, String otherDatabase) {
      return new WarmUp(otherUri, otherDatabase, cells, fewestSlices, atMostMillis, seed);
    }
  }

  /**
   * Measures one cell, alone: settles by its own judgement.
   *
   * @param runInMillis of the same load between steady state and the measured span
   */
  record Trial(
      Work work,
      long seed,
      long measureMillis,
      long windowMillis,
      long settleAtMostMillis,
      long runInMillis)
      implements LoadOrder {
    /** Measured as soon as it is steady. */
    public Trial(
        Work work, long seed, long measureMillis, long windowMillis, long settleAtMostMillis) {
      this(work, seed, measureMillis, windowMillis, settleAtMostMillis, 0);
    }
  }

  /**
   * Measures one turn of a cell, alone, on a writer that stays open for the cell's next turn.
   *
   * @param trial what is measured, for as long as the turn lasts
   * @param leadInMillis for which the cell works at least before it is measured
   */
  record Visit(Trial trial, long leadInMillis) implements LoadOrder {}

  /**
   * Offers one cell's updates at a fixed rate.
   *
   * @param rate documents/s
   * @param batch documents per call
   * @param poisson whether arrivals are a Poisson process, else evenly spaced
   * @param queue calls that may wait for a lane
   * @param rampSeconds at the same rate, not measured
   */
  record Open(
      Work work,
      long seed,
      double rate,
      int batch,
      boolean poisson,
      int queue,
      int rampSeconds,
      int measureSeconds)
      implements LoadOrder {}

  /** Makes a line on which another process of this host gets the turns of the second side. */
  record Lead() implements LoadOrder {}

  /**
   * Takes that side's turns from now on when they are handed over, until the line ends.
   *
   * @param seed as in {@link Turns}
   * @param port of this host's loopback where the other process waits
   * @param secret that it knows us by
   */
  record Follow(Turns.Side side, long seed, int port, String secret) implements LoadOrder {}

  /**
   * Lets sides take turns for one block, on connections that stay open. While the same sides are
   * ordered, they go on where they were.
   *
   * @param seed of what they write and of the order of their turns
   * @param calls of each lane in a turn, 0 where turns last for a time
   * @param turnMillis length of a turn, of no matter where calls are counted
   * @param blockMillis no group of turns begins after that
   * @param handedOver whether the second side's turns are those of the process that has called on
   *     the line; the first call of each lane in a turn is left out then
   */
  record Turns(
      List<Side> sides, long seed, int calls, long turnMillis, long blockMillis, boolean handedOver)
      implements LoadOrder {
    /**
     * @param uri where to write; null for the connected server
     * @param database null for the connected one
     */
    public record Side(@Nullable String uri, @Nullable String database, Work work) {}
  }

  /**
   * Gets ready for one client's share of a trial that several measure together. The client answers
   * {@link LoadEvent.Prepared} and waits for {@link Start}.
   *
   * @param trial the same for all clients
   * @param client index of this one, from 0
   */
  record Prepare(Trial trial, int client) implements LoadOrder {}

  /**
   * The common start. Windows of the trial's length follow each other from that instant on, on a
   * fixed grid, and each is reported by a {@link LoadEvent.Window}.
   *
   * @param atEpochMicros UTC epoch µs by the client's own clock
   */
  record Start(long atEpochMicros) implements LoadOrder {}

  /**
   * Steady state is shown, or given up on: the measured span begins with the end of that window.
   *
   * @param afterWindow index of a window that has not ended yet
   * @param windowMillis length of the measured windows
   */
  record Measure(int afterWindow, long windowMillis) implements LoadOrder {}

  /**
   * Plays the game economy.
   *
   * @param cell what the trial is called
   * @param pool connections that all workers share; 0 for a client with one connection each
   * @param rate operations/s that the pacing aims at
   * @param injectErrors share of operations with a made-up error
   * @param tolerateErrors whether to go on after an error
   * @param rampSeconds not measured
   */
  record Economy(
      String cell,
      EconomySize size,
      int workers,
      int pool,
      double rate,
      double injectErrors,
      boolean tolerateErrors,
      long seed,
      int rampSeconds,
      int measureSeconds)
      implements LoadOrder {}

  /**
   * Plays a game that saves what its players change: a ramp, a measured span, then, where something
   * goes wrong, until nothing is overdue; at the end all is saved.
   *
   * @param ledger file of {@link dev.weir.workload.SaveLedger#bytes} bytes, all 0, in which the
   *     game accounts for every change
   * @param lingerMillis how long a batch that is not full waits for more
   * @param faultMillis how long the fault lasts that begins with {@link LoadEvent.FaultDue}; 0 for
   *     none
   * @param catchUpMillis after the fault, for no document to be overdue
   */
  record Saves(
      Work work,
      long seed,
      String ledger,
      long lingerMillis,
      int rampSeconds,
      int measureSeconds,
      long faultMillis,
      long catchUpMillis)
      implements LoadOrder {}

  /**
   * Says that somebody still watches. From the first one on, a process that hears nothing for that
   * time ends itself: no load goes on unwatched, even where the process that started it hangs.
   */
  record Beat(long withinMillis) implements LoadOrder {}

  /** Ends the process. The end of standard input does the same. */
  record Quit() implements LoadOrder {}
}
