package dev.weir.server;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import dev.weir.record.ServerFacts;
import dev.weir.record.ServerSource;
import dev.weir.study.Topology;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * One mongod in a container. Its first process is a shell that reads from our end of a pipe; when
 * that closes, which the kernel does for us however this JVM dies, the container ends and is
 * removed. No companion container is needed.
 */
final class DockerServer extends SingleServer {
  static final String IMAGE = "mongo:7.0";

  /** All that an engine costs which doesn't serve. */
  static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);
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

  /** The container and the command that holds its input. */
  private record Container(DockerCli docker, String name, Process process) {
    /** Closes its input and waits until it is gone; removes it by force if it stays. */
    void end() {
      try {
        process.getOutputStream().close();
        if (process.waitFor(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
      } catch (IOException e) {
        // It is gone, or is removed now.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      process.destroyForcibly();
      try {
        docker.now("rm", "--force", name);
      } catch (ServerException e) {
        // Its input is closed: it ends by itself.
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
   * @throws ServerException if there is no engine, the topology needs several members, or the
   *     container does not come up; nothing is left then
   */
  static DockerServer start(
      ServerRequest request,
      List<String> skipped,
      Clock clock,
      Duration patience,
      Consumer<String> log)
      throws ServerException {
    if (request.topology().members() > 1) {
      throw new ServerException(
          request.topology()
              + " needs several members; Weir starts one in Docker: start"
              + " ops/compose/replica-set.yaml or ops/compose/sharded.yaml and attach to it by"
              + " --uri");
    }
    Path binary = MongodBinary.onPath("docker", request.environment());
    if (binary == null) {
      throw new ServerException("no docker on PATH");
    }
    DockerCli docker = new DockerCli(binary, patience, log);
    Memory memory =
        step ->
            new RememberedFailure(
                request.cacheDirectory().resolve("docker-failed"),
                step + " " + binary + " " + request.environment().getOrDefault("DOCKER_HOST", ""),
                IMAGE + " in Docker",
                clock);
    boolean there =
        remembering(memory.of("engine"), () -> docker.succeeds("image", "inspect", IMAGE));
    if (!there) {
      // An engine that says no at once is asked again each time.
      docker.ask("version", "--format", "{{.Server.Version}}");
      remembering(
          memory.of("pull"),
          () -> {
            log.accept("server: pulling " + IMAGE + " into Docker");
            docker.pull(IMAGE);
            return true;
          });
    }
    log.accept("server: starting " + IMAGE + " in Docker");
    return remembering(memory.of("start"), () -> run(docker, request, skipped));
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
      throw new ServerException("docker is there, but " + IMAGE + " failed: " + e.getMessage());
    }
  }

  private static DockerServer run(DockerCli docker, ServerRequest request, List<String> skipped)
      throws ServerException {
    int port = Ports.choose(request.port(), 1).get(0);
    MongodOptions options = MongodOptions.of(request, new ServerVersion(7, 0));
    String name = "weir-mongod-" + UUID.randomUUID();
    // The port is the same inside and outside, because a replica set tells its clients the address
    // that its configuration holds.
    List<String> command =
        new ArrayList<>(List.of("run", "--rm", "--interactive", "--pull", "never", "--name", name));
    command.addAll(List.of("--publish", LOOPBACK + ":" + port + ":" + port));
    command.addAll(List.of("--entrypoint", "sh", IMAGE, "-c", SCRIPT, "weir"));
    options.command(Path.of("mongod"), 0, port, Path.of("/data/db")).stream()
        // In a network of its own; outside of it the port is published on loopback.
        .map(argument -> argument.equals(LOOPBACK) ? "0.0.0.0" : argument)
        .forEach(command::add);
    Container container = new Container(docker, name, docker.start(command));
    MongoClient client = null;
    try {
      String host = awaitAnswer(container, port);
      client = Clients.direct(host, port, Duration.ofSeconds(5));
      if (request.topology() == Topology.RS1) {
        initiate(container, client, host + ":" + port);
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
  private static String awaitAnswer(Container container, int port) throws ServerException {
    CompletableFuture<String> output =
        CompletableFuture.supplyAsync(() -> text(container.process().getInputStream()));
    while (true) {
      if (!container.process().isAlive()) {
        throw new ServerException(ended(output));
      }
      for (String host : hosts(container)) {
        if (answers(host, port)) {
          return host;
        }
      }
      container.docker().requirePatience("mongod in its container");
      pause();
    }
  }

  private static List<String> hosts(Container container) {
    List<String> hosts = new ArrayList<>(List.of(LOOPBACK));
    try {
      String format = "{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}";
      String own = container.docker().ask("inspect", "--format", format, container.name());
      List.of(own.split(" ", -1)).stream().filter(ip -> !ip.isBlank()).forEach(hosts::add);
    } catch (ServerException e) {
      // Not created yet.
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

  private static String text(InputStream in) {
    try {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  private static String ended(CompletableFuture<String> output) throws ServerException {
    try {
      return "the container ended; " + MongodProcess.complaint(output.get(5, TimeUnit.SECONDS));
    } catch (ExecutionException | TimeoutException e) {
      return "the container ended";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while waiting for a container");
    }
  }

  private static void initiate(Container container, MongoClient client, String address)
      throws ServerException {
    Document member = new Document("_id", 0).append("host", address);
    Clients.admin(
        client,
        new Document(
            "replSetInitiate",
            new Document("_id", MongodOptions.REPLICA_SET).append("members", List.of(member))));
    while (!Clients.hello(client).getBoolean("isWritablePrimary", false)) {
      container.docker().requirePatience("the replica set's primary");
      pause();
    }
  }

  private static void pause() throws ServerException {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while waiting for a container");
    }
  }

  /** The process as this host sees it; none where the engine runs in a virtual machine. */
  @Override
  @Nullable Long pid() {
    try {
      String shell =
          container.docker().now("inspect", "--format", "{{.State.Pid}}", container.name());
      return ProcessHandle.of(Long.parseLong(shell)).stream()
          .flatMap(ProcessHandle::children)
          .map(ProcessHandle::pid)
          .filter(HostIdentity::isMongoProcess)
          .findFirst()
          .orElse(null);
    } catch (ServerException | NumberFormatException e) {
      return null;
    }
  }

  @Override
  void end() {
    container.end();
  }
}
