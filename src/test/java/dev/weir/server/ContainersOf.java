package dev.weir.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.HostConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** What a Docker engine still has of a deployment that Weir started. */
public final class ContainersOf {
  private final DockerClient docker;

  /** Of the engine that Testcontainers finds. */
  public ContainersOf() {
    this(DockerEngine.search());
  }

  ContainersOf(DockerClient docker) {
    this.docker = docker;
  }

  /**
   * The parts of a deployment.
   *
   * @param holder the container of its network and data
   * @param members the containers of its mongods
   * @param volumes of all of them
   */
  public record Deployment(String holder, List<String> members, List<String> volumes) {}

  /** The engine. */
  public DockerClient docker() {
    return docker;
  }

  /** The deployment that publishes a port of this host. */
  public Deployment of(int port) {
    String holder =
        docker
            .listContainersCmd()
            .withLabelFilter(List.of(dev.weir.server.Container.LABEL))
            .withFilter("publish", List.of(String.valueOf(port)))
            .exec()
            .get(0)
            .getId();
    List<String> members = new ArrayList<>();
    for (Container each :
        docker
            .listContainersCmd()
            .withLabelFilter(List.of(dev.weir.server.Container.LABEL + "=mongod"))
            .exec()) {
      if (limits(each.getId()).getNetworkMode().equals("container:" + holder)) {
        members.add(each.getId());
      }
    }
    List<String> volumes =
        Stream.concat(Stream.of(holder), members.stream())
            .flatMap(id -> mounts(id).stream())
            .map(InspectContainerResponse.Mount::getName)
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    return new Deployment(holder, members, volumes);
  }

  /** The container of the mongod that listens at a port of that deployment. */
  public String member(Deployment deployment, int port) {
    return deployment.members().stream()
        .filter(
            id ->
                List.of(
                        Objects.requireNonNull(
                            docker.inspectContainerCmd(id).exec().getConfig().getCmd()))
                    .contains(String.valueOf(port)))
        .findFirst()
        .orElseThrow();
  }

  private List<InspectContainerResponse.Mount> mounts(String id) {
    return Objects.requireNonNull(docker.inspectContainerCmd(id).exec().getMounts());
  }

  HostConfig limits(String id) {
    return docker.inspectContainerCmd(id).exec().getHostConfig();
  }

  boolean hasImage(String image) {
    try {
      docker.inspectImageCmd(image).exec();
      return true;
    } catch (NotFoundException e) {
      return false;
    }
  }

  /** Its containers and volumes that are still there. */
  public List<String> still(Deployment deployment) {
    List<String> still = new ArrayList<>();
    Stream.concat(Stream.of(deployment.holder()), deployment.members().stream())
        .filter(this::isContainer)
        .forEach(still::add);
    deployment.volumes().stream().filter(this::isVolume).forEach(still::add);
    return still;
  }

  private boolean isContainer(String id) {
    try {
      docker.inspectContainerCmd(id).exec();
      return true;
    } catch (NotFoundException e) {
      return false;
    }
  }

  private boolean isVolume(String name) {
    try {
      docker.inspectVolumeCmd(name).exec();
      return true;
    } catch (NotFoundException e) {
      return false;
    }
  }
}
