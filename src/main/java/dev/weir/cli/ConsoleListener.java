package dev.weir.cli;

import dev.weir.analysis.stats.RoundIntervals;
import dev.weir.capture.HostUse;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.ServerFacts;
import dev.weir.record.TrialRecord;
import dev.weir.report.CellSet;
import dev.weir.report.html.Sources;
import dev.weir.runner.Continuation;
import dev.weir.runner.RunListener;
import dev.weir.study.Plan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Shows a run: a line for each trial that ended, and below them, where somebody watches, a bar with
 * the cell at work, its live rate and the time left. In a log that is a line now and then.
 */
final class ConsoleListener implements RunListener, AutoCloseable {
  private static final Duration LONG_SILENCE = Duration.ofSeconds(30);
  private static final double CONFIDENCE = 0.95;

  private final Terminal terminal;
  private final Clock clock;
  private final boolean quiet;
  private final RunProgress progress = new RunProgress();
  private final Map<String, List<Double>> rates = new HashMap<>();
  private final BarLine line;
  private final @Nullable LiveRun live;
  private @Nullable LiveServer page;
  private boolean pageTried;
  private @Nullable ProgressBar bar;
  private Instant lastLine;

  /**
   * @param quiet only what the run came to
   */
  ConsoleListener(Terminal terminal, Clock clock, boolean quiet) {
    this(terminal, clock, quiet, null);
  }

  /**
   * @param live what a page shows of the run as well; null for no page
   */
  ConsoleListener(Terminal terminal, Clock clock, boolean quiet, @Nullable LiveRun live) {
    this.live = live;
    this.terminal = terminal;
    this.clock = clock;
    this.quiet = quiet;
    this.line = new BarLine(() -> progress.left(clock.instant()));
    this.lastLine = clock.instant();
  }

  /** Watches who else uses the host, as the run does. */
  void watch(HostUse host) {
    if (live != null) {
      live.watch(host);
    }
  }

  /** Passes an event on to the page, which is served from the first one on. */
  private void page(Consumer<LiveRun> event) {
    if (live == null) {
      return;
    }
    event.accept(live);
    if (!pageTried) {
      pageTried = true;
      try {
        page = LiveServer.start(live, clock);
        // Said even if quiet: without its address it is no page.
        terminal.line("live page, on this host alone: " + page.address());
      } catch (IOException e) {
        say("no live page: " + e.getMessage());
      }
    }
  }

  /** A rate that only the page shows: the console has it in lines of its own. */
  void live(String phase, double documentsPerSecond) {
    page(run -> run.rate(phase, documentsPerSecond));
  }

  /** What the page shows from now on is that report. */
  void reported(Path report) {
    if (page != null) {
      page.ended(report);
    }
  }

  @Override
  public void note(String line) {
    page(run -> run.note(line));
    say(line);
  }

  @Override
  public void planned(Plan plan, Duration expected) {
    progress.planned(plan, expected);
    if (live != null) {
      live.planned(plan, expected);
    }
    if (quiet) {
      return;
    }
    say("study " + plan.study().name() + ": " + plan.study().question().strip());
    int fewest = plan.study().rounds().min();
    int most = plan.study().rounds().max();
    say(
        fewest == most
            ? "  %d cells, %d rounds; about %s"
                .formatted(plan.cells().size(), most, minutes(expected))
            : String.format(
                Locale.ROOT,
                "  %d cells, %d to %d rounds until every interval is within ± %.0f %%; about %s, at"
                    + " most %s",
                plan.cells().size(),
                fewest,
                most,
                plan.study().precision() * 100,
                minutes(plan.expectedRound().multipliedBy(fewest)),
                minutes(expected)));
    plan.cells()
        .keySet()
        .forEach(id -> say("  " + id + (id.equals(plan.baseline()) ? " (baseline)" : "")));
    Map<String, Integer> excluded = new TreeMap<>();
    plan.excluded().forEach(e -> excluded.merge(e.reason(), 1, Integer::sum));
    excluded.forEach((reason, n) -> say("  excluded " + n + ": " + reason));
  }

  @Override
  public void started(RunRecord run, Path folder) {
    page(one -> one.started(run, folder));
    ServerFacts server = run.server();
    say(
        "server: "
            + server.product()
            + " "
            + server.version()
            + ", "
            + server.topology()
            + ", "
            + server.storageEngine()
            + ", from "
            + server.source()
            + " at "
            + String.join(",", server.hosts()));
    if (!server.realMongoDB()) {
      say("NOT MongoDB: every figure of this run is " + server.product() + "'s");
    }
    say("record: " + folder);
  }

  @Override
  public void roundStarted(int round, int atMost) {
    progress.roundStarted(round, atMost, clock.instant());
    page(run -> run.roundStarted(round, atMost));
    say(progress.round() + ", about " + minutes(progress.left(clock.instant())) + " left");
    if (terminal.watched() && !quiet && bar == null) {
      bar =
          new ProgressBarBuilder()
              .setInitialMax(progress.trials())
              .setUpdateIntervalMillis(500)
              .setRenderer(line)
              .setConsumer(terminal)
              .build();
    }
    if (bar != null) {
      bar.maxHint(progress.trials());
    }
  }

  @Override
  public void rate(String phase, double documentsPerSecond) {
    line.live(phase, documentsPerSecond);
    page(run -> run.rate(phase, documentsPerSecond));
    String live = String.format(Locale.ROOT, "%s %,.0f documents/s", phase, documentsPerSecond);
    if (bar == null && Duration.between(lastLine, clock.instant()).compareTo(LONG_SILENCE) >= 0) {
      say("    " + live + ", about " + minutes(progress.left(clock.instant())) + " left");
    }
  }

  @Override
  public void firstTurn(String cell, double documentsPerSecond, boolean counted) {
    say(
        String.format(
            Locale.ROOT,
            "    %s: %,.0f documents/s in its first turn%s",
            cell,
            documentsPerSecond,
            counted ? "; the server counted the same writes" : ""));
  }

  @Override
  public void trialEnded(TrialRecord trial, int trialsDone, int trialsExpected) {
    progress.trialEnded(trialsDone, clock.instant());
    page(run -> run.trialEnded(trial, trialsDone, trialsExpected));
    if (bar != null) {
      bar.stepTo(trialsDone);
    }
    if (trial.valid()) {
      say(line(trial));
    } else if (!quiet) {
      terminal.warning("  " + trial.cell() + ": INVALID: " + String.join("; ", trial.reasons()));
      lastLine = clock.instant();
    }
  }

  /** Printed even if quiet: who ends a run must know that it can go on. */
  @Override
  public void interrupted(Path folder) {
    String advice = Continuation.advice(folder);
    terminal.warning(
        "interrupted; "
            + (advice == null ? "what was measured until then is in " + folder : advice));
  }

  @Override
  public void pairEnded(TrialRecord a, TrialRecord b, int pairsDone, int pairsExpected) {
    progress.trialEnded(pairsDone, clock.instant());
    page(run -> run.pairEnded(a, b, pairsDone, pairsExpected));
    if (bar != null) {
      bar.stepTo(pairsDone);
    }
    for (TrialRecord trial : List.of(a, b)) {
      if (!trial.valid() && !quiet) {
        terminal.warning("  " + trial.cell() + ": INVALID: " + String.join("; ", trial.reasons()));
        return;
      }
    }
    say(
        String.format(
            Locale.ROOT,
            "  %-40s %,10.0f and %,10.0f documents/s, ratio %.3f",
            a.cell(),
            a.documentsPerSecond(),
            b.documentsPerSecond(),
            b.documentsPerSecond() / a.documentsPerSecond()));
  }

  /** A trial, and what its cell is known by now. */
  private String line(TrialRecord trial) {
    List<Double> sofar = rates.computeIfAbsent(trial.cell(), cell -> new ArrayList<>());
    sofar.add(trial.documentsPerSecond());
    String line =
        String.format(
            Locale.ROOT,
            "  %-40s %,10.0f documents/s  (measured after %.1f s)",
            trial.cell(),
            trial.documentsPerSecond(),
            trial.span().settleMillis() / 1e3);
    if (sofar.size() < 2) {
      return line;
    }
    Interval mean =
        RoundIntervals.mean(sofar.stream().mapToDouble(Double::doubleValue).toArray(), CONFIDENCE);
    return line
        + String.format(
            Locale.ROOT,
            "  mean of %d: %,.0f ± %.1f %%",
            mean.n(),
            mean.mean(),
            mean.relativeHalfWidth() * 100);
  }

  @Override
  public void finished(RunRecord run, List<CellRecord> all, Path folder) {
    closeBar();
  }

  /** Shows what a run came to whose files are all there: the answer, the table, the reasons. */
  void ended(Sources sources, Path folder) {
    closeBar();
    reported(folder.resolve(RunFolder.REPORT));
    RunRecord run = sources.run();
    terminal.line("");
    // Before figures that rest on what was left over.
    run.verdict().reasons().stream()
        .filter(RunRecord.Verdict::isBusyHost)
        .forEach(line -> terminal.warning("INVALID: " + line));
    RunText.lines(sources, terminal.columns()).forEach(terminal::line);
    run.verdict().reasons().stream()
        .filter(line -> !RunRecord.Verdict.isBusyHost(line))
        .forEach(line -> terminal.warning("INVALID: " + line));
    String end =
        CellSet.rounds(run.rounds())
            + " in "
            + minutes(RunText.length(run))
            + "; record: "
            + folder;
    if (run.verdict().valid()) {
      terminal.line("valid, " + end);
    } else {
      terminal.warning("INVALID, " + end);
    }
  }

  /** Printed even if quiet: without its reasons nobody knows what to mend. */
  void invalid(RunRecord run, Path folder) {
    RunText.reasons(run).forEach(terminal::warning);
    terminal.warning("INVALID, so nothing is compared; record: " + folder);
  }

  @Override
  public void close() {
    closeBar();
    if (page != null) {
      page.close();
      page = null;
    }
  }

  /** Takes the bar away, so that lines stand alone. */
  void closeBar() {
    if (bar != null) {
      bar.close();
      bar = null;
      terminal.clear();
    }
  }

  private void say(String line) {
    if (!quiet) {
      terminal.line(line);
      lastLine = clock.instant();
    }
  }

  private static String minutes(Duration duration) {
    return duration.toMinutes() > 0
        ? duration.toMinutes() + " min " + duration.toSecondsPart() + " s"
        : duration.toSeconds() + " s";
  }
}
