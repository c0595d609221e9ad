package dev.weir.runner;

import dev.weir.load.LoadFailure;
import dev.weir.load.TrialValidity;
import dev.weir.record.ServerSource;
import dev.weir.record.TrialMeasurement.Totals;
import dev.weir.record.TrialRecord;
import dev.weir.record.TurnsRecord;
import dev.weir.server.NullServerProcess;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Plan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Measures two sides of one study by turns and leaves a record of each. A round starts a fresh JVM
 * for either side, then both measure cell after cell in short slices, one after the other. How many
 * rounds is fixed beforehand: stopping when a difference shows would find one where there is none.
 */
public final class TurnsRunner {
  /** Long enough for the calls in it to outweigh the threads' start, short against disturbances. */
  private static final long SLICE_MILLIS = 150;

  private final Clock clock;
  private final RunListener listener;

  public TurnsRunner(Clock clock, RunListener listener) {
    this.clock = clock;
    this.listener = listener;
  }

  /** Both records; the first is the base. */
  public record Outcome(StudyRunner.Outcome a, StudyRunner.Outcome b) {}

  /**
   * Runs both sides.
   *
   * @param a plan of the base
   * @param b plan with the same cells by their ids, and a study of another name
   * @param serverB may be the same as {@code serverA}
   * @throws IllegalArgumentException if the plans have other cells or the same name
   * @throws ServerException if a server fails or a database is not ours
   * @throws IOException if a record can't be written
   */
  public Outcome run(
      Plan a, ServerUnderTest serverA, Plan b, ServerUnderTest serverB, int rounds, Path results)
      throws ServerException, IOException, InterruptedException {
    if (!a.cells().keySet().equals(b.cells().keySet())
        || a.study().name().equals(b.study().name())) {
      throw new IllegalArgumentException("sides need the same cells and different names");
    }
    Instant startedAt = clock.instant();
    try (TurnsSide sideA = TurnsSide.open(a, serverA, startedAt, results, listener);
        TurnsSide sideB = TurnsSide.open(b, serverB, startedAt, results, listener);
        NullServerProcess nullServer = NullServerProcess.start(a.study().topology().replicated())) {
      AtomicLong seeds = new AtomicLong(a.study().seed() * 1_000_003);
      long pairs =
          Math.max(2, (a.study().trial().measure().toMillis() + SLICE_MILLIS - 1) / SLICE_MILLIS);
      Turns turns = new Turns((int) pairs, SLICE_MILLIS, seeds::incrementAndGet);
      for (int round = 1; round <= rounds; round++) {
        listener.roundStarted(round, rounds);
        round(a, round, rounds, sideA, sideB, turns, nullServer.connectionString());
      }
      String id = startedAt + " " + a.study().name();
      return new Outcome(
          sideA.finish(rounds, clock.instant(), turnsRecord(id, "a", sideB)),
          sideB.finish(rounds, clock.instant(), turnsRecord(id, "b", sideA)));
    }
  }

  private static TurnsRecord turnsRecord(String id, String side, TurnsSide other) {
    return new TurnsRecord(id, side, String.valueOf(other.folder().path().getFileName()));
  }

  private void round(
      Plan plan, int round, int rounds, TurnsSide a, TurnsSide b, Turns turns, String nullServer)
      throws ServerException, IOException, InterruptedException {
    @Nullable String broken = null;
    try {
      // Who starts, warms up and measures first changes from round to round.
      (round % 2 == 1 ? a : b).newRound(nullServer);
      (round % 2 == 1 ? b : a).newRound(nullServer);
    } catch (LoadFailure e) {
      broken = e.reason();
    }
    int order = 0;
    for (String cell : plan.order(round)) {
      order++;
      List<TrialRecord> both = cell(cell, round, order, a, b, turns, broken);
      a.add(both.get(0));
      b.add(both.get(1));
      int done = (round - 1) * plan.cells().size() + order;
      listener.pairEnded(both.get(0), both.get(1), done, plan.cells().size() * rounds);
    }
  }

  private List<TrialRecord> cell(
      String cell,
      int round,
      int order,
      TurnsSide a,
      TurnsSide b,
      Turns turns,
      @Nullable String broken)
      throws ServerException, InterruptedException {
    Instant startedAt = clock.instant();
    if (broken == null) {
      a.reset(cell);
      b.reset(cell);
      startedAt = clock.instant();
      try {
        ServerCounters beforeA = a.server().counters();
        ServerCounters beforeB = b.server().counters();
        Turns.Pair pair = turns.run(a.turn(cell), b.turn(cell), round % 2 == 0);
        boolean shared = a.server() == b.server();
        Totals together = Turns.Measured.sum(pair.a().totals(), pair.b().totals());
        // One server counts both sides together.
        List<String> reasonsA = counts(a, beforeA, shared ? together : pair.a().totals());
        List<String> reasonsB = shared ? reasonsA : counts(b, beforeB, pair.b().totals());
        Instant endedAt = clock.instant();
        return List.of(
            TrialRecords.byTurns(cell, round, order, startedAt, endedAt, pair.a(), reasonsA),
            TrialRecords.byTurns(cell, round, order, startedAt, endedAt, pair.b(), reasonsB));
      } catch (LoadFailure e) {
        broken = e.reason();
      }
    }
    TrialRecord none = TrialRecords.broken(cell, round, order, startedAt, clock.instant(), broken);
    return List.of(none, none);
  }

  private static List<String> counts(TurnsSide side, ServerCounters before, Totals totals)
      throws ServerException {
    ServerSource source = side.server().facts().source();
    Long updates = source.counts() ? side.server().counters().minus(before).update() : null;
    return new ArrayList<>(TrialValidity.counts(totals, updates, source.isOurs()));
  }

  /** How long it should take: two JVMs a round, and every cell measured twice. */
  public static Duration expected(Plan plan, int rounds) {
    return plan.expectedRound().multipliedBy(2L * rounds);
  }
}
