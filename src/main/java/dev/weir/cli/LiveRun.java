package dev.weir.cli;

import dev.weir.analysis.stats.RoundIntervals;
import dev.weir.capture.HostUse;
import dev.weir.record.OthersCpu;
import dev.weir.record.RunRecord;
import dev.weir.record.TrialRecord;
import dev.weir.report.html.LivePage;
import dev.weir.report.html.LiveTimeline;
import dev.weir.runner.RunListener;
import dev.weir.study.Plan;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is known of a run while it goes on. Safe for use by several threads. */
final class LiveRun implements RunListener {
  private static final int MOST_LINES = 12;
  private static final double CONFIDENCE = 0.95;

  /** A rate that is older is no longer that of now. */
  private static final Duration FRESH = Duration.ofSeconds(5);

  private final Clock clock;
  private final RunProgress progress = new RunProgress();
  private final Map<String, Cell> cells = new LinkedHashMap<>();
  private final LiveTimeline timeline = new LiveTimeline();
  private final Deque<String> lines = new ArrayDeque<>();
  private final List<String> badges = new ArrayList<>();
  private String title = "a run";
  private String question = "";
  private String phase = "";
  private double rate;
  private Instant rateAt = Instant.EPOCH;
  private boolean planned;
  private boolean begun;
  private int ended;
  private @Nullable HostUse host;
  private HostUse.@Nullable Moment before;
  private @Nullable OthersCpu others;
  private boolean over;

  /** The trials of one cell. */
  private static final class Cell {
    final List<Double> rates = new ArrayList<>();
    int invalid;
  }

  LiveRun(Clock clock) {
    this.clock = clock;
  }

  /** Looks at this host from now on, by what the run itself counts as its own. */
  synchronized void watch(HostUse use) {
    host = use;
  }

  @Override
  public synchronized void note(String line) {
    lines.addFirst(line.strip());
    while (lines.size() > MOST_LINES) {
      lines.removeLast();
    }
  }

  @Override
  public synchronized void planned(Plan plan, Duration expected) {
    planned = true;
    progress.planned(plan, expected);
    title = plan.study().name();
    question = plan.study().question().strip();
  }

  @Override
  public synchronized void started(RunRecord run, Path folder) {
    title = String.valueOf(run.study().getOrDefault("name", title));
    question = String.valueOf(run.study().getOrDefault("question", question)).strip();
    badges.add(
        run.server().product() + " " + run.server().version() + ", " + run.server().topology());
    badges.add(String.valueOf(folder.getFileName()));
  }

  @Override
  public synchronized void roundStarted(int round, int atMost) {
    begun = true;
    progress.roundStarted(round, atMost, clock.instant());
  }

  @Override
  public synchronized void rate(String at, double documentsPerSecond) {
    phase = at;
    rate = documentsPerSecond;
    rateAt = clock.instant();
  }

  @Override
  public synchronized void trialEnded(TrialRecord trial, int trialsDone, int trialsExpected) {
    ended = trialsDone;
    progress.trialEnded(trialsDone, clock.instant());
    add(trial.cell(), trial);
  }

  @Override
  public synchronized void pairEnded(
      TrialRecord a, TrialRecord b, int pairsDone, int pairsExpected) {
    ended = pairsDone;
    progress.trialEnded(pairsDone, clock.instant());
    add(a.cell() + ", side a", a);
    add(b.cell() + ", side b", b);
  }

  private void add(String name, TrialRecord trial) {
    Cell cell = cells.computeIfAbsent(name, key -> new Cell());
    if (trial.valid()) {
      cell.rates.add(trial.documentsPerSecond());
    } else {
      cell.invalid++;
      note(name + ": INVALID: " + String.join("; ", trial.reasons()));
    }
  }

  /** It has ended without a report. */
  synchronized void over() {
    over = true;
  }

  /** Takes a sample for the timeline. */
  synchronized void sample() {
    HostUse use = host;
    if (use != null) {
      HostUse.Moment now = use.now();
      others = before == null ? null : use.between(before, now);
      before = now;
    }
    OthersCpu seen = others;
    timeline.add(
        clock.millis(),
        phase,
        isFresh() ? Double.valueOf(rate) : null,
        seen == null ? null : Double.valueOf(seen.lostCores()));
  }

  private boolean isFresh() {
    return Duration.between(rateAt, clock.instant()).compareTo(FRESH) < 0;
  }

  /** Gives what is known to somebody who shows it, before anything else changes it. */
  synchronized <T> T show(Function<LivePage.State, T> view) {
    OthersCpu seen = others;
    return view.apply(
        new LivePage.State(
            title,
            question,
            List.copyOf(badges),
            ended,
            planned && begun ? progress.trials() : 0,
            words(),
            isFresh()
                ? String.format(Locale.ROOT, "Now: %s, %,.0f documents/s.", phase, rate)
                : "Now: nothing is being written.",
            seen == null
                ? "Other work on this host: not known yet."
                : "Other work on this host: " + seen.words() + ".",
            seen != null && seen.isDisturbing(),
            figures(),
            timeline,
            List.copyOf(lines),
            over));
  }

  private String words() {
    if (!begun) {
      return "The server is being made ready.";
    }
    if (!planned) {
      return ended == 1 ? "1 trial has ended." : ended + " trials have ended.";
    }
    long seconds = progress.left(clock.instant()).toSeconds();
    return String.format(
        Locale.ROOT,
        "In %s, %d of %d trials have ended; about %d min %d s left.",
        progress.round(),
        ended,
        progress.trials(),
        seconds / 60,
        seconds % 60);
  }

  private List<LivePage.Figures> figures() {
    List<LivePage.Figures> figures = new ArrayList<>();
    cells.forEach(
        (name, cell) -> {
          double[] rates = cell.rates.stream().mapToDouble(Double::doubleValue).toArray();
          figures.add(
              new LivePage.Figures(
                  name,
                  rates.length,
                  cell.invalid,
                  rates.length == 0 ? null : Double.valueOf(rates[rates.length - 1]),
                  rates.length == 0 ? null : RoundIntervals.mean(rates, CONFIDENCE)));
        });
    return figures;
  }
}
