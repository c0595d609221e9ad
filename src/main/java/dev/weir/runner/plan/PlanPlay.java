package dev.weir.runner.plan;

import static dev.weir.runner.plan.PlayedLoad.text;

import dev.weir.analysis.stats.CellSummaries;
import dev.weir.capacity.Design;
import dev.weir.capacity.PlanFile;
import dev.weir.capacity.PlayedPoint;
import dev.weir.capacity.PlayedPoint.Kind;
import dev.weir.capacity.PlayedRun;
import dev.weir.capacity.PlayerSearch;
import dev.weir.load.engine.CpuClocks;
import dev.weir.load.engine.Timing;
import dev.weir.load.trial.TrialValidity;
import dev.weir.record.CellRecord;
import dev.weir.record.RunRecord;
import dev.weir.record.ServerSource;
import dev.weir.record.TrialRecord;
import dev.weir.runner.LoadMain;
import dev.weir.runner.Measurement;
import dev.weir.runner.Run;
import dev.weir.server.ServerException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One run of a plan: fills the accounts, plays the loads one after another, and looks for the most
 * players that hold. What is measured is written after each load, so that another run goes on.
 */
final class PlanPlay {
  private static final double CONFIDENCE = 0.95;

  /** More than there are threads times batch sizes, whose seeds count up. */
  private static final long SEEDS_APART = 1_000_003;

  /** Beyond that number of times the accounts players would mostly share documents. */
  private static final int PLAYERS_PER_ACCOUNT = 2;

  private final PlanLoads loads;
  private final Design design;
  private final PlayLengths lengths;
  private final Run run;
  private final ServerWatch watch;
  private final WriteBehindTrial trials;
  private final Map<String, Map<String, String>> factors = new LinkedHashMap<>();
  private PlayedRun played;
  private @Nullable String notPlayed;

  PlanPlay(PlanLoads loads, Timing timing, Run run) throws ServerException, IOException {
    this.loads = loads;
    this.design = loads.design();
    this.lengths = loads.lengths();
    this.run = run;
    this.watch = new ServerWatch(run.client(), PlayedPlan.DATABASE, run.server());
    this.trials = new WriteBehindTrial(run, timing, CpuClocks.process(), watch);
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

  Measurement.Findings measure() throws ServerException, IOException, InterruptedException {
    run.watch(LoadMain.LABEL, ProcessHandle.current().pid());
    fill();
    PlayedPoint planned = play("planned", Kind.PLANNED, design);
    if (lengths.around()) {
      for (Map.Entry<String, Design> load : loads.around().entrySet()) {
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
    StoredAccounts accounts = new StoredAccounts(run.client(), run.database(), PlayedPlan.SEED);
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
    Duration time = kind == Kind.CONFIRMED ? loads.whole() : loads.probe(load);
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
                (probed ? loads.probe(load) : loads.whole()).toMillis() / 60e3));
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
    long seed = PlayedPlan.SEED + SEEDS_APART * (1 + run.trials().size());
    WriteBehindTrial.Result got = trials.run(PlayedLoad.types(load, played.accounts()), how, seed);
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

  private Measurement.Findings findings() {
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
          .forEach(trial -> trial.reasons().forEach(why -> reasons.add(trial.cell() + ": " + why)));
    }
    return new Measurement.Findings(
        1,
        cells,
        new RunRecord.Verdict(reasons.isEmpty(), reasons, limits),
        Map.of(PlayedRun.NAME, played.withNotes(limits)));
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
}
