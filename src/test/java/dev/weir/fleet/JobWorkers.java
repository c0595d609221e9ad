package dev.weir.fleet;

import dev.weir.Eventually;
import dev.weir.server.ServerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Workers as the pods of the Job that ops/fleet/job prints. */
final class JobWorkers implements WorkerLauncher {
  private static final String JOB = "weir-fleet";
  private static final String SECRET = "weir-token";

  private final KubernetesNode node;
  private final String image;
  private String fate = "";

  JobWorkers(KubernetesNode node, String image) {
    this.node = node;
    this.image = image;
  }

  /** The names of its pods that are there, as {@code pod/NAME}. */
  List<String> pods() {
    return node.kubectl("get", "pods", "-l", "job-name=" + JOB, "-o", "name")
        .lines()
        .filter(line -> !line.isBlank())
        .toList();
  }

  /** How the Job ended: {@code Complete} or {@code Failed}; empty if it had not within a while. */
  String fate() throws InterruptedException {
    if (fate.isEmpty()) {
      Eventually.within(Duration.ofSeconds(60), () -> !read().isEmpty());
      fate = read();
    }
    return fate;
  }

  private String read() {
    String types =
        node.kubectl(
            "get",
            "job",
            JOB,
            "--ignore-not-found",
            "-o",
            "jsonpath={.status.conditions[?(@.status==\"True\")].type}");
    return types.contains("Complete") ? "Complete" : types.contains("Failed") ? "Failed" : "";
  }

  /** The Job's manifest, in a file. */
  static String manifest(Path folder, int workers, String image, String coordinator, String seconds)
      throws IOException, ServerException {
    String text =
        KubernetesNode.succeed(
                Duration.ofSeconds(30),
                "ops/fleet/job",
                "--workers",
                String.valueOf(workers),
                "--image",
                "docker.io/library/" + image,
                "--coordinator",
                coordinator,
                "--secret",
                SECRET,
                "--name",
                JOB,
                "--cpu",
                "1",
                "--memory",
                "768",
                "--seconds",
                seconds,
                "--same-host")
            .output();
    return Files.writeString(folder.resolve("job.yaml"), text).toString();
  }

  @Override
  public Launched launch(Invitation invitation) throws IOException {
    Path folder = Files.createTempDirectory("weir-job");
    Path token = folder.resolve("token");
    try {
      invitation.token().write(token);
      node.kubectl("create", "secret", "generic", SECRET, "--from-file=token=" + token);
      node.kubectl(
          "apply",
          "-f",
          manifest(
              folder,
              invitation.workers(),
              image,
              Addresses.text(invitation.coordinator()),
              "600"));
    } catch (ServerException e) {
      throw new IOException(e.getMessage(), e);
    } finally {
      Files.deleteIfExists(token);
    }
    return new Launched() {
      @Override
      public Optional<String> ended() {
        return read().isEmpty() ? Optional.empty() : Optional.of("the Job has ended");
      }

      @Override
      public void close() {
        try {
          fate();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        node.kubectl("delete", "job", JOB, "--ignore-not-found");
        node.kubectl("delete", "secret", SECRET, "--ignore-not-found");
      }
    };
  }
}
