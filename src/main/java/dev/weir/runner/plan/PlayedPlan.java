package dev.weir.runner.plan;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.mongodb.client.MongoClient;
import dev.weir.analysis.stats.CellSummaries;
import dev.weir.capacity.CapacityException;
import dev.weir.capacity.Design;
import dev.weir.capacity.PlanFile;
import dev.weir.capacity.PlayedPoint;
import dev.weir.capacity.PlayedPoint.Kind;
import dev.weir.capacity.PlayedRun;
import dev.weir.capacity.PlayerSearch;
import dev.weir.load.engine.Timing;
import dev.weir.load.process.LoadProcess;
import dev.weir.load.trial.TrialValidity;
import dev.weir.record.CellRecord;
import dev.weir.record.RequestedRate;
import dev.weir.record.RunRecord;
import dev.weir.record.ServerSource;
import dev.weir.record.TrialRecord;
import dev.weir.runner.HostWatch;
import dev.weir.runner.LoadMain;
import dev.weir.runner.Measurement;
import dev.weir.runner.Run;
import dev.weir.server.ControlClient;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import dev.weir.study.Factor;
import dev.weir.study.Operation;
import dev.weir.study.UpdateShape;
import dev.weir.workload.FlushSchedule;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * A plan at its own size on a server as it comes: the accounts are filled, the planned players save
 * until nothing changes any more, then there are more of them until a target breaks. One cell for
 * each load. What is measured goes into {@link PlayedRun#NAME} after each, so that an interrupted
 * run goes on with what is there.
 */
public final class PlayedPlan implements Measurement {
  /** Weir's own database of a played plan. */
  public static final String DATABASE = DatabaseGuard.PREFIX + "plan";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double CONFIDENCE = 0.95;
  private static final long SEED = 1;

  /** More than there are threads times batch sizes, whose seeds count up. */
  private static final long SEEDS_APART = 1_000_003;

  private static final double NANOS = 1e9;

  /** What a server keeps if it does not tell: MongoDB's default. */
  private static final int HISTORY_SECONDS = 300;

  /** Fills go some ten to forty megabytes a second; nobody knows before. */
  private static final double FILL_BYTES_PER_SECOND = 20e6;

  /** Beyond so many times the accounts players would mostly share documents. */
  private static final int PLAYERS_PER_ACCOUNT = 2;

  private static final Duration LOOK = Duration.ofSeconds(5);
  private static final double QUIET_OPERATIONS = 20;
  private static final double QUIET_CORES = 0.25;

  private final Design design;
  private final PlayLengths lengths;
  private final Timing timing;

  /** One thing that will be done. */
  public record Step(String what, String players, Duration about) {}

  private PlayedPlan(Design design, PlayLengths lengths, Timing timing) {
    this.design = design;
    this.lengths = lengths;
    this.timing = timing;
  }

  /**
   * A plan to be played on a server.
   *
   * @param quick whether some five minutes must do
   */
  public static PlayedPlan of(Design design, ServerUnderTest server, boolean quick) {
    Integer history = server.facts().keptHistory();
    return new PlayedPlan(
        design,
        quick
            ? PlayLengths.brief()
            : PlayLengths.usual(history == null ? HISTORY_SECONDS : history),
        Timing.system());
  }

  static PlayedPlan of(Design design, PlayLengths lengths) {
    return new PlayedPlan(design, lengths, Timing.system());
  }

  /** What will be done, and for about how long. */
  public List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    double bytes = design.storedBytes() / design.accounts() * lengths.accounts(design);
    steps.add(
        new Step(
            text("fill %,d accounts, %.2f GB", lengths.accounts(design), bytes / 1e9),
            "",
            seconds(bytes / FILL_BYTES_PER_SECOND)));
    String planned = text("%,.0f", design.players());
    steps.add(new Step("play the planned load until it is steady", planned, whole()));
    steps.add(
        new Step(
            text("raise the players until a target breaks, %d loads", lengths.probes()),
            "more",
            probe(design).multipliedBy(lengths.probes())));
    if (lengths.around()) {
      Duration time = around().stream().map(this::probe).reduce(Duration.ZERO, Duration::plus);
      steps.add(new Step("play other periods and batches, for what-if", planned, time));
    }
    if (lengths.confirmations() > 0) {
      steps.add(new Step("confirm the most that hold", "most", whole()));
    }
    return steps;
  }

  private Duration whole() {
    return lengths.settle(design, false).plus(lengths.block().multipliedBy(lengths.blocks()));
  }

  private Duration probe(Design load) {
    return lengths.settle(load, true).plus(lengths.probe());
  }

  /**
   * Looks at a server before anything is written.
   *
   * @return what a user should know before the load begins, a line each
   * @throws CapacityException if the plan can't be played there
   * @throws ServerException if the server does not answer
   */
  public List<String> examine(ServerUnderTest server)
      throws CapacityException, ServerException, InterruptedException {
    if (!server.facts().realMongoDB()) {
      throw new CapacityException(
          "no plan is played on "
              + server.facts().product()
              + ": its costs are not those of MongoDB; name a mongod");
    }
    List<String> lines = new ArrayList<>();
    if (!server.facts().source().isOurs()) {
      lines.add(requireQuiet(server));
    }
    double bytes = design.storedBytes() / design.accounts() * lengths.accounts(design);
    try (MongoClient client = ControlClient.open(server)) {
      ServerWatch watch = new ServerWatch(client, DATABASE, server);
      Double free = watch.freeBytes();
      ServerWatch.Sizes sizes = watch.sizes();
      Double oplog = sizes.oplogMost();
      double there = sizes.data() == null ? 0 : sizes.data();
      Integer kept = server.facts().keptHistory();
      double each = bytes / lengths.accounts(design) / design.documents().size();
      double history =
          2 * design.documentsPerSecond() * each * (kept == null ? HISTORY_SECONDS : kept);
      double need =
          Math.max(0, 1.2 * bytes - there) + (oplog == null ? 0 : Math.min(oplog, bytes)) + history;
      if (free != null && need > free) {
        throw new CapacityException(
            text(
                "the accounts don't fit: %,d of them need some %.1f GB with oplog and history, the"
                    + " server's disk has %.1f GB free; name fewer accounts or another server",
                lengths.accounts(design), need / 1e9, free / 1e9));
      }
    }
    Long cache = server.facts().cacheBytes();
    if (cache != null && bytes > 2.0 * cache) {
      lines.add(
          text(
              "the accounts are %.1f times the cache of %.2f GB: pages will be read from disk again"
                  + " and again, and the disk will decide",
              bytes / cache, cache / 1e9));
    }
    if (lengths.accounts(design) < design.accounts()) {
      lines.add(
          text(
              "only %,d of %,.0f accounts are filled: cache, disk and dirty pages are those of"
                  + " fewer documents",
              lengths.accounts(design), design.accounts()));
    }
    return lines;
  }

  private String requireQuiet(ServerUnderTest server)
      throws CapacityException, ServerException, InterruptedException {
    ServerCounters before = server.counters();
    timing.sleepUntil(timing.nanoTime() + LOOK.toNanos());
    ServerCounters own = server.counters().minus(before);
    double span = LOOK.toMillis() / 1e3;
    double operations = (own.insert() + own.update() + own.delete() + own.query()) / span;
    Long micros = own.cpuMicros();
    double cores = micros == null ? 0 : micros / 1e6 / span;
    String load = text("%,.0f operations/s and %.2f cores over %.0f s", operations, cores, span);
    if (operations > QUIET_OPERATIONS || cores > QUIET_CORES) {
      throw new CapacityException(
          "the deployment is busy with others: " + load + "; play the plan when it is idle");
    }
    return "its own load before: " + load;
  }

  @Override
  public Description description() {
    Map<String, Object> study = new LinkedHashMap<>();
    study.put("name", "played-" + design.name());
    study.put("question", "Does this server carry the plan? " + design.question());
    study.put("design", JSON.convertValue(design, new TypeReference<Map<String, Object>>() {}));
    study.put("quick", lengths.quick());
    return Description.of("played-" + design.name(), DATABASE, study, SEED);
  }

  @Override
  public Findings measure(Run run) throws ServerException, IOException, InterruptedException {
    return new Playing(run).measure();
  }

  private List<Design> around() {
    Design.Flush flush = design.flush();
    List<Design> loads = new ArrayList<>();
    if (flush.batch() > 1) {
      loads.add(design.withFlush(flush.ofBatch(Math.max(1, flush.batch() / 5))));
    }
    loads.add(design.withFlush(flush.every(flush.period() * 2)));
    return loads;
  }

  /** One run of the plan. */
  private final class Playing {
    private final Run run;
    private final ServerWatch watch;
    private final Map<String, Map<String, String>> factors = new LinkedHashMap<>();
    private PlayedRun played;

    Playing(Run run) throws ServerException, IOException {
      this.run = run;
      this.watch = new ServerWatch(run.client(), DATABASE, run.server());
      PlayedRun kept = PlanFile.played(run.folder().path());
      this.played = kept == null ? begun() : kept;
    }

    private PlayedRun begun() throws ServerException {
      Object cores = run.server().facts().host().get("cores");
      Long cache = run.server().facts().cacheBytes();
      List<String> notes = new ArrayList<>();
      notes.add("Padding does not compress: on disk the accounts are as large as they can be.");
      notes.add("Only writes are played; reads share the same CPUs, cache and disk.");
      if (run.server().facts().sharesClientHost()) {
        notes.add("Load and server share one host: a server of its own carries more.");
      }
      if (!run.server().facts().topology().matches("ps[as]")) {
        notes.add("Played without secondaries: replicating costs the primary more.");
      }
      if (lengths.quick()) {
        notes.add(
            "Played for minutes (--quick): not known are what the server's history of minutes"
                + " costs, intervals, growth on disk, and whether the most players hold for"
                + " longer.");
      }
      long accounts = lengths.accounts(design);
      if (accounts < design.accounts()) {
        notes.add(text("Filled were %,d of %,.0f accounts.", accounts, design.accounts()));
      }
      return new PlayedRun(
          design,
          lengths.quick(),
          accounts,
          cores instanceof Number number ? Integer.valueOf(number.intValue()) : null,
          cache == null ? null : Double.valueOf(cache),
          watch.freeBytes(),
          run.server().facts().keptHistory(),
          List.of(),
          PlayedRun.Search.NONE,
          notes);
    }

    Findings measure() throws ServerException, IOException, InterruptedException {
      run.watch(LoadMain.LABEL, ProcessHandle.current().pid());
      fill();
      PlayedPoint planned = play("planned", Kind.PLANNED, design, PlayedRun.Search.NONE);
      if (lengths.around()) {
        int i = 0;
        for (Design load : around()) {
          play("around" + ++i, Kind.AROUND, load, PlayedRun.Search.NONE);
        }
      }
      search(planned);
      run.unmark();
      return findings();
    }

    private void fill() throws ServerException, IOException {
      StoredAccounts accounts = new StoredAccounts(run.client(), run.database(), SEED);
      run.mark("fill");
      for (int i = 0; i < design.documents().size(); i++) {
        Design.DocumentType type = design.documents().get(i);
        // A replaced document is as large as what replaces it.
        accounts.fill(
            collection(i),
            cell(design, type).document(),
            design.replace() ? 0 : type.storedBytes(),
            played.accounts(),
            there ->
                run.listener().note(text("%s: %,d of %,d", type.name(), there, played.accounts())));
      }
      watch.checkpoint();
      run.unmark();
    }

    private void search(PlayedPoint planned)
        throws ServerException, IOException, InterruptedException {
      PlayerSearch search =
          new PlayerSearch(
              played.accounts() * PLAYERS_PER_ACCOUNT,
              lengths.precision(),
              lengths.probes(),
              lengths.confirmations());
      search.tell(planned.load().players(), planned.holds(), false);
      boolean confirmed = false;
      PlayerSearch.Step step;
      while ((step = search.next(confirmed)) != null) {
        String cell = (step.confirmation() ? "confirmed" : "players") + step.players();
        Design load = design.withPlayers((double) step.players());
        Kind kind = step.confirmation() ? Kind.CONFIRMED : Kind.RAISED;
        boolean again =
            step.confirmation() && step.players() == planned.load().players() && planned.holds();
        PlayedPoint point = again ? planned : play(cell, kind, load, result(search, confirmed));
        search.tell(step.players(), point.holds(), step.confirmation());
        confirmed = step.confirmation() && point.holds();
      }
      played =
          new PlayedRun(
              played.design(),
              played.quick(),
              played.accounts(),
              played.cores(),
              played.cacheBytes(),
              played.freeBytes(),
              played.historySeconds(),
              played.points(),
              result(search, confirmed),
              played.notes());
    }

    private PlayedRun.Search result(PlayerSearch search, boolean confirmed) {
      return new PlayedRun.Search(search.holds(), search.breaks(), confirmed);
    }

    /** Plays a load, unless an interrupted run has. */
    private PlayedPoint play(String cell, Kind kind, Design load, PlayedRun.Search found)
        throws ServerException, IOException, InterruptedException {
      PlayedPoint kept = played.point(cell);
      if (kept == null) {
        measure(cell, kind, load, found);
        kept = Objects.requireNonNull(played.point(cell));
        run.listener().note(line(kept));
      } else {
        run.listener().note("kept: " + line(kept));
      }
      factors.put(cell, factors(load, kept));
      return kept;
    }

    private void measure(String cell, Kind kind, Design load, PlayedRun.Search found)
        throws ServerException, IOException, InterruptedException {
      boolean probed = kind == Kind.RAISED || kind == Kind.AROUND;
      run.listener()
          .note(
              text(
                  "playing %,.0f players, flush every %s, batches of %d, for %.1f min",
                  load.players(),
                  load.flush().every(),
                  load.flush().batch(),
                  (probed ? probe(load) : whole()).toMillis() / 60e3));
      WriteBehindTrial.Lengths how =
          probed
              ? new WriteBehindTrial.Lengths(lengths.settle(load, true), lengths.probe(), 1, 0)
              : new WriteBehindTrial.Lengths(
                  lengths.settle(load, false), lengths.block(), lengths.blocks(), lengths.more());
      HostWatch.Watched host = run.hostWatch().begin();
      Instant startedAt = run.clock().instant();
      run.mark("round 1 " + cell);
      WriteBehindTrial.Result got =
          new WriteBehindTrial(run, timing, LoadProcess.processCpu(), watch)
              .run(types(load), how, SEED + SEEDS_APART * (1 + run.trials().size()));
      run.unmark();
      ServerSource source = run.server().facts().source();
      List<String> reasons =
          got.drained() && got.totals().failedDocuments() == 0
              ? TrialValidity.counts(
                  got.totals(), source.counts() ? got.serverUpdates() : null, source.isOurs())
              : List.of();
      TrialRecord trial =
          got.trial(
              new TrialRecord.Identity(cell, 1, run.trials().size() + 1),
              startedAt,
              run.clock().instant(),
              reasons);
      host.kept();
      run.add(trial);
      played = played.with(PlayedFigures.point(cell, kind, load, got), found);
      run.folder().write(PlayedRun.NAME, played);
      run.listener().trialEnded(trial, run.trials().size(), 0);
    }

    private List<WriteBehindTrial.Type> types(Design load) {
      List<WriteBehindTrial.Type> types = new ArrayList<>();
      for (int i = 0; i < load.documents().size(); i++) {
        Design.DocumentType type = load.documents().get(i);
        Design.Flush flush = load.flush();
        types.add(
            new WriteBehindTrial.Type(
                collection(i),
                cell(load, type),
                Math.toIntExact(played.accounts()),
                (int) load.players(),
                type.updatesPerMinute() * load.peakFactor() / 60,
                schedule(flush),
                flush.policy() == Design.Policy.STAGGERED ? nanos(flush.linger()) : 0));
      }
      return types;
    }

    private Findings findings() {
      List<CellRecord> cells = new ArrayList<>();
      List<String> reasons = new ArrayList<>();
      for (CellRecord cell : CellSummaries.of(factors, run.trials(), null, CONFIDENCE)) {
        List<String> notes = new ArrayList<>(cell.notes());
        notes.add(
            cell.id()
                + ": written at the players' pace; times are from a batch being ready until it is"
                + " acknowledged; client CPU is that of the players as well");
        cells.add(cell.withNotes(notes));
        cell.trials()
            .forEach(
                trial -> trial.reasons().forEach(why -> reasons.add(trial.cell() + ": " + why)));
      }
      return new Findings(
          1,
          cells,
          new RunRecord.Verdict(reasons.isEmpty(), reasons, played.notes()),
          Map.of(PlayedRun.NAME, played));
    }
  }

  private static String line(PlayedPoint point) {
    Double server = point.cpu().server();
    Double dirty = point.cache().mostDirty();
    return text(
        "%s: %,.0f documents/s, p99 %.1f ms, server %s, dirty at most %s; %s",
        point.cell(),
        point.rates().documents(),
        point.times().p99().mean(),
        server == null ? "unknown" : text("%.2f cores", server),
        dirty == null ? "unknown" : text("%.1f %%", dirty * 100),
        point.holds() ? "holds" : String.join("; ", point.missed()));
  }

  private static String collection(int type) {
    return "accounts" + (type + 1);
  }

  private static Map<String, String> factors(Design load, PlayedPoint point) {
    Map<String, String> factors = new LinkedHashMap<>();
    factors.put("players", text("%.0f", load.players()));
    factors.put("driver", DriverKind.SYNC.yamlName());
    factors.put("operation", operation(load).toString());
    factors.put("batch", Integer.toString(load.flush().batch()));
    factors.put("period", load.flush().every().replace(" ", ""));
    factors.put("threads", Integer.toString(load.flush().threads() * load.documents().size()));
    // As many calls as were under way at once, by Little's law, or all threads' where it fell
    // behind.
    double busy = point.rates().calls() * point.times().p50() / 1e3;
    long atOnce =
        Math.min((long) load.flush().threads() * load.documents().size(), Math.round(busy));
    factors.put("inFlight", Long.toString(Math.max(1, atOnce)));
    factors.put("writeConcern", load.durability().toString());
    if (point.holds()) {
      new RequestedRate(point.rates().due(), RequestedRate.Arrivals.CONSTANT).addTo(factors);
    }
    return factors;
  }

  private static Operation operation(Design load) {
    return load.flush().batch() > 1 ? Operation.BULK_UNORDERED : Operation.SINGLE;
  }

  private static Cell cell(Design load, Design.DocumentType type) {
    UpdateShape shape = load.replace() ? UpdateShape.REPLACE : UpdateShape.SET_FIELDS;
    Map<Factor<?>, Object> factors = new TreeMap<>();
    factors.put(Factor.DRIVER, DriverKind.SYNC);
    factors.put(Factor.OPERATION, operation(load));
    factors.put(Factor.BATCH, load.flush().batch());
    factors.put(Factor.IN_FLIGHT, load.flush().threads());
    factors.put(Factor.DOCUMENT, WriteBehindTrial.kind(type.fields(), type.updateBytes(), shape));
    factors.put(Factor.SHAPE, shape);
    factors.put(Factor.WRITE_CONCERN, load.durability());
    return Cell.of(factors);
  }

  private static FlushSchedule schedule(Design.Flush flush) {
    return switch (flush.policy()) {
      case TIMER -> FlushSchedule.timer(nanos(flush.period()));
      case STAGGERED -> FlushSchedule.staggered(nanos(flush.period()));
      case COUNT -> FlushSchedule.count(flush.whenDirty(), nanos(flush.period()));
    };
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * NANOS);
  }

  private static Duration seconds(double seconds) {
    return Duration.ofNanos(nanos(seconds));
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
