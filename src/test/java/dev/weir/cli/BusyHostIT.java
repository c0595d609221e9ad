package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.capture.HostUse;
import dev.weir.record.DisturbanceRecord;
import dev.weir.record.OthersCpu;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.TrialRecord;
import dev.weir.runner.Run;
import dev.weir.runner.RunListener;
import dev.weir.runner.StudyMeasurement;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Plan;
import dev.weir.study.StudyReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Help.Ansi;

/** A study on a real server beside a process that takes a core. */
class BusyHostIT {
  private static final String STUDY =
      """
      name: beside
      question: who else is there?
      documents: 200
      rounds: {min: 1, max: 1}
      trial: {measure: %s, leadIn: 0.2s, window: 0.1s, settleAtMost: %s}
      warmUp: {atMost: 1s}
      factors:
        driver: sync
        operation: bulkUnordered
        batch: 5
        inFlight: [1, 2]
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @SuppressWarnings("NullAway.Init")
  private static ServerUnderTest server;

  @BeforeAll
  static void start() throws Exception {
    server = ServerProvider.open(ServerRequest.defaults(System.getenv()), line -> {});
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void turnsBesideAHogAreNamedLeftOutAndMadeAgainAndTheRunStaysValid() throws Exception {
    Run.Outcome outcome;
    try (HogForTwoTurns hog = new HogForTwoTurns()) {
      outcome = carryOut("5s", "60s", hog);
      assertThat(hog.lines)
          .filteredOn(line -> line.startsWith("host busy: "))
          .hasSize(1)
          .allMatch(line -> line.contains(CpuHog.NAME));
    }
    DisturbanceRecord disturbance = Objects.requireNonNull(outcome.run().disturbance());
    assumeTrue(
        Objects.requireNonNullElse(disturbance.all().stealCores(), 0.0)
            < OthersCpu.MOST_SHARE * disturbance.all().hostCores(),
        "the hypervisor gives this host's CPU to others");
    assumeTrue(
        outcome.cells().stream()
            .flatMap(cell -> cell.trials().stream())
            .flatMap(trial -> trial.reasons().stream())
            .allMatch(reason -> reason.contains(CpuHog.NAME)),
        "this machine is too busy to measure on at all");
    assertThat(disturbance.disturbed())
        .as("%s of %s", disturbance, outcome.cells())
        .isBetween(2, 4)
        .isEqualTo(disturbance.leftOut());
    List<TrialRecord> trials =
        outcome.cells().stream().flatMap(cell -> cell.trials().stream()).toList();
    // Turns of slow calls are longer, and fewer make the five seconds.
    assertThat(trials).allSatisfy(trial -> assertThat(trial.measuredSeconds()).isGreaterThan(4.5));
    int counted = trials.stream().mapToInt(trial -> trial.measuredSpans().size()).sum();
    assertThat(disturbance.turns()).isGreaterThanOrEqualTo(counted + disturbance.leftOut());
    assertThat(disturbance.whileDisturbed().top())
        .first()
        .extracting(OthersCpu.Taker::name)
        .isEqualTo(CpuHog.NAME);
    RunRecord.Verdict verdict = outcome.run().verdict();
    assertThat(verdict.valid()).as("%s", verdict.reasons()).isTrue();
    assertThat(verdict.notes())
        .anyMatch(
            note ->
                note.startsWith("the host was busy in " + disturbance.disturbed() + " of ")
                    && note.contains(CpuHog.NAME)
                    && note.endsWith("; they were left out and made again"));
  }

  @Test
  void aRunBesideAHogAllTheTimeIsNotValidAndSaysFirstWhoTookTheHost() throws Exception {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text, true);
    Run.Outcome outcome;
    int exit;
    try (CpuHog hog = CpuHog.start(folder);
        ConsoleListener console =
            new ConsoleListener(
                new Terminal(out, false, Ansi.OFF, 160), Clock.systemUTC(), false)) {
      outcome = carryOut("0.5s", "3s", console);
      exit = DerivedFiles.finish(outcome, console);
    }
    assertThat(exit).isEqualTo(Weir.FAILED);
    String output = text.toString();
    assertThat(output).containsPattern("(?m)^host busy: " + CpuHog.NAME + " \\(\\d+\\) took ");
    List<String> end = output.lines().dropWhile(line -> !line.isBlank()).skip(1).toList();
    assertThat(end.get(0))
        .startsWith("INVALID: the host was busy in ")
        .contains(": " + CpuHog.NAME + " (", "end that work and run again");
    String reason = end.get(0).substring("INVALID: ".length());
    assertThat(outcome.run().verdict().reasons()).startsWith(reason);
    RunFolder run = RunFolder.open(outcome.folder());
    assertThat(run.run().verdict().reasons()).startsWith(reason);
    assertThat(Files.readString(run.file(RunFolder.SUMMARY)))
        .contains("**INVALID: the host was busy in ");
    assertThat(Files.readString(run.file(RunFolder.REPORT))).contains("<li><bdi>" + reason);
  }

  private Run.Outcome carryOut(String measure, String settleAtMost, RunListener listener)
      throws Exception {
    HostUse host = HostUse.local();
    // Whatever else the machine does is no part of this test.
    host.own(name -> !name.equals(CpuHog.NAME));
    Plan plan =
        Plan.of(
            StudyReader.parse("beside", STUDY.formatted(measure, settleAtMost)),
            cell -> Optional.empty());
    return Run.carryOut(
        new StudyMeasurement(plan),
        server,
        folder.resolve("results"),
        Run.Settings.of(Clock.systemUTC(), listener).withHost(host).acceptingBusyHost(false));
  }

  /** Takes a core from the third turn on, until the fifth begins. */
  private final class HogForTwoTurns implements RunListener, AutoCloseable {
    private final List<String> lines = new ArrayList<>();
    private int turns;
    private @Nullable CpuHog hog;

    @Override
    public void note(String line) {
      lines.add(line);
    }

    @Override
    public void measuring(String cell) {
      turns++;
      try {
        if (turns == 3) {
          hog = CpuHog.start(folder);
        } else if (turns == 5) {
          close();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() {
      if (hog != null) {
        hog.close();
      }
    }
  }
}
