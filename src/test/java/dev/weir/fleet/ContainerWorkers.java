package dev.weir.fleet;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.HostConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Workers in containers, each on a core of its own as far as there are cores. */
final class ContainerWorkers implements WorkerLauncher {
  private static final long MEMORY = 1L << 30;

  private final DockerClient docker;
  private final String image;
  private final List<String> ids = new ArrayList<>();

  ContainerWorkers(DockerClient docker, String image) {
    this.docker = docker;
    this.image = image;
  }

  /** The worker's container. */
  String id(int worker) {
    return ids.get(worker);
  }

  @Override
  public Launched launch(Invitation invitation) {
    int cores = Runtime.getRuntime().availableProcessors();
    for (int i = 0; i < invitation.workers(); i++) {
      String id =
          docker
              .createContainerCmd(image)
              .withLabels(Map.of("dev.weir", "worker"))
              .withCmd(
                  "--coordinator",
                  Addresses.text(invitation.coordinator()),
                  "--index",
                  String.valueOf(i),
                  "--patience",
                  "60")
              .withEnv(Token.VARIABLE + "=" + invitation.token().text())
              .withHostConfig(
                  HostConfig.newHostConfig()
                      .withAutoRemove(true)
                      .withCpusetCpus(String.valueOf(i % cores))
                      .withMemory(MEMORY))
              .exec()
              .getId();
      ids.add(id);
      docker.startContainerCmd(id).exec();
    }
    return new Launched() {
      @Override
      public Optional<String> ended() {
        return ids.stream().filter(id -> !there(id)).findFirst().map(id -> "a worker has ended");
      }

      @Override
      public void close() {
        ids.forEach(ContainerWorkers.this::remove);
      }
    };
  }

  /** Whether that container is there. */
  boolean there(String id) {
    try {
      docker.inspectContainerCmd(id).exec();
      return true;
    } catch (NotFoundException e) {
      return false;
    }
  }

  private void remove(String id) {
    try {
      docker.removeContainerCmd(id).withForce(true).exec();
    } catch (RuntimeException e) {
      // It has gone by itself, or is about to.
    }
  }
}
