package dev.weir.runner.ycsb;

import com.mongodb.client.MongoCollection;
import dev.weir.analysis.stats.CellSummaries;
import dev.weir.load.process.LoadFailure;
import dev.weir.record.CellRecord;
import dev.weir.record.Percentiles;
import dev.weir.record.RunRecord;
import dev.weir.record.TrialRecord;
import dev.weir.runner.HostWatch;
import dev.weir.runner.LoadMain;
import dev.weir.runner.Measurement;
import dev.weir.runner.Run;
import dev.weir.runner.RunClients;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * A workload of YCSB's own client on our bindings, each phase in a fresh JVM that is warmed up
 * first: one cell per phase and kind of operation, one trial per repeat. A run phase without a load
 * works on what an earlier load left in {@link #DATABASE}; the data stays, for the next one. YCSB's
 * texts stay in the run's folder under {@code ycsb/}.
 */
public final class YcsbWorkload implements Measurement {
  /** Weir's own database for YCSB. */
  public static final String DATABASE = DatabaseGuard.PREFIX + "ycsb";

  private static final String WARM_UP_SUFFIX = "_warmup";
  private static final double CONFIDENCE = 0.95;

  /** A phase that does not end in this time never will; YCSB itself knows no bound. */
  private static final Duration LONGEST_PHASE = Duration.ofHours(12);

  private final YcsbRequest request;

  public YcsbWorkload(YcsbRequest request) {
    this.request = request;
  }

  @Override
  public Description description() {
    return Description.of(request.name(), DATABASE, request.recorded(), 0).keepingData();
  }

  /** The cells as they fill up, and the outputs they come from. */
  private static final class Progress {
    final Map<String, Map<String, String>> factors = new LinkedHashMap<>();
    final Map<String, List<YcsbOutput>> outputs = new LinkedHashMap<>();
    final List<String> failures = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
  }

  @Override
  public Findings measure(Run run) throws ServerException, IOException, InterruptedException {
    Files.createDirectories(run.folder().file("ycsb"));
    Progress progress = new Progress();
    for (int round = 1; round <= request.repeats(); round++) {
      run.listener().roundStarted(round, request.repeats());
      for (YcsbRequest.Phase phase : request.phases()) {
        prepare(phase, run, progress);
        try {
          phase(phase, round, run, progress);
        } catch (LoadFailure e) {
          String failure = phase.title() + ", round " + round + ": " + e.reason();
          progress.failures.add(failure);
          run.listener().note("  " + failure);
        } finally {
          run.unwatch(LoadMain.LABEL);
          run.unmark();
        }
      }
    }
    List<CellRecord> cells = cells(run, progress);
    return new Findings(request.repeats(), cells, verdict(cells, progress));
  }

  private void prepare(YcsbRequest.Phase phase, Run run, Progress progress) throws ServerException {
    if (phase == YcsbRequest.Phase.LOAD) {
      run.database().reset(request.table());
      return;
    }
    long there = collection(run, request.table()).estimatedDocumentCount();
    long expected = Long.parseLong(request.properties().getOrDefault("recordcount", "0"));
    if (there == 0) {
      throw new ServerException(
          "collection "
              + request.table()
              + " of "
              + run.database().name()
              + " is empty; run 'weir ycsb load' on this server first, or 'weir ycsb both'");
    }
    if (there != expected) {
      progress.notes.add(
          "the collection holds "
              + there
              + " documents, the run phase names recordcount="
              + expected);
    }
  }

  private static MongoCollection<Document> collection(Run run, String name) {
    return run.client().getDatabase(run.database().name()).getCollection(name);
  }

  private void phase(YcsbRequest.Phase phase, int round, Run run, Progress progress)
      throws ServerException, IOException, InterruptedException, LoadFailure {
    Path own = run.folder().file("ycsb");
    String name = phase.title() + "-" + round;
    Path text = own.resolve(name + ".txt");
    // Holds the URI, so it is the owner's alone and gone afterwards.
    Path properties = Files.createTempFile("weir-ycsb", ".properties");
    properties.toFile().deleteOnExit(); // after a signal nothing else deletes it
    try {
      write(properties, run.server(), own.resolve(name + "-"), text);
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
        run.watch(LoadMain.LABEL, jvm.pid());
        run.mark("warm-up " + name);
        jvm.awaitWarm(request.warmUp().plus(RunClients.SLACK));
        collection(run, request.table() + WARM_UP_SUFFIX).drop();
        ServerCounters before = run.server().counters();
        Instant from = run.clock().instant();
        run.mark(name);
        HostWatch.Watched host = run.hostWatch().begin();
        jvm.go();
        jvm.awaitEnd(LONGEST_PHASE);
        host.kept();
        Instant to = run.clock().instant();
        ServerCounters counted = run.server().counters().minus(before);
        keep(
            run,
            new YcsbTrials.Finished(phase, round, from, to, counted, jvm.cpuMicros()),
            YcsbOutput.read(text, own, name + "-"),
            progress);
      }
    } finally {
      Files.deleteIfExists(properties);
    }
  }

  private void keep(Run run, YcsbTrials.Finished finished, YcsbOutput output, Progress progress)
      throws IOException, LoadFailure, InterruptedException {
    boolean countable = run.server().facts().source().counts();
    boolean alone = run.server().facts().source().isOurs();
    YcsbTrials trials = new YcsbTrials(run.folder(), request, countable, alone);
    List<String> operations = YcsbTrials.operations(output);
    long attempted = 0;
    for (String operation : operations) {
      TrialRecord trial = trials.trial(finished, output, operation);
      attempted += trial.counts().offered();
      run.add(trial);
      progress.factors.put(trial.cell(), trials.factors(finished.phase(), operation));
      progress.outputs.computeIfAbsent(trial.cell(), id -> new ArrayList<>()).add(output);
      run.listener().trialEnded(trial, run.trials().size(), 0);
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

  private void write(Path file, ServerUnderTest server, Path histograms, Path text)
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

  private List<CellRecord> cells(Run run, Progress progress) throws IOException {
    List<CellRecord> cells = new ArrayList<>();
    for (CellRecord cell : CellSummaries.of(progress.factors, run.trials(), null, CONFIDENCE)) {
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
          // YCSB tells neither bytes nor waits for a connection.
          cell.withMegabytesPerSecond(null).withPoolWait(null).withNotes(notes));
    }
    return cells;
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
}
