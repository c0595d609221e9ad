package dev.weir.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.PullResponseItem;
import com.github.dockerjava.api.model.Volume;
import com.github.dockerjava.api.model.VolumesFrom;
import dev.weir.record.ServerSource;
import dev.weir.server.download.RememberedFailure;
import dev.weir.server.mongod.LocalDeployment;
import dev.weir.server.mongod.MongodOptions;
import dev.weir.server.mongod.Ports;
import dev.weir.server.mongod.StartedMember;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A topology in containers: one that holds the network and the data, and one for each mongod, which
 * may end and be started again. All members share that network, so that an address means the same
 * member to the others, to this host and to clients.
 */
final class DockerServer {
  /** All that an engine costs which doesn't serve. */
  static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final Duration LONGEST_PULL = Duration.ofMinutes(5);
  private static final String LOOPBACK = "127.0.0.1";

  /** Ends with its input. */
  private static final String HOLD = "exec cat >/dev/null";

  private final DockerClient docker;
  private final ContainerWishes wishes;
  private final List<Integer> ports;
  private final MongodOptions options;
  private final Container holder;

  private DockerServer(
      DockerClient docker,
      ContainerWishes wishes,
      List<Integer> ports,
      MongodOptions options,
      Container holder) {
    this.docker = docker;
    this.wishes = wishes;
    this.ports = ports;
    this.options = options;
    this.holder = holder;
  }

  /**
   * Starts the containers, with the image that the engine has or gets.
   *
   * @param patience for an engine that shows no progress; a failure after that is remembered
   * @param search finds the engine, however long that takes
   * @throws ServerException if there is no engine, or the deployment does not come up; nothing is
   *     left then
   */
  static ServerUnderTest start(
      ServerRequest request,
      List<String> skipped,
      Clock clock,
      Duration patience,
      Consumer<String> log,
      Callable<DockerClient> search)
      throws ServerException {
    ContainerWishes wishes = ContainerWishes.of(request.environment());
    String image = wishes.image();
    DockerEngine.requireSocket(request.environment());
    Patience waits = new Patience(patience, log);
    Memory memory =
        step ->
            new RememberedFailure(
                request.cacheDirectory().resolve("docker-failed"),
                step + " " + request.environment().getOrDefault("DOCKER_HOST", ""),
                image + " in Docker",
                clock);
    DockerClient docker =
        remembering(image, memory.of("engine"), () -> waits.call("the Docker engine", search));
    boolean there =
        remembering(
            image,
            memory.of("images"),
            () -> waits.call("the Docker engine's images", () -> hasImage(docker, image)));
    if (!there) {
      remembering(
          image,
          memory.of("pull of " + image),
          () -> {
            log.accept("server: pulling " + image + " into Docker");
            return pull(docker, image, waits);
          });
    }
    return remembering(
        image,
        memory.of("start of " + wishes),
        () -> {
          log.accept("server: starting " + image + " as " + request.topology() + " in Docker");
          return run(docker, wishes, waits, wishes.fitting(request), skipped);
        });
  }

  /** The failure of one step on one engine. */
  @FunctionalInterface
  private interface Memory {
    RememberedFailure of(String step);
  }

  /** A step that may wait long in vain. */
  @FunctionalInterface
  private interface Step<T> {
    T take() throws ServerException;
  }

  private static <T> T remembering(String image, RememberedFailure failure, Step<T> step)
      throws ServerException {
    failure.requireNone();
    try {
      return step.take();
    } catch (ServerException e) {
      failure.remember();
      throw new ServerException("Docker is there, but " + image + " failed: " + e.getMessage());
    }
  }

  private static boolean hasImage(DockerClient docker, String image) {
    try {
      docker.inspectImageCmd(image).exec();
      return true;
    } catch (NotFoundException e) {
      return false;
    }
  }

  /** A pull whose progress renews the patience. */
  private static final class Pull extends ResultCallback.Adapter<PullResponseItem> {
    private final String image;
    private final Patience waits;
    private volatile String said = "";
    private volatile @Nullable String error;

    Pull(String image, Patience waits) {
      this.image = image;
      this.waits = waits;
    }

    @Override
    public void onNext(PullResponseItem item) {
      String status = item.getStatus();
      if (item.isErrorIndicated()) {
        error = item.getError();
      } else if (status != null && !status.startsWith("Retrying")) {
        // An engine that counts down to its next try gets nowhere.
        said = ": " + status;
        waits.renew();
      }
    }

    String shown() {
      return "pull of " + image + said;
    }
  }

  private static boolean pull(DockerClient docker, String image, Patience waits)
      throws ServerException {
    try (Pull pull = docker.pullImageCmd(image).exec(new Pull(image, waits))) {
      boolean ended =
          waits.call(
              pull::shown, () -> pull.awaitCompletion(LONGEST_PULL.toMinutes(), TimeUnit.MINUTES));
      if (!ended) {
        throw new ServerException(
            pull.shown() + " took more than " + LONGEST_PULL.toMinutes() + " min");
      }
      if (pull.error != null) {
        throw new ServerException(pull.shown() + ": " + pull.error);
      }
      return true;
    } catch (IOException e) {
      throw new ServerException("pull of " + image + ": " + e.getMessage());
    }
  }

  private static ServerUnderTest run(
      DockerClient docker,
      ContainerWishes wishes,
      Patience waits,
      ServerRequest request,
      List<String> skipped)
      throws ServerException {
    MongodOptions options = MongodOptions.of(request, wishes.version());
    List<Integer> ports = Ports.choose(request.port(), request.topology().members());
    // The ports are the same inside and outside, because a replica set tells its clients the
    // addresses that its configuration holds.
    HostConfig published =
        HostConfig.newHostConfig()
            .withPortBindings(
                ports.stream()
                    .map(port -> PortBinding.parse(LOOPBACK + ":" + port + ":" + port + "/tcp"))
                    .toList());
    Container holder =
        Container.start(
            docker,
            waits,
            wishes.image(),
            "holder",
            HOLD,
            List.of(),
            published,
            create ->
                create
                    .withExposedPorts(ports.stream().map(ExposedPort::tcp).toList())
                    .withVolumes(ports.stream().map(port -> new Volume(data(port))).toList()));
    DockerServer server = new DockerServer(docker, wishes, ports, options, holder);
    List<StartedMember> members;
    try {
      members = server.members(waits);
    } catch (ServerException | RuntimeException e) {
      holder.end();
      throw e;
    }
    return LocalDeployment.of(
        request, members, holder::end, ServerSource.DOCKER, skipped, wishes.version());
  }

  /** Where a member's data lies in the holder, and so in the member's own container. */
  private static String data(int port) {
    return "/data/weir-" + port;
  }

  /** Starts all of them; they answer where the first one does. */
  private List<StartedMember> members(Patience waits) throws ServerException {
    List<Container> containers = new ArrayList<>();
    try {
      for (int i = 0; i < ports.size(); i++) {
        containers.add(member(i, waits));
      }
      String host = host(containers.get(0), waits);
      List<StartedMember> members = new ArrayList<>();
      for (int i = 0; i < ports.size(); i++) {
        int index = i;
        members.add(
            new ContainerMember(
                host,
                ports.get(i),
                again -> member(index, again),
                containers.get(i),
                wishes.facts()));
      }
      return members;
    } catch (ServerException | RuntimeException e) {
      containers.forEach(Container::end);
      throw e;
    }
  }

  private Container member(int index, Patience waits) throws ServerException {
    int port = ports.get(index);
    List<String> command =
        options.command(Path.of("mongod"), index, port, Path.of(data(port))).stream()
            // In a network of their own; outside of it the ports are published on loopback.
            .map(argument -> argument.equals(LOOPBACK) ? "0.0.0.0" : argument)
            .toList();
    HostConfig place =
        HostConfig.newHostConfig()
            .withNetworkMode("container:" + holder.id())
            .withVolumesFrom(new VolumesFrom(holder.id()))
            .withNanoCPUs(wishes.nanoCpus())
            .withMemory(wishes.memoryBytes())
            // The same: no swap.
            .withMemorySwap(wishes.memoryBytes());
    return Container.start(
        docker,
        waits,
        wishes.image(),
        "mongod",
        ContainerMember.SCRIPT,
        command,
        place,
        create -> create);
  }

  /**
   * The host at which mongod answers: the network's own address where this machine has a way to it,
   * else loopback, where every byte passes through a process of the engine.
   */
  private String host(Container first, Patience waits) throws ServerException {
    String host =
        ContainerMember.awaitAnswer(
            first,
            waits,
            () -> Stream.concat(holder.addresses().stream(), Stream.of(LOOPBACK)).toList(),
            ports.get(0));
    if (host == null) {
      throw new ServerException("the container ended; " + ContainerMember.complaint(first));
    }
    // It may have come up between the two questions.
    return waits.call("the container's address", holder::addresses).stream()
        .filter(address -> ContainerMember.answers(address, ports.get(0)))
        .findFirst()
        .orElse(host);
  }
}
