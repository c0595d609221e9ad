package dev.weir.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Workers as the tasks of one barrier stage of Apache Spark: {@code spark-submit} in client mode
 * runs {@code dev.weir.fleet.spark.SparkFleet}, which is all that knows Spark.
 */
public final class SparkWorkers implements WorkerLauncher {
  private static final String MAIN = "dev.weir.fleet.spark.SparkFleet";
  private static final long EXIT_SECONDS = 15;

  private final String master;
  private final Path submit;
  private final String jar;

  /**
   * @param master as Spark names it: {@code spark://host:port}, {@code local[4]}, {@code yarn} …
   * @param submit the command {@code spark-submit}
   */
  public SparkWorkers(String master, Path submit, String jar) {
    this.master = master;
    this.submit = submit;
    this.jar = jar;
  }

  /**
   * Finds {@code spark-submit}: under {@code SPARK_HOME}, else on the {@code PATH}.
   *
   * @throws IOException if it is in neither
   */
  public static Path submit(Map<String, String> environment) throws IOException {
    List<Path> places = new ArrayList<>();
    String home = environment.get("SPARK_HOME");
    if (home != null) {
      places.add(Path.of(home, "bin"));
    }
    for (String entry : environment.getOrDefault("PATH", "").split(":", -1)) {
      places.add(Path.of(entry));
    }
    return places.stream()
        .map(place -> place.resolve("spark-submit"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () -> new IOException("no spark-submit: set SPARK_HOME, or see ops/get-spark.sh"));
  }

  @Override
  public Launched launch(Invitation invitation) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command(invitation))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(invitation.log().toFile()));
    builder.environment().put(Token.VARIABLE, invitation.token().text());
    Process process = builder.start(); // it ends with its input, and so with us
    return new Launched() {
      @Override
      public Optional<String> ended() {
        return process.isAlive()
            ? Optional.empty()
            : Optional.of("spark-submit ended with exit code " + process.exitValue());
      }

      @Override
      public void close() {
        try {
          if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
          }
        } catch (InterruptedException e) {
          process.destroyForcibly();
          Thread.currentThread().interrupt();
        }
      }
    };
  }

  /** Nothing is ever tried twice: a gang that has lost a task is no gang. */
  List<String> command(Invitation invitation) {
    List<String> command = new ArrayList<>(List.of(submit.toString(), "--master", master));
    command.addAll(List.of("--deploy-mode", "client", "--name", "weir-fleet", "--class", MAIN));
    settings(invitation.workers()).forEach(each -> command.addAll(List.of("--conf", each)));
    command.add(jar);
    command.add(Addresses.text(invitation.coordinator()));
    command.add(String.valueOf(invitation.workers()));
    return command;
  }

  private static List<String> settings(int workers) {
    return List.of(
        "spark.task.maxFailures=1",
        "spark.stage.maxConsecutiveAttempts=1",
        "spark.speculation=false",
        "spark.dynamicAllocation.enabled=false",
        // One task for each executor; executors are spread over the hosts.
        "spark.executor.instances=" + workers,
        "spark.cores.max=" + workers,
        "spark.executor.cores=1",
        "spark.task.cpus=1",
        "spark.executor.memory=512m", // tasks pass lines on, the load has JVMs of its own
        "spark.barrier.sync.timeout=120",
        "spark.scheduler.barrier.maxConcurrentTasksCheck.interval=2s",
        "spark.scheduler.barrier.maxConcurrentTasksCheck.maxFailures=30",
        "spark.ui.enabled=false");
  }
}
