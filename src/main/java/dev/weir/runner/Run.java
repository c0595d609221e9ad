package dev.weir.runner;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import dev.weir.capture.Capture;
import dev.weir.capture.CaptureRequest;
import dev.weir.capture.CaptureSummary;
import dev.weir.capture.HostUse;
import dev.weir.dataset.Datasets;
import dev.weir.load.process.ClientSource;
import dev.weir.load.process.LoadClients;
import dev.weir.record.CellRecord;
import dev.weir.record.DisturbanceRecord;
import dev.weir.record.FleetRecord;
import dev.weir.record.JmhJson;
import dev.weir.record.LatencyLog;
import dev.weir.record.RunFolder;
import dev.weir.record.RunLock;
import dev.weir.record.RunRecord;
import dev.weir.record.ServerSource;
import dev.weir.record.TrialRecord;
import dev.weir.server.ControlClient;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The life of one run, whatever is measured inside it: its folder and lock, Weir's database, the
 * samplers, the load processes, the journal of trials, and the record. The record stays however the
 * run ends; if it fails, {@code run.json} says why.
 */
public final class Run {
  /** How long a server that was lost between trials may take to come back. */
  public static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Measurement.Description about;
  private final RunFile file;
  private final RunFolder folder;
  private final ServerUnderTest server;
  private final Settings settings;
  private final MongoClient client;
  private final DatabaseGuard guard;
  private final StopSignal stop;
  private final @Nullable Capture capture;
  private final BusyHost busyHost;
  private final List<TrialRecord> trials;
  private int processes;

  /** What a run left behind. */
  public record Outcome(RunRecord run, List<CellRecord> cells, Path folder) {}

  /**
   * How runs are carried out.
   *
   * @param patience how long a server that was lost between trials may take to come back
   * @param clients where load processes come from
   * @param host who else uses this host
   * @param acceptsBusyHost whether turns that others disturbed count all the same
   */
  public record Settings(
      Clock clock,
      RunListener listener,
      Duration patience,
      ClientSource clients,
      HostUse host,
      boolean acceptsBusyHost) {
    /** Load processes of this host, which may be busy, and {@link #PATIENCE}. */
    public static Settings of(Clock clock, RunListener listener) {
      return new Settings(clock, listener, PATIENCE, Settings::here, HostUse.local(), true);
    }

    private static LoadClients here(Path log, int clients) throws IOException {
      return LoadClients.start(LoadMain.class, log, clients);
    }

    /** The same with another bound on how long a lost server may take to come back. */
    public Settings withPatience(Duration patience) {
      return new Settings(clock, listener, patience, clients, host, acceptsBusyHost);
    }

    /** The same with another view of who else uses this host. */
    public Settings withHost(HostUse host) {
      return new Settings(clock, listener, patience, clients, host, acceptsBusyHost);
    }

    /** The same, where turns that others disturbed count or are made again. */
    public Settings acceptingBusyHost(boolean accepted) {
      return new Settings(clock, listener, patience, clients, host, accepted);
    }

    /** The same with load processes from elsewhere. */
    public Settings withClients(ClientSource clients) {
      return new Settings(clock, listener, patience, clients, host, acceptsBusyHost);
    }

    /** What is known to limit every figure. */
    private List<String> notes() {
      String note = clients.note();
      return note == null ? List.of() : List.of(note);
    }
  }

  private Run(
      Measurement.Description about,
      RunFile file,
      ServerUnderTest server,
      Settings settings,
      MongoClient client,
      DatabaseGuard guard,
      StopSignal stop,
      @Nullable Capture capture,
      List<TrialRecord> earlier) {
    this.about = about;
    this.file = file;
    this.folder = file.folder();
    this.server = server;
    this.settings = settings;
    this.client = client;
    this.guard = guard;
    this.stop = stop;
    this.capture = capture;
    this.busyHost =
        new BusyHost(
            settings.host(),
            settings.acceptsBusyHost(),
            settings.listener()::note,
            file.record().disturbance());
    this.trials = new ArrayList<>(earlier);
  }

  /**
   * Carries a run out and writes its record.
   *
   * @param results where the run's folder is created
   * @throws ServerException if the server fails for good or the database is not ours; what was
   *     measured until then is on disk, and the message says how to go on if that is possible
   * @throws IOException if the record can't be written
   */
  public static Outcome carryOut(
      Measurement measurement, ServerUnderTest server, Path results, Settings settings)
      throws ServerException, IOException, InterruptedException {
    measurement.require(server);
    Measurement.Description about = measurement.description();
    RunFile file =
        RunFile.begin(
            about,
            server.facts(),
            results,
            settings.clock().instant(),
            settings.clients().jvm(),
            settings.notes());
    try (RunLock lock = RunLock.take(file.folder().path())) {
      if (about.plan() != null && settings.clients().resumable()) {
        file.folder().write(RunFolder.PLAN, about.plan());
      }
      return live(measurement, server, file, List.of(), settings);
    }
  }

  /**
   * Goes on with a run that ended before it was complete: the trials on disk stay, the others
   * follow in the order that was planned.
   *
   * @throws ServerException as {@link #carryOut}
   * @throws IOException as {@link #carryOut}, and if another process is writing the run
   */
  public static Outcome resume(UnfinishedRun unfinished, ServerUnderTest server, Settings settings)
      throws ServerException, IOException, InterruptedException {
    Measurement measurement = new StudyMeasurement(unfinished.plan());
    measurement.require(server);
    RunFolder folder = unfinished.folder();
    try (RunLock lock = RunLock.take(folder.path())) {
      List<TrialRecord> trials = unfinished.recover();
      RunRecord resumed = unfinished.resumed(settings.clock().instant(), trials.size(), server);
      List<String> before = resumed.verdict().notes();
      List<String> notes = settings.notes();
      if (!before.containsAll(notes) || (notes.isEmpty() && PrefixedClients.noted(before))) {
        throw new IOException(
            "its clients were started another way; give the --client-prefix that it had");
      }
      return live(measurement, server, new RunFile(folder, resumed), trials, settings);
    }
  }

  /**
   * Goes on with an unfinished run of a measurement that keeps in the run's folder what it has.
   *
   * @throws ServerException as {@link #carryOut}
   * @throws IOException as {@link #carryOut}, and if the run is complete or being written
   */
  public static Outcome goOn(
      Path path, Measurement measurement, ServerUnderTest server, Settings settings)
      throws ServerException, IOException, InterruptedException {
    measurement.require(server);
    RunFolder folder = RunFolder.open(path);
    RunRecord record = folder.run();
    if (record.endedAt() != null) {
      throw new IOException(path + " is complete; see: weir report " + path);
    }
    try (RunLock lock = RunLock.take(path)) {
      List<TrialRecord> trials = folder.recoverJournal();
      CellLimits.putCaptureAside(folder);
      List<String> notes = new ArrayList<>(record.verdict().notes());
      notes.add("resumed " + settings.clock().instant() + " with " + trials.size() + " trials");
      FactsCheck.server(record.server(), server.facts())
          .forEach(line -> notes.add("resumed although " + line));
      RunFile file = new RunFile(folder, record.resumed(notes));
      return live(measurement, server, file, trials, settings);
    }
  }

  private static Outcome live(
      Measurement measurement,
      ServerUnderTest server,
      RunFile file,
      List<TrialRecord> earlier,
      Settings settings)
      throws ServerException, IOException, InterruptedException {
    Measurement.Description about = measurement.description();
    RunFolder folder = file.folder();
    file.write();
    try (StopSignal stop =
            StopSignal.listen(
                () -> {
                  file.failed("it was interrupted");
                  settings.listener().interrupted(folder.path());
                });
        MongoClient client = ControlClient.open(server)) {
      DatabaseGuard guard = DatabaseGuard.open(client, about.database());
      writeFleet(folder, settings);
      settings.listener().started(file.record(), folder.path());
      try (Capture capture = about.captured() ? capture(folder, server, settings) : null) {
        Run run = new Run(about, file, server, settings, client, guard, stop, capture, earlier);
        run.ownServer();
        return run.end(measurement.measure(run));
      }
    } catch (ServerException | MongoException e) {
      ServerException lost = new ServerException(String.valueOf(e.getMessage()));
      file.failed(lost.getMessage());
      throw new ServerException(lost.getMessage() + goOn(folder));
    } catch (IOException | UncheckedIOException e) {
      file.failed(e.getMessage());
      throw new IOException(e.getMessage() + goOn(folder), e);
    } catch (InterruptedException e) {
      file.failed("it was interrupted");
      throw e;
    } catch (RuntimeException e) {
      file.failed("a defect of Weir: " + e);
      throw e;
    }
  }

  private static String goOn(RunFolder folder) {
    String advice = Continuation.advice(folder.path());
    return advice == null ? "" : "; " + advice;
  }

  private static void writeFleet(RunFolder folder, Settings settings) throws IOException {
    FleetRecord fleet = settings.clients().record();
    if (fleet != null) {
      folder.write(RunFolder.FLEET, fleet);
    }
  }

  private static Capture capture(RunFolder folder, ServerUnderTest server, Settings settings)
      throws IOException {
    Capture capture =
        Capture.start(
            CaptureRequest.of(
                folder.file(RunFolder.CAPTURE), server.connectionString(), processes(server)));
    capture
        .missing()
        .forEach(
            tool ->
                settings.listener().note("not captured: " + tool.name() + " (" + tool.how() + ")"));
    return capture;
  }

  private Outcome end(Measurement.Findings found) throws ServerException, IOException {
    CaptureSummary captured = capture == null ? null : capture.finish();
    if (!about.keepsData()) {
      guard.dropDatabase();
    }
    LatencyLog.judged(folder, false); // of a trial that broke before it could be judged
    RunRecord run =
        file.ended(clock().instant(), found.rounds(), captured, busyHost.add(found.verdict()))
            .withDisturbance(busyHost.record());
    List<CellRecord> cells = CellLimits.judge(folder, run, found.cells());
    for (Map.Entry<String, Object> extra : found.files().entrySet()) {
      folder.write(extra.getKey(), extra.getValue());
    }
    folder.write(RunFolder.CELLS, cells);
    Path byJmh = folder.file(RunFolder.JMH_RESULTS);
    if (!Files.exists(byJmh) && !settings.clients().writeResults(byJmh, trials)) {
      folder.write(RunFolder.JMH, JmhJson.of(run, cells));
    }
    writeFleet(folder, settings);
    file.write(run); // last: a run whose record has an end is complete
    listener().finished(run, cells, folder.path());
    return new Outcome(run, cells, folder.path());
  }

  public ServerUnderTest server() {
    return server;
  }

  /** The record as it was when the run began. */
  public RunRecord begun() {
    return file.record();
  }

  public RunFolder folder() {
    return folder;
  }

  public Clock clock() {
    return settings.clock();
  }

  public RunListener listener() {
    return settings.listener();
  }

  Duration patience() {
    return settings.patience();
  }

  /** Whether load processes run on this host. */
  boolean clientsHere() {
    return settings.clients().here();
  }

  /** Whether load processes measure trials in turns. */
  boolean clientsTakeTurns() {
    return settings.clients().takesTurns();
  }

  /** A client for everything beside the load. */
  public MongoClient client() {
    return client;
  }

  /** Weir's database of this run. */
  public DatabaseGuard database() {
    return guard;
  }

  /**
   * The run's collections of documents.
   *
   * @param documents in each collection
   */
  public Datasets datasets(int documents) {
    return new Datasets(client, guard, documents, about.seed());
  }

  /** The trials so far, those of earlier sessions included. */
  public List<TrialRecord> trials() {
    return Collections.unmodifiableList(trials);
  }

  /**
   * Puts a trial into the journal, where it is safe, and its times where they belong.
   *
   * @throws InterruptedException if the process was asked to end: what that does to a trial is no
   *     finding
   */
  public void add(TrialRecord trial) throws IOException, InterruptedException {
    if (stop.asked()) {
      throw new InterruptedException("asked to end");
    }
    LatencyLog.judged(folder, trial.valid());
    folder.journal(trial);
    trials.add(trial);
    DisturbanceRecord disturbance = busyHost.record();
    if (disturbance != null) {
      file.disturbed(disturbance);
    }
  }

  /** Marks on the timeline that something begins now; ends what went on before. */
  public void mark(String label) throws IOException {
    mark(label, clock().instant());
  }

  /** Marks on the timeline that something began at that moment, the latest of all marks. */
  public void mark(String label, Instant at) throws IOException {
    if (capture != null) {
      capture.mark(label, at);
    }
  }

  /** Marks on the timeline that what went on has ended. */
  public void unmark() throws IOException {
    mark("");
  }

  /**
   * Samples a process of the load or the server on this host from now on, in place of an earlier
   * one of that label.
   */
  public void watch(String label, long pid) {
    settings.host().own(List.of(pid));
    if (capture != null) {
      capture.watch(label, pid);
    }
  }

  /** Ends sampling that process, before it ends itself and is taken for a gap. */
  public void unwatch(String label) {
    if (capture != null) {
      capture.unwatch(label);
    }
  }

  /** Samples the server's processes on this host, whose ids change with every restart. */
  void watchServer() {
    processes(server).forEach(this::watch);
    ownServer();
  }

  /** The server's processes on this host are not its other work. */
  private void ownServer() {
    List<Long> pids = server.localPids();
    settings.host().own(pids);
    boolean here = server.facts().sharesClientHost();
    if (here && server.facts().source() != ServerSource.IN_JVM) {
      boolean known = pids.size() >= server.members().size();
      settings.host().own(known ? HostUse.PROXIES : HostUse.SERVERS);
    }
  }

  /**
   * Starts load processes, which are sampled until they are closed.
   *
   * @param clients how many
   */
  public RunClients start(int clients) throws IOException, InterruptedException {
    LoadClients started = settings.clients().start(folder.file("load.log"), clients);
    return new RunClients(this, started);
  }

  /** A name of its own for what a load process samples of itself; null if nothing is sampled. */
  @Nullable String nextSeries() {
    processes++;
    return capture == null ? null : LoadMain.LABEL + processes;
  }

  /** Tells of each measured span whether others on this host disturbed it. */
  public HostWatch hostWatch() {
    // What happens on this host says nothing of a load and a server that are elsewhere.
    return clientsHere() || server.facts().sharesClientHost() ? busyHost : HostWatch.NONE;
  }

  /** Whether the process was asked to end. */
  boolean stopping() {
    return stop.asked();
  }

  /** As {@link #stopping}, when another process has just been seen to die. */
  boolean stoppingSoon() throws InterruptedException {
    return stop.askedBySoon();
  }

  /** The server's processes on this host by the label they have in the timeline. */
  static Map<String, Long> processes(ServerUnderTest server) {
    Map<String, Long> processes = new LinkedHashMap<>();
    List<Long> pids = server.localPids();
    for (int i = 0; i < pids.size(); i++) {
      processes.put("mongod" + (pids.size() == 1 ? "" : i + 1), pids.get(i));
    }
    return processes;
  }
}
