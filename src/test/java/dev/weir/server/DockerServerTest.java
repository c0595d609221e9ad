package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import dev.weir.study.Topology;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.shaded.com.github.dockerjava.core.DefaultDockerClientConfig;
import org.testcontainers.shaded.com.github.dockerjava.core.DockerClientImpl;

/** Engines that don't serve: sockets, and an engine's HTTP interface with answers of the test. */
@Timeout(60)
class DockerServerTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** What the engine answers; {@code hang} keeps the connection open after the body. */
  private record Answer(int status, String body, boolean hang) {
    Answer(int status, String body) {
      this(status, body, false);
    }
  }

  private final List<String> log = new CopyOnWriteArrayList<>();
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final Map<String, Answer> answers = new TreeMap<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @SuppressWarnings("NullAway.Init")
  private ServerSocket engine;

  @SuppressWarnings("NullAway.Init")
  private DockerClient client;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @BeforeEach
  void serve() throws IOException {
    engine = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
    answers.put("GET /_ping", new Answer(200, "OK"));
    // Loads the client's classes before a clock runs.
    answers.put("GET /containers/warm/json", new Answer(200, "{}"));
    client = client(engine.getLocalPort());
    client.inspectContainerCmd("warm").exec();
    calls.clear();
  }

  @AfterEach
  void end() throws IOException {
    over.countDown();
    engine.close();
    threads.shutdownNow();
  }

  @Test
  void withoutASocketThereIsNoDocker() {
    Path socket = folder.resolve("none.sock");
    assertThatThrownBy(() -> start(NOW, "unix://" + socket, () -> client))
        .hasMessage("no Docker engine: no socket at " + socket);
    assertThat(calls).isEmpty();
  }

  @Test
  void aSocketThatNobodyServesIsAskedAgainEachTime() throws Exception {
    Path socket = folder.resolve("stale.sock");
    try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.bind(UnixDomainSocketAddress.of(socket));
    }
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> start(NOW, "unix://" + socket, () -> client))
          .hasMessage("no Docker engine: " + socket + ": Connection refused");
    }
  }

  @Test
  void anEngineThatHangsIsGivenUpAndRemembered() throws Exception {
    try (ServerSocket hangs = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Callable<DockerClient> search =
          () -> {
            calls.add("search");
            DockerClient found = client(hangs.getLocalPort());
            found.pingCmd().exec(); // as Testcontainers' search does
            return found;
          };
      assertThatThrownBy(() -> start(NOW, "tcp://engine", search))
          .hasMessage("Docker is there, but mongo:7.0 failed: the Docker engine: nothing for 2 s");
      assertThat(calls).hasSize(1);
      assertThatThrownBy(() -> start(NOW.plusSeconds(60), "tcp://engine", search))
          .hasMessageContaining("not tried again until 2026-01-01T06:00:00Z (delete ");
      assertThat(calls).hasSize(1);
      assertThatThrownBy(() -> start(NOW.plus(Duration.ofHours(7)), "tcp://engine", search))
          .hasMessageContaining("the Docker engine: nothing for 2 s");
    }
  }

  @Test
  void anEngineWithoutAnAnswerAboutImagesIsRemembered() {
    answers.put("GET /images/mongo:7.0/json", new Answer(200, "{", true));
    assertThatThrownBy(() -> start(NOW)).hasMessageContaining("images: nothing for 2 s");
    assertThat(calls).hasSize(1);
    assertThatThrownBy(() -> start(NOW.plusSeconds(60))).hasMessageContaining("not tried again");
    assertThat(calls).hasSize(1);
  }

  @Test
  void aPullWithoutProgressIsGivenUpAndRemembered() {
    answers.put("GET /images/mongo:7.0/json", new Answer(404, "{\"message\":\"no such image\"}"));
    answers.put("POST /images/create", new Answer(200, "{\"status\":\"Waiting\"}\n", true));
    assertThatThrownBy(() -> start(NOW))
        .hasMessage(
            "Docker is there, but mongo:7.0 failed: pull of mongo:7.0: Waiting: nothing for 2 s");
    assertThat(log).contains("server: pulling mongo:7.0 into Docker");
    assertThatThrownBy(() -> start(NOW.plusSeconds(60))).hasMessageContaining("not tried again");
    assertThat(calls).filteredOn(call -> call.startsWith("POST /images/create")).hasSize(1);
    // Once the image was pulled by hand, nothing needs waiting for.
    answers.put("GET /images/mongo:7.0/json", new Answer(200, "{}"));
    container("no such shell", false);
    assertThatThrownBy(() -> start(NOW.plusSeconds(60)))
        .hasMessageContaining("the container ended; it said: no such shell");
  }

  @Test
  void aRegistryThatSaysNoIsQuoted() {
    answers.put("GET /images/mongo:7.0/json", new Answer(404, "{\"message\":\"no such image\"}"));
    answers.put(
        "POST /images/create",
        new Answer(
            200, "{\"errorDetail\":{\"message\":\"no such host\"},\"error\":\"no such host\"}\n"));
    assertThatThrownBy(() -> start(NOW))
        .hasMessageContaining("pull of mongo:7.0: ")
        .hasMessageContaining("no such host");
  }

  @Test
  void aContainerThatDoesNotAnswerIsRemoved() {
    answers.put("GET /images/mongo:7.0/json", new Answer(200, "{}"));
    container("", true);
    assertThatThrownBy(() -> start(NOW))
        .hasMessageContaining("mongod in its container: nothing for 2 s");
    List<String> created =
        calls.stream().filter(call -> call.startsWith("POST /containers/create")).toList();
    assertThat(created)
        .hasSize(2)
        .allSatisfy(
            call ->
                assertThat(call)
                    .contains("\"AutoRemove\":true", "\"OpenStdin\":true", "\"StdinOnce\":true")
                    .contains("\"org.testcontainers\":\"true\""));
    assertThat(created.get(0)).contains("\"HostIp\":\"127.0.0.1\"", "\"dev.weir\":\"holder\"");
    assertThat(created.get(1))
        .contains("\"--bind_ip\",\"0.0.0.0\"", "\"dev.weir\":\"mongod\"")
        .contains("\"NetworkMode\":\"container:c\"", "\"VolumesFrom\":[\"c");
    assertThat(calls)
        .filteredOn(call -> call.startsWith("DELETE /containers/c"))
        .hasSize(2)
        .allSatisfy(call -> assertThat(call).contains("force=true"));
  }

  @Test
  void theEnvironmentNamesTheImageAndLimits() throws Exception {
    Map<String, String> environment =
        Map.of(
            "WEIR_MONGO_IMAGE", "own:6.0", "WEIR_MEMBER_CPUS", "0.5", "WEIR_MEMBER_MEMORY", "3g");
    ContainerWishes wishes = ContainerWishes.of(environment);
    assertThat(wishes.version()).isEqualTo(new ServerVersion(6, 0));
    assertThat(wishes.nanoCpus()).isEqualTo(500_000_000L);
    ServerRequest request = ServerRequest.defaults(Map.of());
    assertThat(wishes.fitting(request).mongodArguments())
        .containsExactly("--wiredTigerCacheSizeGB", "1.00");
    assertThat(
            wishes
                .fitting(request.withMongodArguments(List.of("--wiredTigerCacheSizeGB=2")))
                .mongodArguments())
        .containsExactly("--wiredTigerCacheSizeGB=2");
    assertThat(wishes.facts())
        .containsEntry("weir.image", "own:6.0")
        .containsEntry("weir.memberMemoryMegabytes", "3072");
    assertThat(ContainerWishes.of(Map.of()).image()).isEqualTo("mongo:7.0");
    assertThatThrownBy(() -> ContainerWishes.of(Map.of("WEIR_MEMBER_MEMORY", "lots")))
        .hasMessage("WEIR_MEMBER_MEMORY=lots is no size of memory, such as 512m or 2g");
    assertThatThrownBy(() -> ContainerWishes.of(Map.of("WEIR_MEMBER_CPUS", "0")))
        .hasMessage("WEIR_MEMBER_CPUS=0 is no number of cores, such as 1 or 0.5");
  }

  /** A container that says something on its error output and ends, or goes on. */
  private void container(String says, boolean hang) {
    answers.put("POST /containers/create", new Answer(201, "{\"Id\":\"c\"}"));
    answers.put(
        "POST /containers/c/attach", new Answer(101, says.isEmpty() ? "" : frame(says), hang));
    answers.put("POST /containers/c/start", new Answer(204, ""));
    answers.put(
        "GET /containers/c/json",
        new Answer(
            200,
            "{\"NetworkSettings\":{\"Networks\":{\"bridge\":{\"IPAddress\":\"127.0.0.1\"}}}}"));
    answers.put("DELETE /containers/c", new Answer(204, ""));
  }

  /** As the engine marks error output: kind 2, three zeros, the length in four bytes. */
  private static String frame(String text) {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.writeBytes(new byte[] {2, 0, 0, 0, 0, 0, 0, (byte) text.length()});
    frame.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    return frame.toString(StandardCharsets.US_ASCII);
  }

  private void accept() {
    while (!engine.isClosed()) {
      try {
        Socket socket = engine.accept();
        threads.execute(() -> answer(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  /** One request a connection; the body ends with it. */
  private void answer(Socket connection) {
    try (connection) {
      InputStream in = connection.getInputStream();
      String head = head(in);
      String[] request = head.split(" ", 3);
      URI uri = URI.create(request[1]);
      Matcher length = Pattern.compile("(?i)content-length: (\\d+)").matcher(head);
      int bytes = length.find() ? Integer.parseInt(length.group(1)) : 0;
      String body = new String(in.readNBytes(bytes), StandardCharsets.UTF_8);
      // A path starts with the version of the interface.
      String call = request[0] + " " + uri.getPath().replaceFirst("^/v1\\.\\d+", "");
      calls.add(call + " " + uri.getQuery() + " " + body);
      Answer answer = answers.getOrDefault(call, new Answer(500, "{\"message\":\"not asked\"}"));
      String headers =
          answer.status() == 101
              ? "Connection: Upgrade\r\nUpgrade: tcp\r\n"
              : "Connection: close\r\nContent-Type: application/json\r\n";
      connection
          .getOutputStream()
          .write(
              ("HTTP/1.1 " + answer.status() + " as asked\r\n" + headers + "\r\n" + answer.body())
                  .getBytes(StandardCharsets.US_ASCII));
      if (answer.hang()) {
        over.await();
      }
    } catch (IOException e) {
      // The client has had enough.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    for (int next = in.read(); next >= 0; next = in.read()) {
      head.append((char) next);
      if (head.toString().endsWith("\r\n\r\n")) {
        return head.toString();
      }
    }
    throw new EOFException();
  }

  private static DockerClient client(int port) {
    // Testcontainers' own client asks a real engine which registry an image is of.
    URI engine = URI.create("tcp://127.0.0.1:" + port);
    return DockerClientImpl.getInstance(
        DefaultDockerClientConfig.createDefaultConfigBuilder()
            .withDockerHost(engine.toString())
            .build(),
        new ZerodepDockerHttpClient.Builder().dockerHost(engine).build());
  }

  private void start(Instant now) throws ServerException {
    start(now, "tcp://engine", () -> client);
  }

  private void start(Instant now, String host, Callable<DockerClient> search)
      throws ServerException {
    ServerRequest request =
        ServerRequest.defaults(Map.of("DOCKER_HOST", host))
            .withTopology(Topology.STANDALONE)
            .withCacheDirectory(folder.resolve("cache"));
    Clock clock = Clock.fixed(now, ZoneOffset.UTC);
    DockerServer.start(request, List.of(), clock, PATIENCE, log::add, search).close();
  }
}
