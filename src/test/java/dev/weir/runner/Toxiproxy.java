package dev.weir.runner;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A toxiproxy in front of a local mongod: delays every answer, or breaks the link on demand. */
final class Toxiproxy implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TRIES = 100;

  private final Process process;
  private final int port;
  private final String base;

  private Toxiproxy(Process process, int port, String base) {
    this.process = process;
    this.port = port;
    this.base = base;
  }

  /** Where {@code ops/get-toxiproxy.sh} puts it; empty if it was not built. */
  static Optional<Path> binary() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path root =
        cache == null || cache.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache);
    Path binary = root.resolve("weir/toxiproxy-v2.5.0/toxiproxy-server");
    return Files.isExecutable(binary) ? Optional.of(binary) : Optional.empty();
  }

  static Toxiproxy start(int upstream, int millis) throws IOException, InterruptedException {
    int api = freePort();
    int port = freePort();
    Process process =
        new ProcessBuilder(
                binary().orElseThrow().toString(), "-host", "127.0.0.1", "-port", "" + api)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    String base = "http://127.0.0.1:" + api;
    Toxiproxy proxy = new Toxiproxy(process, port, base);
    try {
      awaitUp(base);
      post(
          base + "/proxies",
          Map.of(
              "name",
              "mongod",
              "listen",
              "127.0.0.1:" + port,
              "upstream",
              "127.0.0.1:" + upstream,
              "enabled",
              true));
      if (millis > 0) {
        proxy.add("latency", Map.of("latency", millis));
      }
      return proxy;
    } catch (IOException | InterruptedException e) {
      proxy.close();
      throw e;
    }
  }

  /** Breaks the link in that way, see toxiproxy's documentation of toxics. */
  void add(String toxic, Map<String, ?> attributes) throws IOException, InterruptedException {
    post(
        base + "/proxies/mongod/toxics",
        Map.of("name", toxic, "type", toxic, "stream", "downstream", "attributes", attributes));
  }

  /** Mends what {@link #add} broke. */
  void remove(String toxic) throws IOException, InterruptedException {
    send(HttpRequest.newBuilder(URI.create(base + "/proxies/mongod/toxics/" + toxic)).DELETE());
  }

  /** Cuts every connection and refuses new ones, or takes them again. */
  void enabled(boolean enabled) throws IOException, InterruptedException {
    post(base + "/proxies/mongod", Map.of("enabled", enabled));
  }

  String uri() {
    return "mongodb://127.0.0.1:" + port + "/?directConnection=true";
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static void awaitUp(String base) throws IOException, InterruptedException {
    HttpClient http = HttpClient.newHttpClient();
    for (int i = 0; ; i++) {
      try {
        http.send(
            HttpRequest.newBuilder(URI.create(base + "/version"))
                .timeout(Duration.ofSeconds(1))
                .build(),
            HttpResponse.BodyHandlers.discarding());
        return;
      } catch (IOException e) {
        if (i == TRIES) {
          throw e;
        }
        Thread.sleep(50);
      }
    }
  }

  private static void post(String url, Map<String, ?> body)
      throws IOException, InterruptedException {
    send(
        HttpRequest.newBuilder(URI.create(url))
            .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body))));
  }

  private static void send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpRequest built = request.timeout(Duration.ofSeconds(10)).build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(built, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() >= 300) {
      throw new IOException(built.uri() + ": " + answer.statusCode() + " " + answer.body());
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
