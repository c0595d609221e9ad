package dev.weir.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.report.html.LivePage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Serves the page of a run to this host alone: on the loopback address, at a free port, under a
 * name that nobody guesses. It only answers; nothing can be changed through it. When the run has
 * ended the same address gives the report to a browser that was looking.
 */
final class LiveServer implements AutoCloseable {
  private static final int TOKEN_BYTES = 16;
  private static final long SAMPLE_MILLIS = 2_000;
  private static final String OK_TYPE = "text/html; charset=utf-8";

  /** Somebody looks who asked so recently. */
  private static final Duration LOOKING = Duration.ofSeconds(8);

  private final HttpServer server;
  private final LiveRun run;
  private final Clock clock;
  private final String token;
  private final CountDownLatch delivered = new CountDownLatch(1);
  private final ScheduledExecutorService worker =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "weir-live");
            thread.setDaemon(true);
            return thread;
          });
  private volatile Instant asked = Instant.EPOCH;
  private volatile @Nullable Path report;
  private volatile boolean ended;

  private LiveServer(HttpServer server, LiveRun run, Clock clock) {
    this.server = server;
    this.run = run;
    this.clock = clock;
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    this.token = HexFormat.of().formatHex(random);
  }

  /**
   * Begins to serve.
   *
   * @throws IOException if no port can be had
   */
  static LiveServer start(LiveRun run, Clock clock) throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    LiveServer live = new LiveServer(http, run, clock);
    http.setExecutor(live.worker);
    http.createContext("/", live::handle);
    http.start();
    var unused =
        live.worker.scheduleAtFixedRate(run::sample, 0, SAMPLE_MILLIS, TimeUnit.MILLISECONDS);
    return live;
  }

  /** The address to open in a browser of this host. */
  String address() {
    return "http://127.0.0.1:" + port() + "/" + token + "/";
  }

  private int port() {
    return server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      boolean page = path.equals("/" + token + "/");
      // A page of another name that resolves to this host asks under its own name.
      String host = exchange.getRequestHeaders().getFirst("Host");
      boolean named = ("127.0.0.1:" + port()).equals(host) || ("localhost:" + port()).equals(host);
      if (!named || !(page || path.equals("/" + token + "/live"))) {
        send(exchange, 404, "nothing here\n");
      } else if (!exchange.getRequestMethod().equals("GET")) {
        send(exchange, 405, "only GET\n");
      } else {
        asked = clock.instant();
        answer(exchange, page);
      }
    }
  }

  private void answer(HttpExchange exchange, boolean page) throws IOException {
    Path file = report;
    boolean last = ended;
    if (page && file != null) {
      send(exchange, 200, Files.readString(file));
    } else {
      if (last && !page) {
        exchange.getResponseHeaders().set("Weir-Ended", "true");
      }
      send(exchange, 200, run.show(page ? LivePage::html : LivePage::middle));
    }
    if (page && last) {
      delivered.countDown();
    }
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", status == 200 ? OK_TYPE : "text/plain");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /** The run has ended, and that is its page from now on. */
  void ended(Path page) {
    report = page;
    ended = true;
  }

  /** Ends serving once a browser that was looking has the last page, after some seconds at most. */
  @Override
  public void close() {
    if (!ended) {
      run.over();
      ended = true;
    }
    boolean looking = Duration.between(asked, clock.instant()).compareTo(LOOKING) < 0;
    try {
      if (looking && !delivered.await(LOOKING.toMillis(), TimeUnit.MILLISECONDS)) {
        run.note("the page was not asked for again");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.stop(0);
    worker.shutdownNow();
  }
}
