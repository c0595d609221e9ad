package dev.weir.server;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.PullResponseItem;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import dev.weir.record.ServerFacts;
import dev.weir.record.ServerSource;
import dev.weir.server.download.RememberedFailure;
import dev.weir.server.mongod.MongodOptions;
import dev.weir.server.mongod.MongodProcess;
import dev.weir.server.mongod.Ports;
import dev.weir.study.Topology;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;

/**
 * One mongod in a container. Its first process is a shell that reads from our connection to the
 * engine; when that closes, which the kernel does for us however this JVM dies, the container ends
 * and is removed. No companion container is needed.
 */
final class DockerServer extends SingleServer {
  static final String IMAGE = "mongo:7.0";

  /** All that an engine costs which doesn't serve. */
  static final Duration PATIENCE = Duration.ofSeconds(20);

  /** On every container of Weir, beside Testcontainers' own labels. */
  static final String LABEL = "dev.weir";

  private static final Duration LONGEST_PULL = Duration.ofMinutes(5);
  private static final Duration AFTER_START = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofSeconds(1);
  private static final long POLL_MILLIS = 100;

  /** Arguments: mongod and its own. A background job has no stdin, hence descriptor 3. */
  private static final String SCRIPT =
      """
      exec 3<&0
      "$@" </dev/null >/tmp/mongod.log 2>&1 3<&- &
      mongod=$!
      ( read -r _ <&3; kill -KILL "$mongod" ) >/dev/null 2>&1 &
      wait "$mongod"
      cat /tmp/mongod.log
      """;

  /** What the container's first process has written. It ends with our connection. */
  private static final class Output extends ResultCallback.Adapter<Frame> {
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private volatile boolean ended;

    @Override
    public void onNext(Frame frame) {
      text.writeBytes(frame.getPayload());
    }

    @Override
    public void close() throws IOException {
      ended = true;
      super.close();
    }

    String complaint() {
      return MongodProcess.complaint(text.toString(StandardCharsets.UTF_8));
    }
  }

  /**
   * A container and our connection to its first process.
   *
   * @param input our end; it stays open as long as we want the container
   */
  private record Container(DockerClient docker, String id, PipedOutputStream input, Output output) {
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

  private final Container container;

  private DockerServer(
      Container container, String host, int port, MongoClient client, ServerFacts facts) {
    super(host, port, client, facts);
    this.container = container;
  }

  /**
   * Starts the container, with the image that the engine has or gets.
   *
   * @param patience for an engine that shows no progress; a failure after that is remembered
   * @param search finds the engine, however long that takes
   * @throws ServerException if there is no engine, the topology needs several members, or the
   *     container does not come up; nothing is left then
   */
  static DockerServer start(
      ServerRequest request,
      List<String> skipped,
      Clock clock,
      Duration patience,
      Consumer<String> log,
      Callable<DockerClient> search)
      throws ServerException {
    if (request.topology().members() > 1) {
      throw new ServerException(
          request.topology()
              + " needs several members; Weir starts one in Docker: start"
              + " ops/compose/replica-set.yaml or ops/compose/sharded.yaml and attach to it by"
              + " --uri");
    }
    DockerEngine.requireSocket(request.environment());
    Patience waits = new Patience(patience, log);
    Memory memory =
        step ->
            new RememberedFailure(
                request.cacheDirectory().resolve("docker-failed"),
                step + " " + request.environment().getOrDefault("DOCKER_HOST", ""),
                IMAGE + " in Docker",
                clock);
    DockerClient docker =
        remembering(memory.of("engine"), () -> waits.call("the Docker engine", search));
    boolean there =
        remembering(
            memory.of("images"),
            () -> waits.call("the Docker engine's images", () -> hasImage(docker)));
    if (!there) {
      remembering(
          memory.of("pull"),
          () -> {
            log.accept("server: pulling " + IMAGE + " into Docker");
            return pull(docker, waits);
          });
    }
    return remembering(
        memory.of("start"),
        () -> {
          log.accept("server: starting " + IMAGE + " in Docker");
          return run(docker, waits, request, skipped);
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

  private static <T> T remembering(RememberedFailure failure, Step<T> step) throws ServerException {
    failure.requireNone();
    try {
      return step.take();
    } catch (ServerException e) {
      failure.remember();
      throw new ServerException("Docker is there, but " + IMAGE + " failed: " + e.getMessage());
    }
  }

  private static boolean hasImage(DockerClient docker) {
    try {
      docker.inspectImageCmd(IMAGE).exec();
      return true;
    } catch (NotFoundException e) {
      return false;
    }
  }

  /** A pull whose progress renews the patience. */
  private static final class Pull extends ResultCallback.Adapter<PullResponseItem> {
    private final Patience waits;
    private volatile String said = "";
    private volatile @Nullable String error;

    Pull(Patience waits) {
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
      return "pull of " + IMAGE + said;
    }
  }

  private static boolean pull(DockerClient docker, Patience waits) throws ServerException {
    try (Pull pull = docker.pullImageCmd(IMAGE).exec(new Pull(waits))) {
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
      throw new ServerException("pull of " + IMAGE + ": " + e.getMessage());
    }
  }

  private static DockerServer run(
      DockerClient docker, Patience waits, ServerRequest request, List<String> skipped)
      throws ServerException {
    int port = Ports.choose(request.port(), 1).get(0);
    Container container = waits.call("a container", () -> create(docker, request, port));
    MongoClient client = null;
    try {
      waits.call("the connection to the container", () -> attach(container));
      waits.call(
          "the start of the container", () -> docker.startContainerCmd(container.id()).exec());
      String host = awaitAnswer(container, waits, port);
      client = Clients.direct(host, port, Duration.ofSeconds(5));
      if (request.topology() == Topology.RS1) {
        initiate(waits, client, host + ":" + port);
      }
      String address = host + ":" + port;
      ServerFacts facts =
          new FactsReader(client)
              .read(ServerSource.DOCKER, skipped, address, List.of(address), true);
      return new DockerServer(container, host, port, client, facts);
    } catch (MongoException e) {
      end(container, client);
      throw new ServerException(String.valueOf(e.getMessage()));
    } catch (ServerException | RuntimeException e) {
      end(container, client);
      throw e;
    }
  }

  private static Container create(DockerClient docker, ServerRequest request, int port)
      throws ServerException, InterruptedException {
    MongodOptions options = MongodOptions.of(request, new ServerVersion(7, 0));
    List<String> command = new ArrayList<>(List.of("-c", SCRIPT, "weir"));
    options.command(Path.of("mongod"), 0, port, Path.of("/data/db")).stream()
        // In a network of its own; outside of it the port is published on loopback.
        .map(argument -> argument.equals(LOOPBACK) ? "0.0.0.0" : argument)
        .forEach(command::add);
    Map<String, String> labels = new HashMap<>(DockerClientFactory.DEFAULT_LABELS);
    labels.put(LABEL, "mongod");
    String id =
        docker
            .createContainerCmd(IMAGE)
            .withLabels(labels)
            .withEntrypoint("sh")
            .withCmd(command)
            .withAttachStdin(true)
            .withStdinOpen(true)
            .withStdInOnce(true)
            .withExposedPorts(ExposedPort.tcp(port))
            // The port is the same inside and outside, because a replica set tells its clients the
            // address that its configuration holds.
            .withHostConfig(
                HostConfig.newHostConfig()
                    .withAutoRemove(true)
                    .withPortBindings(
                        PortBinding.parse(LOOPBACK + ":" + port + ":" + port + "/tcp")))
            .exec()
            .getId();
    if (Thread.interrupted()) {
      docker.removeContainerCmd(id).withForce(true).exec();
      throw new InterruptedException("nobody waits for the container any more");
    }
    return new Container(docker, id, new PipedOutputStream(), new Output());
  }

  /** Connects to the container before it starts, so that it can't live without us. */
  private static boolean attach(Container container) throws IOException, InterruptedException {
    Output output = container.output();
    container
        .docker()
        .attachContainerCmd(container.id())
        .withStdIn(new PipedInputStream(container.input()))
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

  private static void end(Container container, @Nullable MongoClient client) {
    if (client != null) {
      client.close();
    }
    container.end();
  }

  /**
   * The host at which mongod answers: loopback, or the container's own address where the engine is
   * on this machine but Weir runs in a container beside.
   */
  private static String awaitAnswer(Container container, Patience waits, int port)
      throws ServerException {
    String what = "mongod in its container";
    while (true) {
      if (container.output().ended) {
        throw new ServerException("the container ended; " + container.output().complaint());
      }
      for (String host : waits.call(what, () -> hosts(container))) {
        if (answers(host, port)) {
          return host;
        }
      }
      waits.pause(what);
    }
  }

  private static List<String> hosts(Container container) {
    List<String> hosts = new ArrayList<>(List.of(LOOPBACK));
    try {
      container
          .docker()
          .inspectContainerCmd(container.id())
          .exec()
          .getNetworkSettings()
          .getNetworks()
          .values()
          .stream()
          .map(ContainerNetwork::getIpAddress)
          .filter(address -> address != null && !address.isBlank())
          .forEach(hosts::add);
    } catch (NotFoundException e) {
      // It has ended.
    }
    return hosts;
  }

  private static boolean answers(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), (int) ANSWER.toMillis());
    } catch (IOException e) {
      return false;
    }
    try (MongoClient client = Clients.direct(host, port, ANSWER)) {
      Clients.hello(client);
      return true;
    } catch (MongoException e) {
      return false;
    }
  }

  private static void initiate(Patience waits, MongoClient client, String address)
      throws ServerException {
    Document member = new Document("_id", 0).append("host", address);
    Clients.admin(
        client,
        new Document(
            "replSetInitiate",
            new Document("_id", MongodOptions.REPLICA_SET).append("members", List.of(member))));
    while (!Clients.hello(client).getBoolean("isWritablePrimary", false)) {
      waits.pause("the replica set's primary");
    }
  }

  /** The process as this host sees it; none where the engine runs in a virtual machine. */
  @Override
  @Nullable Long pid() {
    try {
      long shell =
          new Patience(AFTER_START, line -> {})
              .call(
                  "the container's state",
                  () ->
                      container
                          .docker()
                          .inspectContainerCmd(container.id())
                          .exec()
                          .getState()
                          .getPidLong());
      return ProcessHandle.of(shell).stream()
          .flatMap(ProcessHandle::children)
          .map(ProcessHandle::pid)
          .filter(HostIdentity::isMongoProcess)
          .findFirst()
          .orElse(null);
    } catch (ServerException e) {
      return null;
    }
  }

  @Override
  void end() {
    container.end();
  }
}
