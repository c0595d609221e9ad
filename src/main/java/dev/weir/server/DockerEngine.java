package dev.weir.server;

import com.github.dockerjava.api.DockerClient;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.utility.TestcontainersConfiguration;

/**
 * Finds a Docker engine as Testcontainers does. Its client starts a companion container first; its
 * search alone doesn't.
 */
final class DockerEngine {
  private static final String UNIX = "unix://";

  private static volatile @Nullable DockerClient found;

  private DockerEngine() {}

  /**
   * A quick look, because Testcontainers' search waits ten seconds for a socket that nobody serves.
   * Any other kind of address is left to the search.
   *
   * @throws ServerException if no engine listens on a socket of this machine
   */
  static void requireSocket(Map<String, String> environment) throws ServerException {
    String host = environment.getOrDefault("DOCKER_HOST", "");
    TestcontainersConfiguration settings = TestcontainersConfiguration.getInstance();
    boolean elsewhere =
        Stream.of("docker.host", "tc.host")
            .anyMatch(name -> settings.getUserProperty(name, null) != null);
    if (elsewhere || (!host.isBlank() && !host.startsWith(UNIX))) {
      return;
    }
    List<Path> sockets = sockets(host, environment);
    String reason = "no socket at " + sockets.get(0);
    for (Path socket : sockets) {
      if (Files.exists(socket)) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
          channel.connect(UnixDomainSocketAddress.of(socket));
          return;
        } catch (IOException e) {
          reason = socket + ": " + e.getMessage();
        }
      }
    }
    throw new ServerException("no Docker engine: " + reason);
  }

  private static List<Path> sockets(String host, Map<String, String> environment) {
    if (!host.isBlank()) {
      return List.of(Path.of(host.substring(UNIX.length())));
    }
    Path home = Path.of(System.getProperty("user.home", "."), ".docker");
    List<Path> sockets =
        new ArrayList<>(
            List.of(
                Path.of("/var/run/docker.sock"),
                home.resolve("run/docker.sock"),
                home.resolve("desktop/docker.sock")));
    String runtime = environment.get("XDG_RUNTIME_DIR");
    if (runtime != null) {
      sockets.add(Path.of(runtime, "docker.sock"));
    }
    return sockets;
  }

  /**
   * Takes as long as the engine lets it. One that was found once is used again.
   *
   * @throws IllegalStateException if no engine answers
   */
  static DockerClient search() {
    DockerClient known = found;
    if (known == null) {
      List<DockerClientProviderStrategy> strategies = new ArrayList<>();
      ServiceLoader.load(DockerClientProviderStrategy.class).forEach(strategies::add);
      known = DockerClientProviderStrategy.getFirstValidStrategy(strategies).getDockerClient();
      found = known;
    }
    return known;
  }
}
