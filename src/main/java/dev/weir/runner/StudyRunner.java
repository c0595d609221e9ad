package dev.weir.runner;

import com.mongodb.client.MongoClient;
import dev.weir.analysis.CellSummaries;
import dev.weir.analysis.ClaimVerdict;
import dev.weir.analysis.ClaimVerdicts;
import dev.weir.analysis.Precision;
import dev.weir.capture.Capture;
import dev.weir.capture.CaptureRequest;
import dev.weir.capture.CaptureSummary;
import dev.weir.dataset.Datasets;
import dev.weir.load.ClientSource;
import dev.weir.load.LoadClients;
import dev.weir.record.CellRecord;
import dev.weir.record.FleetRecord;
import dev.weir.record.JmhJson;
import dev.weir.record.PlanRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.RunLock;
import dev.weir.record.RunRecord;
import dev.weir.record.TrialRecord;
import dev.weir.server.ControlClient;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.NullServerProcess;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import dev.weir.study.StudyException;
import dev.weir.study.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs a planned study on an open server: rounds of one trial per cell in random order, each round
 * on a fresh JVM, until its claims are settled or, without claims, every interval is narrow enough,
 * the rounds are used up or the time is over.
 */
public final class StudyRunner {
  /** How long a server that was lost between trials may take to come back. */
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Clock clock;
  private final RunListener listener;
  private final Surroundings surroundings;
  private final Duration patience;
  private final ClientSource clients;

  public StudyRunner(Clock clock, RunListener listener) {
    this(clock, listener, Surroundings.UNCHANGED);
  }

  /**
   * @param surroundings what is made different around each trial
   */
  public StudyRunner(Clock clock, RunListener listener, Surroundings surroundings) {
    this(clock, listener, surroundings, PATIENCE, StudyRunner::processesHere);
  }

  private StudyRunner(
      Clock clock,
      RunListener listener,
      Surroundings surroundings,
      Duration patience,
      ClientSource clients) {
    this.clock = clock;
    this.listener = listener;
    this.surroundings = surroundings;
    this.patience = patience;
    this.clients = clients;
  }

  private static LoadClients processesHere(Path log, int clients) throws IOException {
    return LoadClients.start(LoadMain.class, log, clients);
  }

  /** Name of the database that a study writes to. */
  public static String database(Study study) {
    return DatabaseGuard.PREFIX + study.name();
  }

  /** What a run left behind. */
  public record Outcome(RunRecord run, List<CellRecord> cells, Path folder) {}

  /** The same runner with another bound on how long a lost server may take to come back. */
  public StudyRunner withPatience(Duration patience) {
    return new StudyRunner(clock, listener, surroundings, patience, clients);
  }

  /** The same runner with load processes from elsewhere. */
  public StudyRunner withClients(ClientSource clients) {
    return new StudyRunner(clock, listener, surroundings, patience, clients);
  }

  /**
   * Runs the study and writes its record.
   *
   * @param results where the run's folder is created
   * @throws ServerException if the server fails for good or the database is not ours; what was
   *     measured until then is on disk, and the message says how to go on
   * @throws IOException if the record can't be written; again the message says how to go on
   */
  public Outcome run(Plan plan, ServerUnderTest server, Path results)
      throws ServerException, IOException, InterruptedException {
    EconomyCells.requireTransactions(plan, server);
    Instant startedAt = clock.instant();
    RunFolder folder = RunFolder.create(results, startedAt, plan.study().name());
    try (RunLock lock = RunLock.take(folder.path())) {
      if (surroundings == Surroundings.UNCHANGED) { // what is done around cells can't be recorded
        Map<String, Map<String, String>> cells = new LinkedHashMap<>();
        plan.cells().forEach((id, cell) -> cells.put(id, cell.factors()));
        folder.write(RunFolder.PLAN, new PlanRecord(cells));
      }
      return carryOut(
          plan, server, folder, RunRecords.begun(plan, server, startedAt, notes()), List.of());
    }
  }

  /**
   * Goes on with a run that ended before it was complete: the trials on disk stay, the others
   * follow in the order that was planned.
   *
   * @throws ServerException as {@link #run}
   * @throws IOException as {@link #run}, and if another process is writing the run
   */
  public Outcome resume(UnfinishedRun unfinished, ServerUnderTest server)
      throws ServerException, IOException, InterruptedException {
    RunFolder folder = unfinished.folder();
    try (RunLock lock = RunLock.take(folder.path())) {
      List<TrialRecord> trials = unfinished.recover();
      RunRecord resumed = unfinished.resumed(clock.instant(), trials.size(), server);
      List<String> before = resumed.verdict().notes();
      if (!before.containsAll(notes()) || (notes().isEmpty() && PrefixedClients.noted(before))) {
        throw new IOException(
            "its clients were started another way; give the --client-prefix that it had");
      }
      return carryOut(unfinished.plan(), server, folder, resumed, trials);
    }
  }

  private List<String> notes() {
    String note = clients.note();
    return note == null ? List.of() : List.of(note);
  }

  private Outcome carryOut(
      Plan plan,
      ServerUnderTest server,
      RunFolder folder,
      RunRecord begun,
      List<TrialRecord> earlier)
      throws ServerException, IOException, InterruptedException {
    try (MongoClient client = ControlClient.open(server);
        DelayedLink link = DelayedLink.open(plan, server);
        StopSignal stop = StopSignal.listen(() -> listener.interrupted(folder.path()))) {
      CellConditions.requireHistories(plan, server);
      String database = database(plan.study());
      DatabaseGuard guard = DatabaseGuard.open(client, database);
      folder.write(RunFolder.RUN, begun);
      writeFleet(folder);
      listener.started(begun, folder.path());
      Datasets datasets =
          new Datasets(client, guard, plan.study().documents(), plan.study().seed());
      try (Capture capture = capture(folder, server);
          NullServerProcess warmUpServer = warmUpServer(plan, clients)) {
        capture
            .missing()
            .forEach(
                tool -> listener.note("not captured: " + tool.name() + " (" + tool.how() + ")"));
        Rounds rounds =
            new Rounds(
                plan,
                server,
                link.uri(),
                datasets,
                database,
                folder,
                capture,
                listener,
                clock,
                warmUpServer,
                new CellConditions(plan, server, link, surroundings),
                stop,
                patience,
                clients);
        Progress progress = measure(plan, rounds, folder, begun, earlier);
        CaptureSummary captured = capture.finish();
        guard.dropDatabase();
        RunRecord run =
            RunRecords.ended(
                begun,
                clock.instant(),
                progress.rounds,
                captured,
                RunVerdict.of(plan, progress.cells));
        List<CellRecord> cells = RunVerdicts.judge(folder, run, progress.cells);
        folder.write(RunFolder.CELLS, cells);
        folder.write(RunFolder.JMH, JmhJson.of(run, cells));
        writeFleet(folder);
        // Last: a run whose record has an end is complete.
        folder.write(RunFolder.RUN, run);
        listener.finished(run, cells, folder.path());
        return new Outcome(run, cells, folder.path());
      }
    } catch (ServerException e) {
      throw new ServerException(e.getMessage() + goOn(folder));
    } catch (IOException e) {
      throw new IOException(e.getMessage() + goOn(folder), e);
    }
  }

  private void writeFleet(RunFolder folder) throws IOException {
    FleetRecord fleet = clients.record();
    if (fleet != null) {
      folder.write(RunFolder.FLEET, fleet);
    }
  }

  private String goOn(RunFolder folder) {
    return surroundings == Surroundings.UNCHANGED
        ? "; finished trials are safe, go on with: weir resume " + folder.path()
        : "";
  }

  private record Progress(int rounds, List<CellRecord> cells) {}

  private Progress measure(
      Plan plan, Rounds rounds, RunFolder folder, RunRecord run, List<TrialRecord> earlier)
      throws ServerException, IOException, InterruptedException {
    Map<String, Map<String, String>> factors = new LinkedHashMap<>();
    plan.cells().forEach((id, cell) -> factors.put(id, cell.factors()));
    Precision precision = new Precision(plan.study().precision(), plan.study().confidence());
    List<TrialRecord> trials = new ArrayList<>(earlier);
    List<CellRecord> cells = List.of();
    Spent spent = Spent.on(earlier);
    Instant begun = clock.instant();
    Duration longest = spent.longestRound();
    int round = 0;
    while (round < plan.study().rounds().max()) {
      Instant before = clock.instant();
      round++;
      if (!complete(round, trials, plan)) {
        Duration sofar = spent.total().plus(Duration.between(begun, before));
        if (round > plan.study().rounds().min()
            && sofar.plus(longest).compareTo(plan.study().budget()) > 0) {
          round--;
          listener.note(
              "time budget of "
                  + plan.study().budget().toSeconds()
                  + " s used after "
                  + round
                  + " rounds");
          break;
        }
        listener.roundStarted(round, plan.study().rounds().max());
        rounds.run(round, trials);
        Duration took = Duration.between(before, clock.instant());
        longest = took.compareTo(longest) > 0 ? took : longest;
      }
      cells = summarise(round, factors, trials, plan);
      folder.write(RunFolder.CELLS, cells);
      if (round >= plan.study().rounds().min() && enough(precision, run, cells)) {
        break;
      }
    }
    return new Progress(round, cells);
  }

  /** A study that claims something is over when its claims are settled, else when it is precise. */
  private static boolean enough(Precision precision, RunRecord run, List<CellRecord> cells)
      throws IOException {
    try {
      List<ClaimVerdict> claims = ClaimVerdicts.of(run, cells);
      return claims.stream().allMatch(c -> c.verdict() == ClaimVerdict.Verdict.NOT_TESTABLE)
          ? precision.judge(CellSummaries.perRound(cells)).done()
          : ClaimVerdicts.settled(claims);
    } catch (StudyException e) {
      throw new IOException(e.getMessage(), e); // this very run wrote them
    }
  }

  private static boolean complete(int round, List<TrialRecord> trials, Plan plan) {
    return trials.stream().filter(t -> t.round() == round).count() == plan.cells().size();
  }

  /**
   * As the cells stood after that round, so that a resumed run decides what an unbroken one did.
   */
  private static List<CellRecord> summarise(
      int round, Map<String, Map<String, String>> factors, List<TrialRecord> trials, Plan plan) {
    List<TrialRecord> until = trials.stream().filter(t -> t.round() <= round).toList();
    return CellSummaries.of(factors, until, plan.baseline(), plan.study().confidence());
  }

  /** A JVM is warmed on the null server, where a second holds ten times the calls. */
  private static @Nullable NullServerProcess warmUpServer(Plan plan, ClientSource clients)
      throws ServerException {
    // It listens on this host's loopback.
    return plan.study().target() == Target.NULL_SERVER || !clients.here()
        ? null
        : NullServerProcess.start(plan.study().topology().replicated());
  }

  static Capture capture(RunFolder folder, ServerUnderTest server) throws IOException {
    return Capture.start(
        CaptureRequest.of(
            folder.file(RunFolder.CAPTURE), server.connectionString(), Rounds.processes(server)));
  }
}
