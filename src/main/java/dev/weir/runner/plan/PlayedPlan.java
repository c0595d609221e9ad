package dev.weir.runner.plan;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import dev.weir.record.RunRecord;
import dev.weir.record.ServerSource;
import dev.weir.record.TrialRecord;
import dev.weir.runner.LoadMain;
import dev.weir.runner.Measurement;
import dev.weir.runner.Run;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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

  /** What a server keeps if it does not tell: MongoDB's default. */
  static final int HISTORY_SECONDS = 300;

  /** Fills go some ten to forty megabytes a second; nobody knows before. */
  private static final double FILL_BYTES_PER_SECOND = 20e6;

  private static final double HALF = 0.5;

  /** Beyond that number of times the accounts players would mostly share documents. */
  private static final int PLAYERS_PER_ACCOUNT = 2;

  private final Design design;
  private final PlayLengths lengths;
  private final Timing timing;
  private final @Nullable Map<String, Design> loads;

  /** One thing that will be done. */
  public record Step(String what, String players, Duration about) {}

  private PlayedPlan(
      Design design, PlayLengths lengths, Timing timing, @Nullable Map<String, Design> loads) {
    this.design = design;
    this.lengths = lengths;
    this.timing = timing;
    this.loads = loads;
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
        Timing.system(),
        null);
  }

  static PlayedPlan of(Design design, PlayLengths lengths) {
    return new PlayedPlan(design, lengths, Timing.system(), null);
  }

  /**
   * Given loads on the accounts of a plan, without a search: what predictions are made of, and held
   * against. The accounts stay, so that another run on the same server goes on with them.
   *
   * @param loads each is played like the plan's own, in their order; by the names of their cells
   * @param settle of the plan's own load, before it is measured
   * @param measured of each load, after one of its flush periods
   */
  public static PlayedPlan ofLoads(
      Design design, Map<String, Design> loads, Duration settle, Duration measured) {
    return new PlayedPlan(
        design, PlayLengths.ofLoads(settle, measured), Timing.system(), new LinkedHashMap<>(loads));
  }

  /** What will be done, and for about how long. */
  public List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    double bytes = design.storedBytes() / design.accounts() * lengths.accounts(design);
    steps.add(
        new Step(
            text("fill %,d accounts, %.2f GB", lengths.accounts(design), bytes / 1e9),
            "",
            PlayedLoad.seconds(bytes / FILL_BYTES_PER_SECOND)));
    String planned = text("%,.0f", design.players());
    steps.add(new Step("play the planned load until it is steady", planned, whole()));
    if (lengths.probes() > 0) {
      steps.add(
          new Step(
              text("raise the players until a target breaks, %d loads", lengths.probes()),
              "more",
              probe(design).multipliedBy(lengths.probes())));
    }
    if (lengths.around()) {
      Duration time =
          around().values().stream().map(this::probe).reduce(Duration.ZERO, Duration::plus);
      steps.add(new Step("play other batches, periods and sizes, for what-if", planned, time));
    }
    if (lengths.confirmations() > 0) {
      String confirm = text("confirm the most that hold, up to %d times", lengths.confirmations());
      steps.add(new Step(confirm, "most", whole()));
    }
    return steps;
  }

  private Duration whole() {
    return lengths.settle(design, false).plus(lengths.block(design).multipliedBy(lengths.blocks()));
  }

  private Duration probe(Design load) {
    return lengths.settle(load, true).plus(lengths.probe(load));
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
    Duration about = steps().stream().map(Step::about).reduce(Duration.ZERO, Duration::plus);
    return new PlanExamination(design, lengths, timing, about).examine(server);
  }

  @Override
  public Description description() {
    Map<String, Object> study = new LinkedHashMap<>();
    study.put("name", "played-" + design.name());
    study.put("question", "Does this server carry the plan? " + design.question());
    study.put("design", JSON.convertValue(design, new TypeReference<Map<String, Object>>() {}));
    study.put("quick", lengths.quick());
    Description about = Description.of("played-" + design.name(), DATABASE, study, SEED);
    return loads == null ? about : about.keepingData();
  }

  @Override
  public Findings measure(Run run) throws ServerException, IOException, InterruptedException {
    return new Playing(run).measure();
  }

  /** Loads beside the planned one, by what is different. */
  private Map<String, Design> around() {
    Map<String, Design> given = this.loads;
    if (given != null) {
      return given;
    }
    Design.Flush flush = design.flush();
    Map<String, Design> loads = new LinkedHashMap<>();
    if (flush.batch() > 1) {
      int batch = Math.max(1, flush.batch() / 5);
      loads.put("batch" + batch, design.withFlush(flush.ofBatch(batch)));
    }
    Design.Flush longer = flush.every(flush.period() * 2);
    loads.put("period" + longer.every().replace(" ", ""), design.withFlush(longer));
    if (!design.sampled()) { // updates of a sample have one size
      loads.put("updateBytesHalved", design.withUpdateBytes(HALF));
    }
    return loads;
  }

  /** One run of the plan. */
  private final class Playing {
    private final Run run;
    private final ServerWatch watch;
    private final WriteBehindTrial trials;
    private final Map<String, Map<String, String>> factors = new LinkedHashMap<>();
    private PlayedRun played;
    private @Nullable String notPlayed;

    Playing(Run run) throws ServerException, IOException {
      this.run = run;
      this.watch = new ServerWatch(run.client(), DATABASE, run.server());
      this.trials = new WriteBehindTrial(run, timing, LoadProcess.processCpu(), watch);
      PlayedRun kept = PlanFile.played(run.folder().path());
      this.played = kept == null ? begun() : kept;
      if (kept == null) { // a run that ends while it fills can go on, too
        run.folder().write(PlayedRun.NAME, played);
      }
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
          notes);
    }

    Findings measure() throws ServerException, IOException, InterruptedException {
      run.watch(LoadMain.LABEL, ProcessHandle.current().pid());
      fill();
      PlayedPoint planned = play("planned", Kind.PLANNED, design);
      if (lengths.around()) {
        for (Map.Entry<String, Design> load : around().entrySet()) {
          play(load.getKey(), Kind.AROUND, load.getValue());
        }
      }
      if (lengths.probes() > 0) {
        search(planned);
      }
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
            PlayedLoad.collection(i),
            PlayedLoad.cell(design, type).document(),
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
        if (!again && !fits(cell, load, kind)) {
          if (step.confirmation()) {
            return;
          }
          search.noMore();
          continue;
        }
        PlayedPoint point = again ? planned : play(cell, kind, load);
        search.tell(step.players(), point.holds(), step.confirmation());
        confirmed = step.confirmation() && point.holds();
      }
    }

    /** A full disk would end the server, and with it what was measured. */
    private boolean fits(String cell, Design load, Kind kind) throws ServerException {
      if (played.point(cell) != null) {
        return true;
      }
      Duration time = kind == Kind.CONFIRMED ? whole() : probe(load);
      PlanDisk.Shortage shortage =
          PlanDisk.of(run.server(), watch, played.accounts()).shortage(load, 1, time);
      if (shortage == null) {
        return true;
      }
      notPlayed =
          text("%,.0f players were not played: ", load.players())
              + "they need "
              + shortage.withOplogAndHistory()
              + ".";
      run.listener().note(notPlayed);
      return false;
    }

    /** Plays a load, unless an interrupted run has. */
    private PlayedPoint play(String cell, Kind kind, Design load)
        throws ServerException, IOException, InterruptedException {
      PlayedPoint kept = played.point(cell);
      if (kept == null) {
        measure(cell, kind, load);
        kept = Objects.requireNonNull(played.point(cell));
        run.listener().note(line(kept));
      } else {
        run.listener().note("kept: " + line(kept));
      }
      factors.put(cell, PlayedLoad.factors(load, kept));
      return kept;
    }

    private void measure(String cell, Kind kind, Design load)
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
              ? new WriteBehindTrial.Lengths(
                  lengths.settle(load, true), lengths.step(load), lengths.probe(load), 1, 0)
              : new WriteBehindTrial.Lengths(
                  lengths.settle(load, false),
                  lengths.step(load),
                  lengths.block(load),
                  lengths.blocks(),
                  lengths.more());
      // A trial that ended just before the run did is in the journal, but no point knows it.
      int round = 1 + (int) run.trials().stream().filter(t -> t.cell().equals(cell)).count();
      Instant startedAt = run.clock().instant();
      run.mark("round " + round + " " + cell);
      long seed = SEED + SEEDS_APART * (1 + run.trials().size());
      WriteBehindTrial.Result got =
          trials.run(PlayedLoad.types(load, played.accounts()), how, seed);
      run.unmark();
      ServerSource source = run.server().facts().source();
      List<String> reasons =
          got.drained() && got.totals().failedDocuments() == 0
              ? TrialValidity.counts(
                  got.totals(), source.counts() ? got.serverUpdates() : null, source.isOurs())
              : List.of();
      TrialRecord trial =
          got.trial(
              new TrialRecord.Identity(cell, round, run.trials().size() + 1),
              startedAt,
              run.clock().instant(),
              reasons);
      run.add(trial);
      got.leftOut().forEach(cause -> run.listener().note("left out and played again: " + cause));
      played = played.with(PlayedFigures.point(cell, kind, load, got));
      run.folder().write(PlayedRun.NAME, played);
      run.listener().trialEnded(trial, run.trials().size(), 0);
    }

    private Findings findings() {
      List<String> limits = new ArrayList<>(played.notes());
      if (notPlayed != null) {
        limits.add(notPlayed);
      }
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
          new RunRecord.Verdict(reasons.isEmpty(), reasons, limits),
          Map.of(PlayedRun.NAME, played.withNotes(limits)));
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

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
