package dev.weir.runner;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.weir.analysis.CellSummaries;
import dev.weir.analysis.OfferedRate;
import dev.weir.capture.Capture;
import dev.weir.load.LoadFailure;
import dev.weir.record.CellRecord;
import dev.weir.record.JmhJson;
import dev.weir.record.Percentiles;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.TrialRecord;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Runs YCSB's own client on our bindings, each phase in a fresh JVM that is warmed up first, and
 * writes the same record as a study: one cell per phase and kind of operation, one trial per
 * repeat. YCSB's texts stay in the run's folder under {@code ycsb/}.
 */
public final class YcsbRunner {
  /** Weir's own database for YCSB. */
  public static final String DATABASE = DatabaseGuard.PREFIX + "ycsb";

  private static final String WARM_UP_SUFFIX = "_warmup";
  private static final double CONFIDENCE = 0.95;

  /** A phase that does not end in this time never will; YCSB itself knows no bound. */
  private static final Duration LONGEST_PHASE = Duration.ofHours(12);

  /** Beyond the warm-up: starting, loading the warm-up's documents, calls that hang. */
  private static final Duration WARM_SLACK = Duration.ofSeconds(150);

  private final Clock clock;
  private final RunListener listener;

  public YcsbRunner(Clock clock, RunListener listener) {
    this.clock = clock;
    this.listener = listener;
  }

  /** The cells as they fill up, and the outputs they come from. */
  private static final class Progress {
    final Map<String, Map<String, String>> factors = new LinkedHashMap<>();
    final Map<String, List<YcsbOutput>> outputs = new LinkedHashMap<>();
    final List<TrialRecord> trials = new ArrayList<>();
    final List<String> failures = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
  }

  /**
   * Runs all phases and writes the record. A run phase without a load works on what an earlier load
   * left in {@link #DATABASE}; the data stays, for the next one.
   *
   * @param results where the run's folder is created
   * @throws ServerException if the server fails or the database is not ours
   * @throws IOException if the record can't be written
   */
  public StudyRunner.Outcome run(YcsbRequest request, ServerUnderTest server, Path results)
      throws ServerException, IOException, InterruptedException {
    Instant startedAt = clock.instant();
    RunFolder folder = RunFolder.create(results, startedAt, request.name());
    Files.createDirectories(folder.file("ycsb"));
    try (MongoClient client = MongoClients.create(server.connectionString());
        Capture capture = StudyRunner.capture(folder, server)) {
      DatabaseGuard guard = DatabaseGuard.open(client, DATABASE);
      MongoDatabase database = client.getDatabase(guard.name());
      RunRecord begun =
          record(
              request,
              server,
              startedAt,
              null,
              Map.of(),
              new RunRecord.Verdict(false, List.of("the run has not finished"), List.of()));
      folder.write(RunFolder.RUN, begun);
      listener.started(begun, folder.path());
      Progress progress = new Progress();
      for (int round = 1; round <= request.repeats(); round++) {
        listener.roundStarted(round, request.repeats());
        for (YcsbRequest.Phase phase : request.phases()) {
          prepare(request, phase, guard, database, progress);
          try {
            phase(request, phase, round, server, folder, capture, database, progress);
          } catch (LoadFailure e) {
            progress.failures.add(phase.title() + ", round " + round + ": " + e.reason());
            listener.note("  " + progress.failures.get(progress.failures.size() - 1));
          } finally {
            capture.unwatch("load");
            capture.mark("", clock.instant());
          }
        }
      }
      List<CellRecord> cells = cells(request, progress);
      folder.write(RunFolder.CELLS, cells);
      Map<String, Object> captured = RunRecords.captured(capture.finish());
      RunRecord run =
          record(request, server, startedAt, clock.instant(), captured, verdict(cells, progress));
      folder.write(RunFolder.RUN, run);
      folder.write(RunFolder.JMH, JmhJson.of(run, cells));
      listener.finished(run, cells, folder.path());
      return new StudyRunner.Outcome(run, cells, folder.path());
    }
  }

  private static void prepare(
      YcsbRequest request,
      YcsbRequest.Phase phase,
      DatabaseGuard guard,
      MongoDatabase database,
      Progress progress)
      throws ServerException {
    if (phase == YcsbRequest.Phase.LOAD) {
      guard.reset(request.table());
      return;
    }
    long there = database.getCollection(request.table()).estimatedDocumentCount();
    long expected = Long.parseLong(request.properties().getOrDefault("recordcount", "0"));
    if (there == 0) {
      throw new ServerException(
          "collection "
              + request.table()
              + " of "
              + guard.name()
              + " is empty; run 'weir ycsb load' on this server first, or 'weir ycsb both'");
    }
    if (there != expected) {
      progress.notes.add(
          "the collection holds "
              + there
              + " documents, the run phase was told recordcount="
              + expected);
    }
  }

  private void phase(
      YcsbRequest request,
      YcsbRequest.Phase phase,
      int round,
      ServerUnderTest server,
      RunFolder folder,
      Capture capture,
      MongoDatabase database,
      Progress progress)
      throws ServerException, IOException, InterruptedException, LoadFailure {
    Path own = folder.file("ycsb");
    String name = phase.title() + "-" + round;
    Path text = own.resolve(name + ".txt");
    // Holds the URI, so it is the owner's alone and gone afterwards.
    Path properties = Files.createTempFile("weir-ycsb", ".properties");
    try {
      write(properties, request, server, own.resolve(name + "-"), text);
      List<String> arguments =
          List.of(
              Long.toString(request.warmUp().toSeconds()),
              properties.toString(),
              phase == YcsbRequest.Phase.LOAD ? "-load" : "-t",
              "-s",
              "-P",
              properties.toString());
      try (YcsbJvm jvm =
          YcsbJvm.start(request.processMain(), arguments, own.resolve(name + ".log"))) {
        capture.watch("load", jvm.pid());
        capture.mark("warm-up " + name, clock.instant());
        jvm.awaitWarm(request.warmUp().plus(WARM_SLACK));
        database.getCollection(request.table() + WARM_UP_SUFFIX).drop();
        ServerCounters before = server.counters();
        Instant from = clock.instant();
        capture.mark(name, from);
        jvm.go();
        jvm.awaitEnd(LONGEST_PHASE);
        Instant to = clock.instant();
        ServerCounters counted = server.counters().minus(before);
        keep(
            request,
            new YcsbTrials.Finished(phase, round, from, to, counted, jvm.cpuMicros()),
            server,
            folder,
            YcsbOutput.read(text, own, name + "-"),
            progress);
      }
    } finally {
      Files.delete(properties);
    }
  }

  private void keep(
      YcsbRequest request,
      YcsbTrials.Finished finished,
      ServerUnderTest server,
      RunFolder folder,
      YcsbOutput output,
      Progress progress)
      throws IOException, LoadFailure {
    boolean countable = server.facts().source().counts();
    boolean alone = server.facts().source().isOurs();
    YcsbTrials trials = new YcsbTrials(folder, request, countable, alone);
    List<String> operations = YcsbTrials.operations(output);
    long attempted = 0;
    for (String operation : operations) {
      TrialRecord trial = trials.trial(finished, output, operation);
      attempted += trial.operations().offered();
      folder.journal(trial);
      progress.trials.add(trial);
      progress.factors.put(trial.cell(), trials.factors(finished.phase(), operation));
      progress.outputs.computeIfAbsent(trial.cell(), id -> new ArrayList<>()).add(output);
      listener.trialEnded(trial, progress.trials.size(), 0);
    }
    long wanted = request.operations(finished.phase());
    boolean timed = request.properties().containsKey("maxexecutiontime");
    // A read-modify-write is one operation of YCSB's, and here a read and an update.
    if (attempted == 0 || (attempted < wanted && !timed)) {
      throw new LoadFailure(
          "YCSB did "
              + attempted
              + " of "
              + wanted
              + " operations; see its log in the run's folder");
    }
  }

  private static void write(
      Path file, YcsbRequest request, ServerUnderTest server, Path histograms, Path text)
      throws IOException {
    Properties properties = new Properties();
    properties.setProperty("hdrhistogram.percentiles", "50,95,99,99.9");
    properties.putAll(request.properties());
    properties.setProperty("db", request.binding());
    properties.setProperty("mongodb.url", withDatabase(server.connectionString()));
    properties.setProperty("threadcount", Integer.toString(request.threads()));
    properties.setProperty("target", Integer.toString(request.target()));
    properties.setProperty("status.interval", "1");
    properties.setProperty("measurementtype", "hdrhistogram");
    properties.setProperty("hdrhistogram.fileoutput", "true");
    properties.setProperty("hdrhistogram.output.path", histograms.toAbsolutePath().toString());
    properties.setProperty("exportfile", text.toAbsolutePath().toString());
    if (request.target() > 0) {
      properties.putIfAbsent("measurement.interval", "both");
    }
    try (OutputStream out = Files.newOutputStream(file)) {
      properties.store(out, null);
    }
  }

  /** The URI with our database; credentials keep being looked up where they were. */
  static String withDatabase(String uri) {
    int hosts = uri.indexOf("://") + 3;
    int query = uri.indexOf('?', hosts);
    String options = query < 0 ? "" : uri.substring(query + 1);
    String base = query < 0 ? uri : uri.substring(0, query);
    int slash = base.indexOf('/', hosts);
    String old = slash < 0 ? "" : base.substring(slash + 1);
    boolean credentials = base.indexOf('@') > 0;
    if (credentials && !options.toLowerCase(Locale.ROOT).contains("authsource=")) {
      String source = "authSource=" + (old.isEmpty() ? "admin" : old);
      options = options.isEmpty() ? source : options + "&" + source;
    }
    return (slash < 0 ? base : base.substring(0, slash))
        + "/"
        + DATABASE
        + (options.isEmpty() ? "" : "?" + options);
  }

  private static List<CellRecord> cells(YcsbRequest request, Progress progress) throws IOException {
    List<CellRecord> cells = new ArrayList<>();
    for (CellRecord cell : CellSummaries.of(progress.factors, progress.trials, null, CONFIDENCE)) {
      List<String> notes = new ArrayList<>(cell.notes());
      String response = responses(cell, progress);
      if (response != null) {
        notes.add(response);
      }
      if (request.target() > 0) {
        notes.add(
            cell.id()
                + ": ran at a target of "
                + request.target()
                + " operations/s in all, so its documents/s are what was asked for, not what is"
                + " possible");
      }
      cells.add(
          new CellRecord(
              cell.id(),
              cell.factors(),
              cell.trials(),
              cell.documentsPerSecond(),
              cell.batchesPerSecond(),
              null, // YCSB does not tell bytes
              cell.ratioToBaseline(),
              cell.serviceTimeMicros(),
              cell.cpu(),
              null, // nor waits for a connection
              cell.bottleneck(),
              notes));
    }
    return OfferedRate.mark(cells);
  }

  private static @Nullable String responses(CellRecord cell, Progress progress) throws IOException {
    String operation = String.valueOf(cell.factors().get("operation")).toUpperCase(Locale.ROOT);
    boolean batched = !"1".equals(cell.factors().get("batch"));
    Percentiles times =
        YcsbTrials.responses(
            progress.outputs.getOrDefault(cell.id(), List.of()), operation, batched);
    Percentiles service = cell.serviceTimeMicros();
    if (times == null || service == null) {
      return null;
    }
    return String.format(
        Locale.ROOT,
        "%s: from the intended send p50 %.2f, p99 %.2f, p99.9 %.2f, max %.2f ms; from the actual"
            + " send p50 %.2f, p99 %.2f, p99.9 %.2f, max %.2f ms",
        cell.id(),
        times.p50() / 1e3,
        times.p99() / 1e3,
        times.p999() / 1e3,
        times.max() / 1e3,
        service.p50() / 1e3,
        service.p99() / 1e3,
        service.p999() / 1e3,
        service.max() / 1e3);
  }

  private static RunRecord.Verdict verdict(List<CellRecord> cells, Progress progress) {
    List<String> reasons = new ArrayList<>(progress.failures);
    for (CellRecord cell : cells) {
      cell.trials().stream()
          .flatMap(trial -> trial.reasons().stream())
          .forEach(reason -> reasons.add(cell.id() + ": " + reason));
    }
    if (cells.isEmpty() && reasons.isEmpty()) {
      reasons.add("YCSB reported no operation");
    }
    List<String> notes = new ArrayList<>(progress.notes);
    cells.forEach(
        cell -> notes.addAll(cell.notes().stream().filter(n -> n.startsWith(cell.id())).toList()));
    return new RunRecord.Verdict(reasons.isEmpty(), reasons, notes);
  }

  private static RunRecord record(
      YcsbRequest request,
      ServerUnderTest server,
      Instant startedAt,
      @Nullable Instant endedAt,
      Map<String, Object> capture,
      RunRecord.Verdict verdict) {
    BuildInfo build = BuildInfo.read();
    return new RunRecord(
        RunRecord.SCHEMA_VERSION,
        build.version(),
        build.commit(),
        build.dirty(),
        request.recorded(),
        0,
        null,
        Map.of(),
        server.facts(),
        ClientFactsReader.read(),
        startedAt.toString(),
        endedAt == null ? null : endedAt.toString(),
        request.repeats(),
        capture,
        verdict);
  }
}
