package dev.weir.cli;

import dev.weir.record.CellRecord;
import dev.weir.record.RunRecord;
import dev.weir.record.ServerFacts;
import dev.weir.record.TrialRecord;
import dev.weir.report.CellTable;
import dev.weir.runner.RunListener;
import dev.weir.study.Plan;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Shows a run on the console: a bar with the time left on a terminal, plain lines elsewhere. */
final class ConsoleListener implements RunListener, AutoCloseable {
  private final PrintWriter out;
  private final Clock clock;
  private final boolean quiet;
  private final boolean showBar;
  private final Instant begun;
  private @Nullable ProgressBar bar;
  private int cells = 1;

  ConsoleListener(PrintWriter out, Clock clock, boolean quiet, boolean showBar) {
    this.out = out;
    this.clock = clock;
    this.quiet = quiet;
    this.showBar = showBar;
    this.begun = clock.instant();
  }

  @Override
  public void note(String line) {
    say(line);
  }

  @Override
  public void planned(Plan plan, Duration expected) {
    cells = plan.cells().size();
    if (quiet) {
      return;
    }
    out.println("study " + plan.study().name() + ": " + plan.study().question().strip());
    out.println(
        String.format(
            Locale.ROOT,
            "  %d cells, %d to %d rounds until every interval is within ± %.0f %%; about %s, at most %s",
            cells,
            plan.study().rounds().min(),
            plan.study().rounds().max(),
            plan.study().precision() * 100,
            minutes(plan.expectedRound().multipliedBy(plan.study().rounds().min())),
            minutes(expected)));
    plan.cells()
        .keySet()
        .forEach(id -> out.println("  " + id + (id.equals(plan.baseline()) ? " (baseline)" : "")));
    Map<String, Integer> excluded = new TreeMap<>();
    plan.excluded().forEach(e -> excluded.merge(e.reason(), 1, Integer::sum));
    excluded.forEach((reason, n) -> out.println("  excluded " + n + ": " + reason));
    out.flush();
  }

  @Override
  public void started(RunRecord run, Path folder) {
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
    say("round " + round + " of at most " + atMost);
    if (showBar && bar == null) {
      bar =
          new ProgressBarBuilder()
              .setTaskName("trials")
              .setInitialMax((long) cells * atMost)
              .setStyle(ProgressBarStyle.UNICODE_BLOCK)
              .setUpdateIntervalMillis(500)
              .build();
    }
  }

  @Override
  public void rate(String phase, double documentsPerSecond) {
    if (bar != null) {
      bar.setExtraMessage(
          String.format(Locale.ROOT, "%s %,.0f documents/s", phase, documentsPerSecond));
    }
  }

  @Override
  public void trialEnded(TrialRecord trial, int trialsDone, int trialsExpected) {
    if (bar != null) {
      bar.stepTo(trialsDone);
    }
    if (!trial.valid()) {
      say("  " + trial.cell() + ": INVALID: " + String.join("; ", trial.reasons()));
    } else if (bar == null) {
      say(
          String.format(
              Locale.ROOT,
              "  %-40s %,10.0f documents/s  (settled in %.1f s)",
              trial.cell(),
              trial.documentsPerSecond(),
              trial.settleMillis() / 1e3));
    }
  }

  /** Printed even if quiet: whoever ends a run must know that it can go on. */
  @Override
  public void interrupted(Path folder) {
    out.println("interrupted; finished trials are safe, go on with: weir resume " + folder);
    out.flush();
  }

  @Override
  public void finished(RunRecord run, List<CellRecord> all, Path folder) {
    close();
    out.println();
    out.println(CellTable.text(all));
    CellTable.limits(all).forEach(out::println);
    if (run.baseline() != null) {
      out.println("ratios to " + run.baseline() + ", paired within rounds; ≈ no difference shown");
    }
    run.verdict().notes().forEach(line -> out.println("note: " + line));
    run.verdict().reasons().forEach(line -> out.println("INVALID: " + line));
    out.println(
        (run.verdict().valid() ? "valid" : "INVALID")
            + ", "
            + run.rounds()
            + " rounds in "
            + minutes(Duration.between(begun, clock.instant()))
            + "; record: "
            + folder);
    out.flush();
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }

  private void say(String line) {
    if (!quiet) {
      out.println(line);
      out.flush();
    }
  }

  private static String minutes(Duration duration) {
    return duration.toMinutes() > 0
        ? duration.toMinutes() + " min " + duration.toSecondsPart() + " s"
        : duration.toSeconds() + " s";
  }
}
