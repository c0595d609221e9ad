package dev.weir.fleet;

import dev.weir.load.engine.Timing;
import dev.weir.load.process.ClientSource;
import dev.weir.load.process.LoadClients;
import dev.weir.load.process.LoadFailure;
import dev.weir.load.process.LoadJvm;
import dev.weir.record.FleetRecord;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Load processes on many machines, for a run of a study. Workers stay for the whole run, load
 * processes for a round. A gang that has lost a worker is dissolved, and a new one is started for
 * what is still to be measured; nothing joins a gang that is at work.
 */
public final class Fleet implements ClientSource, AutoCloseable {
  private final Setup setup;
  private final WorkerLauncher launcher;
  private final Coordinator.Beats beats;
  private final Timing timing;
  private final Consumer<String> log;
  private final long startedAt;
  private final long cpuAtStart;
  private @Nullable Gang gang;
  private @Nullable Path lastLog;
  private int gangs;
  private long processes;

  /**
   * What a fleet is to be.
   *
   * @param master how records name it
   * @param listen where the coordinator waits for workers; port 0 for any that is free
   * @param advertised host by which workers find it
   * @param token of every gang; null for a new one each time
   * @param patience how long workers may take to come
   */
  public record Setup(
      String master,
      int workers,
      InetSocketAddress listen,
      String advertised,
      @Nullable Token token,
      Duration patience) {}

  private record Gang(
      Coordinator coordinator,
      WorkerLauncher.Launched launched,
      List<RemoteWorker> members,
      Path launchLog) {}

  /** A fleet that has not been called together yet. */
  public Fleet(Setup setup, WorkerLauncher launcher, Timing timing, Consumer<String> log) {
    this(setup, launcher, Coordinator.Beats.USUAL, timing, log);
  }

  Fleet(
      Setup setup,
      WorkerLauncher launcher,
      Coordinator.Beats beats,
      Timing timing,
      Consumer<String> log) {
    this.setup = setup;
    this.launcher = launcher;
    this.beats = beats;
    this.timing = timing;
    this.log = log;
    this.startedAt = timing.nanoTime();
    this.cpuAtStart = cpuNanos();
  }

  /**
   * Calls all workers together.
   *
   * @throws IOException if one does not come; one line says which and why
   */
  public void assemble() throws IOException, InterruptedException {
    Path launchLog = Files.createTempFile("weir-fleet", ".log");
    Token token = setup.token() == null ? Token.draw() : setup.token();
    Coordinator coordinator =
        Coordinator.open(setup.listen(), token, setup.workers(), beats, timing, log);
    InetSocketAddress address =
        InetSocketAddress.createUnresolved(setup.advertised(), coordinator.port());
    log.accept("waiting for " + setup.workers() + " workers at " + Addresses.text(address));
    WorkerLauncher.Launched launched = null;
    try {
      launched =
          launcher.launch(
              new WorkerLauncher.Invitation(address, token, setup.workers(), launchLog));
      List<RemoteWorker> members = coordinator.await(setup.patience(), launched::ended);
      gangs++;
      gang = new Gang(coordinator, launched, members, launchLog);
      members.forEach(
          member ->
              log.accept(
                  String.format(
                      Locale.ROOT,
                      "%s is there, its clock %+.3f ms from ours, give or take %.3f ms",
                      member.name(),
                      member.clock().micros() / 1e3,
                      member.clock().uncertaintyMicros() / 1e3)));
    } catch (IOException | InterruptedException e) {
      coordinator.close();
      if (launched != null) {
        launched.close();
      }
      if (e instanceof InterruptedException interrupted) {
        throw interrupted;
      }
      throw new IOException(
          "the fleet did not come together: " + e.getMessage() + words(launchLog), e);
    }
  }

  private static String words(Path launchLog) throws IOException {
    if (Files.size(launchLog) > 0) {
      return "; what the workers said is in " + launchLog;
    }
    Files.delete(launchLog);
    return "";
  }

  @Override
  public boolean here() {
    Gang now = gang;
    return now != null && now.members.stream().allMatch(RemoteWorker::here);
  }

  @Override
  public LoadClients start(Path loadLog, int clients) throws IOException, InterruptedException {
    lastLog = loadLog;
    try {
      return launch(whole(loadLog), clients);
    } catch (LoadFailure e) {
      log.accept("the workers gather again: " + e.reason());
    }
    try {
      return launch(renewed(loadLog), clients);
    } catch (LoadFailure e) {
      throw new IOException("no load process: " + e.reason(), e);
    }
  }

  /** The gang, if all of it is there, else a new one. */
  private Gang whole(Path loadLog) throws IOException, InterruptedException {
    Gang now = gang;
    return now != null && now.members.stream().allMatch(member -> member.lost().isEmpty())
        ? now
        : renewed(loadLog);
  }

  private Gang renewed(Path loadLog) throws IOException, InterruptedException {
    Gang old = gang;
    if (old != null) {
      dissolve(old, loadLog);
      // What a lost worker leaves behind ends itself within this time.
      timing.sleepUntil(timing.nanoTime() + beats.silence().toNanos());
    }
    assemble();
    return Objects.requireNonNull(gang);
  }

  private LoadClients launch(Gang on, int clients) throws LoadFailure, InterruptedException {
    List<RemoteLoad> loads = new ArrayList<>();
    try {
      for (RemoteWorker member : on.members.subList(0, clients)) {
        loads.add(member.launch(++processes, jvmArguments()));
      }
      return LoadClients.of(loads);
    } catch (LoadFailure e) {
      loads.forEach(RemoteLoad::kill);
      throw e;
    }
  }

  private List<String> jvmArguments() {
    return LoadJvm.arguments(launcher.shareMemory() ? setup.workers() : 1);
  }

  @Override
  public FleetRecord record() {
    double seconds = (timing.nanoTime() - startedAt) / 1e9;
    long cpu = cpuNanos() - cpuAtStart;
    Gang now = gang;
    List<FleetRecord.Member> members =
        now == null
            ? List.of()
            : now.members.stream()
                .map(m -> m.facts().record(m.index(), m.here(), jvmArguments()))
                .toList();
    return new FleetRecord(
        setup.master(),
        gangs,
        members,
        new FleetRecord.Coordinator(
            seconds, cpu / 1_000, cpu / 1e9 / Math.max(1e-9, seconds) / setup.workers()));
  }

  private static long cpuNanos() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : 0;
  }

  private void dissolve(Gang old, @Nullable Path loadLog) {
    gang = null;
    old.coordinator.close();
    old.launched.close();
    try {
      if (loadLog != null) {
        Files.write(
            loadLog,
            Files.readAllBytes(old.launchLog),
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      }
      Files.deleteIfExists(old.launchLog);
    } catch (IOException e) {
      log.accept("what the workers said is left in " + old.launchLog + ": " + e.getMessage());
    }
  }

  @Override
  public void close() {
    Gang now = gang;
    if (now != null) {
      dissolve(now, lastLog);
    }
  }
}
