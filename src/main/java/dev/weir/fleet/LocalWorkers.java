package dev.weir.fleet;

import dev.weir.load.process.LoadJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Workers as processes of this host. */
public final class LocalWorkers implements WorkerLauncher {
  private static final long EXIT_SECONDS = 5;

  private final List<String> main;

  /** The usual workers. */
  public LocalWorkers() {
    this(WorkerMain.class);
  }

  /**
   * @param main takes what {@link WorkerMain} takes
   */
  LocalWorkers(Class<?> main, String... arguments) {
    this.main = new ArrayList<>(List.of(main.getName()));
    this.main.addAll(List.of(arguments));
  }

  @Override
  public boolean shareMemory() {
    return true;
  }

  @Override
  public Launched launch(Invitation invitation) throws IOException {
    List<Process> processes = new ArrayList<>();
    Launched launched = new Processes(processes);
    try {
      for (int i = 0; i < invitation.workers(); i++) {
        processes.add(start(invitation, i));
      }
      return launched;
    } catch (IOException e) {
      launched.close();
      throw e;
    }
  }

  private Process start(Invitation invitation, int index) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // It passes lines on: the first compiler is good enough, and starts with less.
    command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(LoadJvm.classPath());
    command.addAll(main);
    command.addAll(
        List.of(
            "--coordinator",
            Addresses.text(invitation.coordinator()),
            "--index",
            String.valueOf(index),
            "--patience",
            "30"));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(invitation.log().toFile()));
    builder.environment().put(Token.VARIABLE, invitation.token().text());
    return builder.start();
  }

  private record Processes(List<Process> processes) implements Launched {
    @Override
    public Optional<String> ended() {
      for (int i = 0; i < processes.size(); i++) {
        Process process = processes.get(i);
        if (!process.isAlive()) {
          return Optional.of("worker " + i + " ended with exit code " + process.exitValue());
        }
      }
      return Optional.empty();
    }

    @Override
    public void close() {
      try {
        for (Process process : processes) {
          if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
          }
        }
      } catch (InterruptedException e) {
        processes.forEach(Process::destroyForcibly);
        Thread.currentThread().interrupt();
      }
    }
  }
}
