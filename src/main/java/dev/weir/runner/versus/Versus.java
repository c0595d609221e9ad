package dev.weir.runner.versus;

import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadFailure;
import dev.weir.record.Totals;
import dev.weir.record.TrialRecord;
import dev.weir.record.TrialRecord.Identity;
import dev.weir.runner.HostWatch;
import dev.weir.runner.Measurement;
import dev.weir.runner.Run;
import dev.weir.runner.RunClients;
import dev.weir.runner.RunListener;
import dev.weir.runner.ServerCheck;
import dev.weir.runner.StudyMeasurement;
import dev.weir.runner.TrialRecords;
import dev.weir.runner.TurnLength;
import dev.weir.runner.Turns;
import dev.weir.runner.WarmUpOrders;
import dev.weir.server.NullServerProcess;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Plan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two sides of one study by turns, each in a run of its own. A round starts a fresh JVM, in which
 * both sides measure cell after cell in blocks of short turns; where the sides differ in the JVM
 * itself, it starts two, which hand over the turn. How many blocks is fixed beforehand: stopping
 * when a difference shows would find one where there is none. No samplers run: their samples of a
 * second can't tell turns of the sides apart.
 */
public final class Versus {
  private final Plan a;
  private final Plan b;
  private final Effort effort;
  private final @Nullable Jvms jvms;

  /** Load processes of each side, where one JVM can't be both. */
  public record Jvms(SideClients a, SideClients b) {}

  /**
   * What a comparison takes.
   *
   * @param rounds fresh JVMs
   * @param secondsPerCell of turns of both sides, over all rounds
   * @param unlikeMillis length of a turn where the sides ask other work of the server
   */
  public record Effort(int rounds, int secondsPerCell, long unlikeMillis) {
    /** JVMs of which each tells enough by a single block. */
    private static final int MANY_ROUNDS = 12;

    /** With turns as long as {@link TurnLength#UNLIKE_MILLIS} where sides are unlike. */
    public Effort(int rounds, int secondsPerCell) {
      this(rounds, secondsPerCell, TurnLength.UNLIKE_MILLIS);
    }

    /** In a round: such as hold one group of turns at least. */
    public int blocks(TurnLength length) {
      long block = Math.max(Turns.BLOCK_MILLIS, TurnLength.GROUP * length.millis());
      int fewest = rounds < MANY_ROUNDS ? 2 : 1; // few JVMs need blocks to tell how blocks scatter
      return Math.max(fewest, (int) (secondsPerCell * 1_000L / block / rounds));
    }
  }

  /** Both runs; the first is the base. */
  public record Outcome(Run.Outcome a, Run.Outcome b) {}

  /**
   * @param a plan of the base
   * @param b plan with the same cells by their ids, and a study of another name
   * @throws IllegalArgumentException if the plans have other cells or the same name
   */
  public Versus(Plan a, Plan b, Effort effort) {
    this(a, b, effort, null);
  }

  /**
   * @param a plan of the base
   * @param b plan with the same cells by their ids, and a study of another name
   * @param jvms of both sides; null where they share one
   * @throws IllegalArgumentException if the plans have other cells or the same name
   */
  public Versus(Plan a, Plan b, Effort effort, @Nullable Jvms jvms) {
    if (!a.cells().keySet().equals(b.cells().keySet())
        || a.study().name().equals(b.study().name())) {
      throw new IllegalArgumentException("sides need the same cells and different names");
    }
    this.a = a;
    this.b = b;
    this.effort = effort;
    this.jvms = jvms;
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
              ofB.add(
                  Run.carryOut(
                      inner, serverB, results, jvms == null ? both : both.withClients(jvms.b())));
              return ofA.get(0);
            });
    Run.Outcome ofOuter =
        Run.carryOut(outer, serverA, results, jvms == null ? both : both.withClients(jvms.a()));
    return new Outcome(ofOuter, ofB.get(0));
  }

  private record Both(Measurement.Findings a, Measurement.Findings b) {}

  private Both measure(Run runA, Run runB)
      throws ServerException, IOException, InterruptedException {
    try (NullServerProcess nullServer =
        NullServerProcess.start(a.study().topology().replicated())) {
      VersusSide sideA = new VersusSide(a, runA, nullServer);
      VersusSide sideB = new VersusSide(b, runB, nullServer);
      for (int round = 1; round <= effort.rounds(); round++) {
        runA.listener().roundStarted(round, effort.rounds());
        round(round, sideA, sideB, nullServer);
      }
      String id = runA.begun().startedAt() + " " + a.study().name();
      return new Both(
          sideA.findings(effort.rounds(), id, "a", sideB),
          sideB.findings(effort.rounds(), id, "b", sideA));
    }
  }

  private void round(int round, VersusSide sideA, VersusSide sideB, NullServerProcess nullServer)
      throws ServerException, IOException, InterruptedException {
    try (RunClients load = sideA.run().start(1);
        RunClients other = jvms == null ? null : sideB.run().start(1)) {
      @Nullable String broken = prepare(load, other, sideA, sideB, nullServer, round);
      int order = 0;
      for (String cell : a.order(round)) {
        order++;
        Instant startedAt = sideA.run().clock().instant();
        List<TrialRecord> both = List.of();
        if (broken == null) {
          try {
            both = cell(load, other, new Identity(cell, round, order), sideA, sideB);
          } catch (LoadFailure e) {
            broken = e.reason();
          }
        }
        if (broken != null) {
          Instant endedAt = sideA.run().clock().instant();
          TrialRecord none = TrialRecords.broken(cell, round, order, startedAt, endedAt, broken);
          both = List.of(none, none);
          // What failed in the process spoils this cell; a process that is gone spoils the rest.
          boolean alive = load.first().alive() && (other == null || other.first().alive());
          broken = alive ? null : broken;
        }
        sideA.run().add(both.get(0));
        sideB.run().add(both.get(1));
        int done = (round - 1) * a.cells().size() + order;
        sideA
            .run()
            .listener()
            .pairEnded(both.get(0), both.get(1), done, a.cells().size() * effort.rounds());
      }
    }
  }

  /** Connects and warms up; null if all went well, else the reason that spoils what follows. */
  private @Nullable String prepare(
      RunClients load,
      @Nullable RunClients other,
      VersusSide sideA,
      VersusSide sideB,
      NullServerProcess nullServer,
      int round)
      throws ServerException, IOException, InterruptedException {
    List<LoadOrder.Work> paths = new ArrayList<>(sideA.paths("a "));
    if (other == null) {
      paths.addAll(sideB.paths("b "));
    }
    try {
      sideA.readyForWarmUp();
      load.connect(sideA.run().server().loadUri(), a.study().documents());
      compile(load, nullServer, paths, round);
      boolean twoServers = sideA.run().server() != sideB.run().server();
      if (other != null || twoServers) {
        sideB.readyForWarmUp();
      }
      if (other != null) {
        other.connect(sideB.run().server().loadUri(), a.study().documents());
        compile(other, nullServer, sideB.paths("b "), round);
        load.warmUp(onServer(paths, round));
        other.warmUp(onServer(sideB.paths("b "), round));
      } else if (twoServers) {
        load.warmUp(onServer(sideA.paths("a "), round));
        load.warmUp(
            onServer(sideB.paths("b "), round)
                .at(sideB.run().server().loadUri(), sideB.run().database().name()));
      } else {
        load.warmUp(onServer(paths, round));
      }
      return null;
    } catch (LoadFailure e) {
      return e.reason();
    }
  }

  private void compile(
      RunClients load, NullServerProcess nullServer, List<LoadOrder.Work> paths, int round)
      throws LoadFailure, InterruptedException {
    load.warmUp(
        WarmUpOrders.onNullServer(
            nullServer.connectionString(),
            paths,
            a.study().warmUp().atMost(),
            a.study().seed() + round));
  }

  private LoadOrder.WarmUp onServer(List<LoadOrder.Work> paths, int round) {
    return WarmUpOrders.onServer(
        paths, true, a.study().warmUp().atMost(), a.study().seed() * 7 + round);
  }

  private List<TrialRecord> cell(
      RunClients load,
      @Nullable RunClients other,
      Identity identity,
      VersusSide sideA,
      VersusSide sideB)
      throws ServerException, LoadFailure, InterruptedException {
    String cell = identity.cell();
    boolean shared = sideA.run().server() == sideB.run().server();
    TurnLength length = length(cell, shared);
    sideA.reset(cell);
    // Alike sides write one collection: two never lie alike in the cache and on the disk.
    VersusSide dataOfB = shared && length.alike() ? sideA : sideB;
    if (dataOfB == sideB) {
      sideB.reset(cell);
    }
    Instant startedAt = sideA.run().clock().instant();
    ServerCounters beforeA = sideA.run().server().counters();
    ServerCounters beforeB = sideB.run().server().counters();
    Turns.Measured measured =
        new Turns(
                load.first(),
                other == null ? null : other.first(),
                List.of(sideA.turn(cell, sideA), sideB.turn(cell, dataOfB)),
                length,
                a.study().seed() * 1_000_003 + identity.round() * 1_009L + identity.order(),
                HostWatch.both(sideA.run().hostWatch(), sideB.run().hostWatch()))
            .run(effort.blocks(length), Turns.BLOCK_MILLIS);
    Totals together = measured.a().plus(measured.b());
    List<Cell> cells = List.of(a.cell(cell), b.cell(cell));
    // One server counts both sides together.
    List<String> reasonsA =
        ServerCheck.counts(sideA.run().server(), cells, beforeA, shared ? together : measured.a());
    List<String> reasonsB =
        shared ? reasonsA : ServerCheck.counts(sideB.run().server(), cells, beforeB, measured.b());
    Instant endedAt = sideA.run().clock().instant();
    return List.of(
        sideA.trial(0, identity, measured, measured.a(), startedAt, endedAt, reasonsA),
        sideB.trial(1, identity, measured, measured.b(), startedAt, endedAt, reasonsB));
  }

  private TurnLength length(String cell, boolean shared) {
    Cell ofA = a.cell(cell);
    Cell ofB = b.cell(cell);
    // Servers that share a host disturb each other by what they put off.
    return shared
        ? TurnLength.of(ofA, ofB, effort.unlikeMillis(), jvms != null)
        : TurnLength.unlike(Math.max(ofA.inFlight(), ofB.inFlight()), effort.unlikeMillis());
  }

  /**
   * How long it should take: the JVMs of a round, and every cell's time.
   *
   * @param shared whether both sides write to one server
   */
  public Duration expected(boolean shared) {
    long blocks = 0;
    for (String id : a.cells().keySet()) {
      TurnLength length = length(id, shared);
      long block = Math.max(Turns.BLOCK_MILLIS, TurnLength.GROUP * length.millis());
      blocks += effort.blocks(length) * block + Turns.LEAD_IN_MILLIS;
      blocks += length.isTried() ? Turns.TRY_MILLIS : 0;
    }
    return Duration.ofMillis(blocks)
        .plus(a.study().warmUp().atMost().multipliedBy(jvms == null ? 2 : 4))
        .multipliedBy(effort.rounds());
  }

  /** Passes on what concerns both sides, once: one comparison goes on, not two runs. */
  private static final class OfBothSides implements RunListener {
    private final RunListener listener;
    private @Nullable String last;

    OfBothSides(RunListener listener) {
      this.listener = listener;
    }

    @Override
    public synchronized void note(String line) {
      if (!line.equals(last)) {
        listener.note(line);
      }
      last = line;
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
    public void interrupted(Path folder) {
      listener.interrupted(folder);
    }

    @Override
    public void pairEnded(TrialRecord a, TrialRecord b, int pairsDone, int pairsExpected) {
      listener.pairEnded(a, b, pairsDone, pairsExpected);
    }
  }
}
