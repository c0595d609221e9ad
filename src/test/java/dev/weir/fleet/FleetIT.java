package dev.weir.fleet;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.Eventually;
import dev.weir.load.engine.Timing;
import dev.weir.load.process.LoadClients;
import dev.weir.record.ClientShares;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Real workers with real load processes on a real server, over the fleet's own protocol. */
@Timeout(180)
class FleetIT {
  private static final String ALL = "weir.fleet.all";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration SILENCE = Duration.ofSeconds(3);
  private static final Coordinator.Beats QUICK =
      new Coordinator.Beats(Duration.ofMillis(300), SILENCE);

  private static FleetServer server;

  @BeforeAll
  static void open() throws Exception {
    server = FleetServer.open();
  }

  @AfterAll
  static void close() throws Exception {
    server.close();
  }

  @Test
  void aFleetMeasuresAsOneAndAClockThreeSecondsOffIsPutRight(@TempDir Path folder)
      throws Exception {
    try (Fleet fleet = fleet(2, new LocalWorkers(ShiftedWorker.class))) {
      LoadClients load = server.ready(fleet, folder, 2);
      LoadClients.Measured measured = server.exact(load, 2);
      ClientShares shares = requireNonNull(measured.shares());
      for (ClientShares.Share share : shares.shares()) {
        ClientShares.Worker worker = requireNonNull(share.worker());
        assertThat(Math.abs(worker.clockAheadMillis() - ShiftedWorker.AHEAD_MILLIS))
            .as("the clock was seen to be ahead, within what was promised")
            .isLessThanOrEqualTo(worker.clockUncertaintyMillis() + 0.01);
      }
      assertThat(
              Math.abs(measured.measurement().measured().toMillis() - System.currentTimeMillis()))
          .as("instants are on our clock")
          .isLessThan(2_000);
      load.close();
    }
  }

  @Test
  @EnabledIfSystemProperty(named = ALL, matches = "true", disabledReason = "-Pfleet only")
  void aWorkerThatIsKilledSpoilsTheTrialAndNothingRunsOn(@TempDir Path folder) throws Exception {
    assertLost(
        folder, victim -> victim.destroyForcibly(), "the worker was lost: the connection .*");
  }

  @Test
  @EnabledIfSystemProperty(named = ALL, matches = "true", disabledReason = "-Pfleet only")
  void aWorkerThatHangsIsFoundOutAndItsLoadEndsByItself(@TempDir Path folder) throws Exception {
    assertLost(
        folder, victim -> signal("STOP", victim), "the worker was lost: no sign of life for 3 s");
  }

  @Test
  @EnabledIfSystemProperty(named = ALL, matches = "true", disabledReason = "-Pfleet only")
  void aLoadProcessThatDiesSpoilsTheTrial(@TempDir Path folder) throws Exception {
    assertLost(
        folder,
        victim -> victim.children().forEach(ProcessHandle::destroyForcibly),
        "the load process ended with exit code 137");
  }

  /** What is done to a worker. */
  private interface Fate {
    void befall(ProcessHandle worker) throws IOException;
  }

  private static void assertLost(Path folder, Fate fate, String reason) throws Exception {
    List<ProcessHandle> loads = new ArrayList<>();
    List<ProcessHandle> workers;
    try (Fleet fleet = fleet(2, new LocalWorkers())) {
      LoadClients load = server.ready(fleet, folder, 2);
      for (int i = 0; i < 2; i++) {
        loads.add(ProcessHandle.of(load.pid(i).orElseThrow()).orElseThrow());
      }
      workers = loads.stream().map(each -> each.parent().orElseThrow()).toList();
      Duration found =
          server.lose(
              load, () -> fate.befall(workers.get(1)), "client 2 of 2: worker 1 on .*: " + reason);
      assertThat(found).isLessThan(Duration.ofSeconds(30));
      assertThat(load.alive()).isFalse();
      assertThat(
              Eventually.within(
                  SILENCE.multipliedBy(4), () -> loads.stream().noneMatch(FleetIT::runs)))
          .as("no load runs on, whatever became of its worker")
          .isTrue();
    } finally {
      loads.forEach(ProcessHandle::destroyForcibly);
    }
    for (ProcessHandle worker : workers) {
      worker.destroyForcibly(); // one that stands still can't be ordered
      assertThat(Eventually.within(PATIENCE, () -> !runs(worker))).isTrue();
    }
  }

  @Test
  @EnabledIfSystemProperty(named = ALL, matches = "true", disabledReason = "-Pfleet only")
  void aGangThatLostAWorkerIsReplacedAsAWhole(@TempDir Path folder) throws Exception {
    List<String> log = new ArrayList<>();
    try (Fleet fleet = fleet(2, new LocalWorkers(), log)) {
      LoadClients first = server.ready(fleet, folder, 2);
      ProcessHandle worker =
          ProcessHandle.of(first.pid(0).orElseThrow()).flatMap(ProcessHandle::parent).orElseThrow();
      worker.destroyForcibly();
      assertThat(Eventually.within(PATIENCE, () -> !first.alive())).isTrue();
      first.close();
      LoadClients second = server.ready(fleet, folder, 2);
      assertThat(second.alive()).isTrue();
      assertThat(fleet.record().gangs()).isEqualTo(2);
      second.close();
    }
  }

  static Fleet fleet(int workers, WorkerLauncher launcher) {
    return fleet(workers, launcher, new ArrayList<>());
  }

  private static Fleet fleet(int workers, WorkerLauncher launcher, List<String> log) {
    Fleet.Setup setup =
        new Fleet.Setup(
            "local:" + workers,
            workers,
            Addresses.parse("127.0.0.1:0"),
            "127.0.0.1",
            null,
            PATIENCE);
    return new Fleet(setup, launcher, QUICK, Timing.system(), log::add);
  }

  static void signal(String name, ProcessHandle process) throws IOException {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One that has ended, but whose parent stands still, has no command line any more. */
  static boolean runs(ProcessHandle process) {
    try {
      Path commandLine = Path.of("/proc", String.valueOf(process.pid()), "cmdline");
      return process.isAlive()
          && (!Files.exists(commandLine) || Files.readAllBytes(commandLine).length > 0);
    } catch (IOException e) {
      return false; // gone in this very moment
    }
  }
}
