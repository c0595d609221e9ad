package dev.weir.runner;

import dev.weir.load.LoadEvent;
import dev.weir.record.TurnsRecord;
import dev.weir.study.Cell;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How long the turns of two sides last. Sides whose calls are alike to the server take the shortest
 * turns that keep the wanted number of calls in flight, and with different drivers turns in which
 * each gets going. Where the server is asked other work, what one side leaves behind (checkpoints,
 * caches, queues) would fall into the turn of the other, so turns are long against that; the
 * measurements are in {@code docs/decisions/turns.md}.
 *
 * @param calls of each lane in a turn, 0 where turns last for a time
 * @param millis length of a turn, 0 where calls are counted
 * @param inFlight that are wanted
 * @param alike whether the sides' calls are alike to the server
 * @param shortest length of a turn in ms, where the sides are alike
 */
public record TurnLength(int calls, long millis, int inFlight, boolean alike, long shortest) {
  private static final long SHORTEST_MILLIS = 10;

  /**
   * Of sides with different drivers: a driver whose thread and connection are busy all the time
   * answers faster than one that waits while the other has its turn.
   */
  private static final long SHORTEST_OF_DRIVERS_MILLIS = 20;

  /** Between two JVMs. */
  private static final long SHORTEST_APART_MILLIS = 2;

  /** A hand-over between two JVMs may take no more of a turn. */
  private static final double MOST_OF_A_TURN = 0.01;

  /** Between two JVMs, where the first call of a turn is left out. */
  private static final int CALLS_OF_A_TURN = 5;

  private static final long LONGEST_MILLIS = 160;

  /** That is tried first. */
  private static final long FIRST_MILLIS = 20;

  /** Of sides that ask other work of the server. */
  public static final long UNLIKE_MILLIS = 3_000;

  /** Turns of two sides that read the same from either end. */
  public static final int GROUP = 4;

  /** Lanes wait for the last answer of a turn, so that never all calls are in flight. */
  private static final double ENOUGH_IN_FLIGHT = 0.8;

  /** The length to begin with for two cells that take turns at one server. */
  public static TurnLength of(Cell a, Cell b) {
    return of(a, b, UNLIKE_MILLIS, false);
  }

  /**
   * @param apart whether each side has a JVM of its own, so that a turn of one call would be mostly
   *     hand-over
   */
  public static TurnLength of(Cell a, Cell b, long unlikeMillis, boolean apart) {
    boolean alike = a.asTheServerSeesIt().equals(b.asTheServerSeesIt());
    int inFlight = Math.max(a.inFlight(), b.inFlight());
    if (!alike) {
      return unlike(inFlight, unlikeMillis);
    }
    boolean oneDriver = a.driver() == b.driver();
    return inFlight == 1 && !apart && oneDriver
        ? new TurnLength(1, 0, 1, true, 0)
        : new TurnLength(
            0,
            FIRST_MILLIS,
            inFlight,
            true,
            !oneDriver
                ? SHORTEST_OF_DRIVERS_MILLIS
                : apart ? SHORTEST_APART_MILLIS : SHORTEST_MILLIS);
  }

  /** Of sides that ask other work of the server, or work of other servers. */
  public static TurnLength unlike(int inFlight, long millis) {
    return new TurnLength(0, millis, inFlight, false, millis);
  }

  /** Whether the length is to be found by trying: {@link #fitting}. */
  public boolean isTried() {
    return calls == 0 && alike;
  }

  /**
   * The shortest length that keeps enough calls in flight, from how turns of this length did. What
   * a turn loses while its first calls start and its last ones are awaited depends on the calls and
   * hardly on its length. Between two JVMs the hand-over may take a hundredth of a turn at most,
   * and a turn has some calls that are not left out.
   */
  TurnLength fitting(LoadEvent.TurnsTaken tried) {
    TurnsRecord.@Nullable HandOver handOver = tried.handOver();
    double wanted = shortest;
    if (handOver != null) {
      wanted = Math.max(wanted, Math.ceil(handOver.micros() / 1_000 / MOST_OF_A_TURN));
    }
    for (LoadEvent.TurnsTaken.Side side : tried.sides()) {
      double took = side.nanos() / 1e6 / Math.max(1, side.turns());
      double lost = Math.max(0, 1 - side.inFlight() / inFlight) * took;
      wanted = Math.max(wanted, millis + lost / (1 - ENOUGH_IN_FLIGHT) - took);
      if (handOver != null) {
        double cycle = side.nanos() / 1e6 * side.inFlight() / Math.max(1, side.batches());
        wanted = Math.max(wanted, Math.ceil(CALLS_OF_A_TURN * cycle));
      }
    }
    return new TurnLength(
        0, Math.min(LONGEST_MILLIS, Math.round(wanted)), inFlight, true, shortest);
  }

  /** No longer than that: for turns that open connections and are not measured. */
  TurnLength atMost(long most) {
    return new TurnLength(calls, Math.min(millis, most), inFlight, alike, shortest);
  }

  /** As a reader should see it. */
  @Override
  public String toString() {
    return calls == 1
        ? "one call"
        : calls > 1 ? calls + " calls" : String.format(Locale.ROOT, "%d ms", millis);
  }
}
