package dev.weir.server;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.server.mongod.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A toxiproxy in front of a mongod on this host: delays every answer, or breaks the link on demand.
 * It ends with this JVM, however that ends: a shell between the two waits for the end of its input.
 */
public final class Toxiproxy implements AutoCloseable {
  /** What to do where {@link #binary} finds none. */
  public static final String MISSING =
      "toxiproxy, which delays the link, is not there: ops/get-toxiproxy.sh builds it";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TRIES = 100;
  private static final String LATENCY = "latency";
  private static final String SUPERVISE =
      "exec 3<&0; \"$@\" </dev/null >/dev/null 2>&1 & proxy=$!;"
          + " ( read -r _ <&3; kill -KILL $proxy ) >/dev/null 2>&1 & wait $proxy";

  private final Process process;
  private final int port;
  private final String base;
  private int delayed;

  private Toxiproxy(Process process, int port, String base) {
    this.process = process;
    this.port = port;
    this.base = base;
  }

  /** Where {@code ops/get-toxiproxy.sh} puts it; empty if it was not built. */
  public static Optional<Path> binary() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path root =
        cache == null || cache.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache);
    Path binary = root.resolve("weir/toxiproxy-v2.5.0/toxiproxy-server");
    return Files.isExecutable(binary) ? Optional.of(binary) : Optional.empty();
  }

  /**
   * Starts one.
   *
   * @param upstream port of a mongod on this host
   * @param millis by how much every answer is delayed
   * @throws IOException if it is not there or does not come up
   */
  public static Toxiproxy start(int upstream, int millis) throws IOException, InterruptedException {
    String binary = binary().orElseThrow(() -> new IOException(MISSING)).toString();
    List<Integer> ports;
    try {
      ports = Ports.choose(null, 2);
    } catch (ServerException e) {
      throw new IOException(e.getMessage(), e);
    }
    int port = ports.get(1);
    String api = String.valueOf(ports.get(0));
    Process process =
        new ProcessBuilder(
                "/bin/sh", "-c", SUPERVISE, "weir-link", binary, "-host", "127.0.0.1", "-port", api)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Toxiproxy proxy = new Toxiproxy(process, port, "http://127.0.0.1:" + api);
    try {
      proxy.awaitUp();
      post(
          proxy.base + "/proxies",
          Map.of(
              "name",
              "mongod",
              "listen",
              "127.0.0.1:" + port,
              "upstream",
              "127.0.0.1:" + upstream,
              "enabled",
              true));
      proxy.delay(millis);
      return proxy;
    } catch (IOException | InterruptedException e) {
      proxy.close();
      throw e;
    }
  }

  /**
   * Delays every answer from now on, on open connections too.
   *
   * @param millis 0 for no delay
   */
  public void delay(int millis) throws IOException, InterruptedException {
    if (delayed > 0) {
      remove(LATENCY);
      delayed = 0;
    }
    if (millis > 0) {
      add(LATENCY, Map.of(LATENCY, millis));
      delayed = millis;
    }
  }

  /** Breaks the link in that way, see toxiproxy's documentation of toxics. */
  public void add(String toxic, Map<String, ?> attributes)
      throws IOException, InterruptedException {
    add(toxic, "downstream", attributes);
  }

  /**
   * The same on one way of the link.
   *
   * @param stream upstream to the server, or downstream from it
   */
  public void add(String toxic, String stream, Map<String, ?> attributes)
      throws IOException, InterruptedException {
    post(
        base + "/proxies/mongod/toxics",
        Map.of("name", toxic, "type", toxic, "stream", stream, "attributes", attributes));
  }

  /** Mends what {@link #add} broke. */
  public void remove(String toxic) throws IOException, InterruptedException {
    send(HttpRequest.newBuilder(URI.create(base + "/proxies/mongod/toxics/" + toxic)).DELETE());
  }

  /** Cuts every connection and refuses new ones, or takes them again. */
  public void enabled(boolean enabled) throws IOException, InterruptedException {
    post(base + "/proxies/mongod", Map.of("enabled", enabled));
  }

  /** Where to connect to. */
  public String uri() {
    return "mongodb://" + address() + "/?directConnection=true";
  }

  /** {@code host:port} that it listens on. */
  public String address() {
    return "127.0.0.1:" + port;
  }

  private void awaitUp() throws IOException, InterruptedException {
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
        // Waits for the next try, and gives up at once if the process is gone.
        if (i == TRIES || process.waitFor(50, TimeUnit.MILLISECONDS)) {
          throw new IOException("toxiproxy does not answer: " + e.getMessage(), e);
        }
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
    try {
      process.getOutputStream().close(); // ends the proxy, and the shell with it
      if (process.waitFor(5, TimeUnit.SECONDS)) {
        return;
      }
    } catch (IOException e) {
      // It is gone already, or can only be ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
