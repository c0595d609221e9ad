package dev.weir.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.HostConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.testcontainers.DockerClientFactory;

/**
 * A container whose first process reads from our connection to the engine and ends with it; the
 * engine removes the container then. The kernel closes the connection however this JVM dies, so no
 * companion container is needed.
 */
final class Container {
  /** On every container of Weir, beside Testcontainers' own labels. */
  static final String LABEL = "dev.weir";

  private static final Duration AFTER_START = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 100;

  private final DockerClient docker;
  private final String id;

  /** Our end; it stays open as long as we want the container. */
  private final PipedOutputStream input = new PipedOutputStream();

  private final Output output = new Output();

  private Container(DockerClient docker, String id) {
    this.docker = docker;
    this.id = id;
  }

  /** What the first process has written. It ends with the container. */
  private static final class Output extends ResultCallback.Adapter<Frame> {
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public void onNext(Frame frame) {
      text.writeBytes(frame.getPayload());
    }

    @Override
    public void close() throws IOException {
      ended.countDown();
      super.close();
    }
  }

  /**
   * Starts a container.
   *
   * @param role value of {@link #LABEL}
   * @param script what {@code sh} does, which must end when its input does
   * @param arguments of the script, from {@code $1}
   * @param place network, volumes and limits, added to what makes the container go with us
   * @param further what else the container gets
   * @param waits is renewed by the start
   * @throws ServerException if it can't be started; nothing is left then
   */
  static Container start(
      DockerClient docker,
      Patience waits,
      String image,
      String role,
      String script,
      List<String> arguments,
      HostConfig place,
      UnaryOperator<CreateContainerCmd> further)
      throws ServerException {
    Map<String, String> labels = new HashMap<>(DockerClientFactory.DEFAULT_LABELS);
    labels.put(LABEL, role);
    List<String> command = new ArrayList<>(List.of("-c", script, "weir"));
    command.addAll(arguments);
    CreateContainerCmd create =
        further.apply(
            docker
                .createContainerCmd(image)
                .withLabels(labels)
                .withEntrypoint("sh")
                .withCmd(command)
                .withAttachStdin(true)
                .withStdinOpen(true)
                .withStdInOnce(true)
                .withHostConfig(place.withAutoRemove(true)));
    Container container = waits.call("a container", () -> create(docker, create));
    try {
      waits.call("the connection to the container", container::attach);
      waits.call("the start of the container", () -> docker.startContainerCmd(container.id).exec());
      waits.renew();
      return container;
    } catch (ServerException | RuntimeException e) {
      container.end();
      throw e;
    }
  }

  private static Container create(DockerClient docker, CreateContainerCmd command)
      throws InterruptedException {
    String id = command.exec().getId();
    if (Thread.interrupted()) {
      docker.removeContainerCmd(id).withForce(true).withRemoveVolumes(true).exec();
      throw new InterruptedException("nobody waits for the container any more");
    }
    return new Container(docker, id);
  }

  /** Connects to the container before it starts, so that it can't live without us. */
  private boolean attach() throws IOException, InterruptedException {
    docker
        .attachContainerCmd(id)
        .withStdIn(new PipedInputStream(input))
        .withStdOut(true)
        .withStdErr(true)
        .withFollowStream(true)
        .exec(output);
    // Waiting without a limit would not see a refusal.
    while (!output.awaitStarted(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      // Our caller's patience is the limit.
    }
    return true;
  }

  String id() {
    return id;
  }

  boolean ended() {
    return output.ended.getCount() == 0;
  }

  /**
   * Waits for its end.
   *
   * @return whether it has ended
   */
  boolean awaitEnd(Duration atMost) throws ServerException {
    try {
      return output.ended.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while waiting for a container to end");
    }
  }

  /** What its first process has written so far. */
  String text() {
    return output.text.toString(StandardCharsets.UTF_8);
  }

  /** Sends an empty line to its first process. */
  void sendLine() throws ServerException {
    try {
      input.write('\n');
      input.flush();
    } catch (IOException e) {
      throw new ServerException("the container can't be spoken to: " + e.getMessage());
    }
  }

  /** Its own addresses; none if it has ended. Blocks as long as the engine does. */
  List<String> addresses() {
    try {
      return inspect().getNetworkSettings().getNetworks().values().stream()
          .map(ContainerNetwork::getIpAddress)
          .filter(address -> address != null && !address.isBlank())
          .toList();
    } catch (NotFoundException e) {
      return List.of();
    }
  }

  /**
   * The process id of its first process on the engine's host.
   *
   * @throws ServerException if the engine doesn't say
   */
  long pid() throws ServerException {
    return new Patience(AFTER_START, line -> {})
        .call("the container's state", () -> inspect().getState().getPidLong());
  }

  private InspectContainerResponse inspect() {
    return docker.inspectContainerCmd(id).exec();
  }

  /** Removes the container; the engine does if we can't. */
  void end() {
    try {
      new Patience(AFTER_START, line -> {})
          .call(
              "removal of the container",
              () -> docker.removeContainerCmd(id).withForce(true).withRemoveVolumes(true).exec());
    } catch (ServerException e) {
      // It is gone, or goes when its input closes.
    }
    try (output;
        input) {
      // Ends our connection.
    } catch (IOException e) {
      // It has ended.
    }
  }
}
