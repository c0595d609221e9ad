package dev.weir.runner.versus;

import dev.weir.load.process.LoadFailure;
import dev.weir.load.trial.TrialValidity;
import dev.weir.record.ServerSource;
import dev.weir.record.Totals;
import dev.weir.record.TrialRecord;
import dev.weir.record.TurnsRecord;
import dev.weir.runner.Measurement;
import dev.weir.runner.Run;
import dev.weir.runner.RunListener;
import dev.weir.runner.StudyMeasurement;
import dev.weir.runner.TrialRecords;
import dev.weir.server.NullServerProcess;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Plan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Two sides of one study by turns, each in a run of its own. A round starts a fresh JVM for either
 * side, then both measure cell after cell in short slices, one after the other. How many rounds is
 * fixed beforehand: stopping when a difference shows would find one where there is none. No
 * samplers run: their samples of a second can't tell slices of the sides apart.
 */
public final class Versus {
  /** Long enough for the calls in it to outweigh the threads' start, short against disturbances. */
  private static final long SLICE_MILLIS = 150;

  private final Plan a;
  private final Plan b;
  private final int rounds;

  /** Both runs; the first is the base. */
  public record Outcome(Run.Outcome a, Run.Outcome b) {}

  /**
   * @param a plan of the base
   * @param b plan with the same cells by their ids, and a study of another name
   * @throws IllegalArgumentException if the plans have other cells or the same name
   */
  public Versus(Plan a, Plan b, int rounds) {
    if (!a.cells().keySet().equals(b.cells().keySet())
        || a.study().name().equals(b.study().name())) {
      throw new IllegalArgumentException("sides need the same cells and different names");
    }
    this.a = a;
    this.b = b;
    this.rounds = rounds;
  }

  /** What is measured inside a run of one side. */
  @FunctionalInterface
  private interface Body {
    Measurement.Findings measure(Run run) throws ServerException, IOException, InterruptedException;
  }

  /** One side's run: its plan, and what is done inside it. */
  private record Side(Plan plan, Body body) implements Measurement {
    @Override
    public Description description() {
      return StudyMeasurement.describe(plan, null, false);
    }

    @Override
    public Findings measure(Run run) throws ServerException, IOException, InterruptedException {
      return body.measure(run);
    }
  }

  /**
   * Measures both and leaves a record of each: the run of one side goes on inside that of the
   * other.
   *
   * @param serverB may be the same as {@code serverA}
   * @throws ServerException if a server fails or a database is not ours
   * @throws IOException if a record can't be written
   */
  public Outcome carryOut(
      ServerUnderTest serverA, ServerUnderTest serverB, Path results, Run.Settings settings)
      throws ServerException, IOException, InterruptedException {
    Run.Settings both =
        new Run.Settings(
            settings.clock(),
            new OfBothSides(settings.listener()),
            settings.patience(),
            settings.clients(),
            settings.host(),
            settings.acceptsBusyHost());
    List<Run.Outcome> ofB = new ArrayList<>();
    Measurement outer =
        new Side(
            a,
            runA -> {
              List<Measurement.Findings> ofA = new ArrayList<>();
              Measurement inner =
                  new Side(
                      b,
                      runB -> {
                        Both found = measure(runA, runB);
                        ofA.add(found.a());
                        return found.b();
                      });
              ofB.add(Run.carryOut(inner, serverB, results, both));
              return ofA.get(0);
            });
    Run.Outcome ofOuter = Run.carryOut(outer, serverA, results, both);
    return new Outcome(ofOuter, ofB.get(0));
  }

  private record Both(Measurement.Findings a, Measurement.Findings b) {}

  private Both measure(Run runA, Run runB)
      throws ServerException, IOException, InterruptedException {
    try (NullServerProcess nullServer = NullServerProcess.start(a.study().topology().replicated());
        VersusSide sideA = new VersusSide(a, runA, nullServer);
        VersusSide sideB = new VersusSide(b, runB, nullServer)) {
      AtomicLong seeds = new AtomicLong(a.study().seed() * 1_000_003);
      long pairs =
          Math.max(2, (a.study().trial().measure().toMillis() + SLICE_MILLIS - 1) / SLICE_MILLIS);
      Turns turns = new Turns((int) pairs, SLICE_MILLIS, seeds::incrementAndGet);
      for (int round = 1; round <= rounds; round++) {
        runA.listener().roundStarted(round, rounds);
        round(round, sideA, sideB, turns);
      }
      String id = runA.begun().startedAt() + " " + a.study().name();
      return new Both(
          sideA.findings(rounds, turnsRecord(id, "a", sideB)),
          sideB.findings(rounds, turnsRecord(id, "b", sideA)));
    }
  }

  private static TurnsRecord turnsRecord(String id, String side, VersusSide other) {
    return new TurnsRecord(id, side, String.valueOf(other.run().folder().path().getFileName()));
  }

  private void round(int round, VersusSide sideA, VersusSide sideB, Turns turns)
      throws ServerException, IOException, InterruptedException {
    // Who starts, warms up and measures first changes from round to round.
    String first = (round % 2 == 1 ? sideA : sideB).newRound(round);
    String second = (round % 2 == 1 ? sideB : sideA).newRound(round);
    @Nullable String broken = first == null ? second : first;
    int order = 0;
    for (String cell : a.order(round)) {
      order++;
      List<TrialRecord> both = cell(cell, round, order, sideA, sideB, turns, broken);
      sideA.run().add(both.get(0));
      sideB.run().add(both.get(1));
      int done = (round - 1) * a.cells().size() + order;
      sideA.run().listener().pairEnded(both.get(0), both.get(1), done, a.cells().size() * rounds);
    }
  }

  private List<TrialRecord> cell(
      String cell,
      int round,
      int order,
      VersusSide sideA,
      VersusSide sideB,
      Turns turns,
      @Nullable String broken)
      throws ServerException, InterruptedException {
    Instant startedAt = sideA.run().clock().instant();
    if (broken == null) {
      sideA.reset(cell);
      sideB.reset(cell);
      startedAt = sideA.run().clock().instant();
      try {
        ServerCounters beforeA = sideA.run().server().counters();
        ServerCounters beforeB = sideB.run().server().counters();
        Turns.Pair pair = turns.run(sideA.turn(cell), sideB.turn(cell), round % 2 == 0);
        boolean shared = sideA.run().server() == sideB.run().server();
        Totals together = pair.a().totals().plus(pair.b().totals());
        // One server counts both sides together.
        List<String> reasonsA = counts(sideA, beforeA, shared ? together : pair.a().totals());
        List<String> reasonsB = shared ? reasonsA : counts(sideB, beforeB, pair.b().totals());
        Instant endedAt = sideA.run().clock().instant();
        return List.of(
            pair.a().trial(cell, round, order, startedAt, endedAt, reasonsA),
            pair.b().trial(cell, round, order, startedAt, endedAt, reasonsB));
      } catch (LoadFailure e) {
        broken = e.reason();
      }
    }
    TrialRecord none =
        TrialRecords.broken(cell, round, order, startedAt, sideA.run().clock().instant(), broken);
    return List.of(none, none);
  }

  private static List<String> counts(VersusSide side, ServerCounters before, Totals totals)
      throws ServerException {
    ServerSource source = side.run().server().facts().source();
    Long updates = source.counts() ? side.run().server().counters().minus(before).update() : null;
    return new ArrayList<>(TrialValidity.counts(totals, updates, source.isOurs()));
  }

  /** How long it should take: two JVMs a round, and every cell measured twice. */
  public static Duration expected(Plan plan, int rounds) {
    return plan.expectedRound().multipliedBy(2L * rounds);
  }

  /** Passes on what concerns both sides: one comparison goes on, not two runs. */
  private record OfBothSides(RunListener listener) implements RunListener {
    @Override
    public void note(String line) {
      listener.note(line);
    }

    @Override
    public void roundStarted(int round, int atMost) {
      listener.roundStarted(round, atMost);
    }

    @Override
    public void rate(String phase, double documentsPerSecond) {
      listener.rate(phase, documentsPerSecond);
    }

    @Override
    public void interrupted(Path folder, boolean resumable) {
      listener.interrupted(folder, resumable);
    }

    @Override
    public void pairEnded(TrialRecord a, TrialRecord b, int pairsDone, int pairsExpected) {
      listener.pairEnded(a, b, pairsDone, pairsExpected);
    }
  }
}
