package dev.weir.fleet;

import static java.util.Objects.requireNonNull;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Volume;
import dev.weir.Eventually;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Apache Spark standalone: a master and its workers, each in a container with a network, files and
 * processes of its own. Spark itself is this host's, mounted to be read only.
 */
final class SparkContainers implements AutoCloseable {
  private static final String IMAGE = "weir-jre:local";
  private static final String PLACE = "/opt/spark";
  private static final int PORT = 7077;
  private static final Duration UP = Duration.ofSeconds(90);

  private final DockerClient docker;
  private final Path home;
  private final List<String> ids = new ArrayList<>();
  private final String master;

  /**
   * Starts them and waits for the master.
   *
   * @param home where Spark is
   */
  SparkContainers(DockerClient docker, Path home, int workers) throws InterruptedException {
    this.docker = docker;
    this.home = home;
    String address = address(start("master.Master", 0, List.of("--port", String.valueOf(PORT))));
    this.master = "spark://" + address + ":" + PORT;
    if (!Eventually.within(UP, () -> listens(address))) {
      close();
      throw new IllegalStateException(
          "no master at " + master + " within " + UP.toSeconds() + " s");
    }
    for (int i = 0; i < workers; i++) {
      start(
          "worker.Worker",
          i,
          List.of("--cores", "1", "--memory", "1g", "--work-dir", "/tmp/work", master));
    }
  }

  /** {@code SPARK_HOME}, else where {@code ops/get-spark.sh} puts it. */
  static Path home() {
    String found = System.getenv("SPARK_HOME");
    return found != null
        ? Path.of(found)
        : Path.of(System.getProperty("user.home"), ".cache/weir/spark-4.2.0/pyspark");
  }

  /**
   * Workers of a fleet as tasks on them.
   *
   * @param folder for a script
   * @param gateway this host as they see it
   */
  WorkerLauncher launcher(Path folder, String gateway) throws IOException {
    Path submit = folder.resolve("spark-submit");
    Files.writeString(
        submit,
        "#!/bin/sh\nSPARK_LOCAL_IP="
            + gateway
            + " exec "
            + home.resolve("bin/spark-submit")
            + " \"$@\"\n");
    Files.setPosixFilePermissions(submit, PosixFilePermissions.fromString("rwx------"));
    return new SparkWorkers(
        master, submit, Path.of("target", "weir.jar").toAbsolutePath().toString());
  }

  /** The container of a worker, from 0. */
  String worker(int index) {
    return ids.get(index + 1);
  }

  private String start(String main, int core, List<String> arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "bash",
                PLACE + "/bin/spark-class",
                "org.apache.spark.deploy." + main,
                "--webui-port",
                "0"));
    command.addAll(arguments);
    int cores = Runtime.getRuntime().availableProcessors();
    String id =
        docker
            .createContainerCmd(IMAGE)
            .withLabels(Map.of("dev.weir", "spark"))
            .withCmd(command)
            .withEnv("SPARK_HOME=" + PLACE, "JAVA_HOME=/opt/java", "SPARK_DAEMON_MEMORY=256m")
            .withHostConfig(
                HostConfig.newHostConfig()
                    .withBinds(new Bind(home.toString(), new Volume(PLACE), AccessMode.ro))
                    .withCpusetCpus(String.valueOf(core % cores))
                    .withMemory(2L << 30))
            .exec()
            .getId();
    ids.add(id);
    docker.startContainerCmd(id).exec();
    return id;
  }

  private String address(String id) {
    return requireNonNull(
        docker
            .inspectContainerCmd(id)
            .exec()
            .getNetworkSettings()
            .getNetworks()
            .values()
            .iterator()
            .next()
            .getIpAddress());
  }

  private static boolean listens(String address) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(address, PORT), 1_000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    for (String id : ids) {
      try {
        docker.removeContainerCmd(id).withForce(true).exec();
      } catch (NotFoundException e) {
        // A test has removed it.
      }
    }
  }
}
