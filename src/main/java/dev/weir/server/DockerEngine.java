package dev.weir.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Whether a Docker engine answers, asked on its socket within a second: Testcontainers' own search
 * takes many seconds to say no.
 */
final class DockerEngine {
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final String PING = "GET /_ping HTTP/1.0\r\nHost: docker\r\n\r\n";

  private DockerEngine() {}

  /** Null if an engine answers, else why not. */
  static @Nullable String whyNot(Map<String, String> environment) {
    String host = environment.get("DOCKER_HOST");
    if (host != null && !host.isBlank()) {
      return host.startsWith("unix://")
          ? pingWithin(Path.of(host.substring("unix://".length())))
          : connect(host);
    }
    List<Path> sockets = new ArrayList<>(List.of(Path.of("/var/run/docker.sock")));
    String runtime = environment.get("XDG_RUNTIME_DIR");
    if (runtime != null) {
      sockets.add(Path.of(runtime, "docker.sock"));
    }
    sockets.add(Path.of(System.getProperty("user.home", "."), ".docker", "run", "docker.sock"));
    String reason = "no Docker socket at " + sockets.get(0);
    for (Path socket : sockets) {
      if (Files.exists(socket)) {
        String answer = pingWithin(socket);
        if (answer == null) {
          return null;
        }
        reason = answer;
      }
    }
    return reason;
  }

  private static @Nullable String pingWithin(Path socket) {
    FutureTask<String> ping = new FutureTask<>(() -> ping(socket));
    Thread thread = new Thread(ping, "weir-docker-ping");
    thread.setDaemon(true);
    thread.start();
    try {
      String answer = ping.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      return answer.startsWith("HTTP/1.") && answer.contains(" 200 ")
          ? null
          : "what listens at " + socket + " is no Docker engine";
    } catch (TimeoutException e) {
      ping.cancel(true);
      return "the Docker engine at " + socket + " does not answer within 1 s";
    } catch (ExecutionException e) {
      return "the Docker engine at " + socket + " cannot be asked: " + e.getCause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  private static String ping(Path socket) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      ByteBuffer request = ByteBuffer.wrap(PING.getBytes(StandardCharsets.US_ASCII));
      while (request.hasRemaining()) {
        channel.write(request);
      }
      ByteBuffer answer = ByteBuffer.allocate(64);
      while (answer.hasRemaining() && channel.read(answer) >= 0) {
        // The status line fits well into 64 bytes.
      }
      return new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII);
    }
  }

  private static @Nullable String connect(String host) {
    try (Socket socket = new Socket()) {
      URI uri = URI.create(host);
      if (uri.getHost() == null) {
        return "DOCKER_HOST is no address Weir knows";
      }
      int port = uri.getPort() < 0 ? 2375 : uri.getPort();
      socket.connect(new InetSocketAddress(uri.getHost(), port), (int) TIMEOUT.toMillis());
      return null;
    } catch (IOException | IllegalArgumentException e) {
      return "DOCKER_HOST does not answer: " + e.getMessage();
    }
  }
}
