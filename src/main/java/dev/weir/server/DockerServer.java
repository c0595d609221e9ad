package dev.weir.server;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports.Binding;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import dev.weir.record.ServerFacts;
import dev.weir.record.ServerSource;
import dev.weir.study.Topology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.bson.Document;
import org.testcontainers.mongodb.MongoDBContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * One mongod in a container, published on loopback alone. Testcontainers' companion container
 * removes it when this JVM is gone, however it went.
 */
final class DockerServer implements ServerUnderTest {
  private static final String IMAGE = "mongo:7.0";
  private static final Duration PULL_TIMEOUT = Duration.ofMinutes(5);
  private static final long POLL_MILLIS = 100;

  private final MongoDBContainer container;
  private final int port;
  private final boolean replicated;
  private final MongoClient client;
  private final ServerFacts facts;

  private DockerServer(
      MongoDBContainer container,
      int port,
      boolean replicated,
      MongoClient client,
      ServerFacts facts) {
    this.container = container;
    this.port = port;
    this.replicated = replicated;
    this.client = client;
    this.facts = facts;
  }

  /**
   * @throws ServerException if the topology needs several members, or the container does not come
   *     up
   */
  static DockerServer start(ServerRequest request, List<String> skipped, Consumer<String> log)
      throws ServerException {
    if (request.topology().members() > 1) {
      throw new ServerException(
          request.topology()
              + " needs several members; Weir starts one in Docker: start"
              + " ops/compose/replica-set.yaml or ops/compose/sharded.yaml and attach to it by"
              + " --uri");
    }
    boolean replicated = request.topology() == Topology.RS1;
    int port = Ports.choose(request.port(), 1).get(0);
    MongodOptions options = MongodOptions.of(request, new ServerVersion(7, 0));
    log.accept("server: starting " + IMAGE + " in Docker");
    MongoDBContainer container = container(options, port);
    FutureTask<MongoDBContainer> starting =
        new FutureTask<>(
            () -> {
              container.start();
              return container;
            });
    Thread thread = new Thread(starting, "weir-docker-start");
    thread.setDaemon(true);
    thread.start();
    MongoClient client = Clients.direct("127.0.0.1", port, Duration.ofSeconds(5));
    try {
      starting.get(PULL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      if (replicated) {
        initiate(client, port, request.startTimeout());
      }
      String address = "127.0.0.1:" + port;
      ServerFacts facts =
          new FactsReader(client)
              .read(ServerSource.DOCKER, skipped, address, List.of(address), true);
      return new DockerServer(container, port, replicated, client, facts);
    } catch (TimeoutException e) {
      starting.cancel(true);
      throw failed(client, container, "not up within " + PULL_TIMEOUT.toMinutes() + " min");
    } catch (ExecutionException e) {
      throw failed(client, container, String.valueOf(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(client, container, "interrupted");
    } catch (MongoException | ServerException e) {
      throw failed(client, container, String.valueOf(e.getMessage()));
    }
  }

  /**
   * The port is the same inside and outside, because a replica set tells its clients the address
   * its configuration holds.
   */
  private static MongoDBContainer container(MongodOptions options, int port) {
    MongoDBContainer container = new MongoDBContainer(DockerImageName.parse(IMAGE));
    List<String> command =
        options.command(Path.of("mongod"), 0, port, Path.of("/data/db")).stream()
            // Inside its own network namespace; outside it is published on loopback below.
            .map(argument -> argument.equals("127.0.0.1") ? "0.0.0.0" : argument)
            .toList();
    container.setExposedPorts(List.of(port));
    container.withCommand(command.toArray(new String[0]));
    container.withCreateContainerCmdModifier(
        create ->
            create
                .withExposedPorts(new ExposedPort(port))
                .withHostConfig(
                    (create.getHostConfig() == null ? new HostConfig() : create.getHostConfig())
                        .withPortBindings(
                            new PortBinding(
                                Binding.bindIpAndPort("127.0.0.1", port), new ExposedPort(port)))));
    return container;
  }

  private static void initiate(MongoClient client, int port, Duration timeout)
      throws ServerException, InterruptedException {
    Document member = new Document("_id", 0).append("host", "127.0.0.1:" + port);
    Clients.admin(
        client,
        new Document(
            "replSetInitiate",
            new Document("_id", MongodOptions.REPLICA_SET).append("members", List.of(member))));
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!Clients.hello(client).getBoolean("isWritablePrimary", false)) {
      if (System.nanoTime() - deadline > 0) {
        throw new ServerException("no primary within " + timeout.toSeconds() + " s");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static ServerException failed(
      MongoClient client, MongoDBContainer container, String why) {
    client.close();
    container.stop();
    return new ServerException("a Docker engine answers, but " + IMAGE + " failed: " + why);
  }

  @Override
  public String connectionString() {
    return "mongodb://127.0.0.1:"
        + port
        + "/"
        + (replicated ? "?replicaSet=" + MongodOptions.REPLICA_SET : "");
  }

  @Override
  public String redactedUri() {
    return connectionString();
  }

  @Override
  public ServerFacts facts() {
    return facts;
  }

  @Override
  public List<Member> members() {
    List<Long> pids = localPids();
    return List.of(
        new Member(
            replicated ? Member.Role.PRIMARY : Member.Role.STANDALONE,
            "127.0.0.1",
            port,
            pids.isEmpty() ? null : pids.get(0)));
  }

  /** The process as this host sees it; none where the engine runs in a virtual machine. */
  @Override
  public List<Long> localPids() {
    Long pid = container.getCurrentContainerInfo().getState().getPidLong();
    return pid != null && HostIdentity.isMongoProcess(pid) ? List.of(pid) : List.of();
  }

  @Override
  public ServerCounters counters() throws ServerException {
    try {
      return ServerCounters.of(Clients.admin(client, new Document("serverStatus", 1)));
    } catch (MongoException e) {
      throw new ServerException("the server in Docker does not answer: " + e.getMessage());
    }
  }

  @Override
  public void stop(Member member) throws ServerException {
    throw new ServerException(
        "Weir stops and restarts members it runs as processes, not in Docker");
  }

  @Override
  public Member restart(Member member) throws ServerException {
    throw new ServerException(
        "Weir stops and restarts members it runs as processes, not in Docker");
  }

  @Override
  public void close() {
    client.close();
    container.stop();
  }
}
