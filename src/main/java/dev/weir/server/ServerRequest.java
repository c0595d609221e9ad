package dev.weir.server;

import dev.weir.study.Redaction;
import dev.weir.study.Topology;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which server is wanted, and how to bring it up.
 *
 * @param uri a deployment to attach to; may hold a password
 * @param mongod an executable to start, before {@code WEIR_MONGOD}
 * @param topology how a started deployment is arranged; an attached one is what it is
 * @param mongodArguments further options for every started mongod, e.g. {@code
 *     --wiredTigerCacheSizeGB}, {@code 0.25}
 * @param port first port of a started deployment, further members take the next ones; null picks
 *     free ones
 * @param startTimeout bound on bringing up a started deployment
 * @param selectionTimeout bound on finding a server of an attached deployment
 * @param cacheDirectory where a downloaded mongod is kept, per user
 * @param temporaryDirectory where the data of a started deployment lives for its lifetime
 * @param minimumFreeBytes disk space that must be free there, per data-bearing member
 * @param mirror base URL to download MongoDB from instead of the vendor's
 * @param environment the environment: {@code PATH}, {@code WEIR_MONGOD}, {@code DOCKER_HOST}
 */
public record ServerRequest(
    @Nullable String uri,
    @Nullable Path mongod,
    Topology topology,
    List<String> mongodArguments,
    @Nullable Integer port,
    Duration startTimeout,
    Duration selectionTimeout,
    Path cacheDirectory,
    Path temporaryDirectory,
    long minimumFreeBytes,
    @Nullable String mirror,
    Map<String, String> environment) {

  /** Oplog of a started member in MB: minutes of load are enough, and the disk stays bounded. */
  static final int OPLOG_MEGABYTES = 1024;

  private static final long DEFAULT_FREE_BYTES = 3L << 30;

  public ServerRequest {
    mongodArguments = List.copyOf(mongodArguments);
    environment = Map.copyOf(environment);
  }

  /**
   * The defaults: a single-node replica set, found or started, with the mirror of the environment.
   */
  public static ServerRequest defaults(Map<String, String> environment) {
    return new ServerRequest(
        null,
        null,
        Topology.RS1,
        List.of(),
        null,
        Duration.ofSeconds(60),
        Duration.ofSeconds(10),
        userCache(environment),
        Path.of(System.getProperty("java.io.tmpdir", "/tmp")),
        DEFAULT_FREE_BYTES,
        environment.get("WEIR_MONGOD_MIRROR"),
        environment);
  }

  private static Path userCache(Map<String, String> environment) {
    String xdg = environment.get("XDG_CACHE_HOME");
    return xdg != null && Path.of(xdg).isAbsolute()
        ? Path.of(xdg, "weir")
        : Path.of(System.getProperty("user.home", "."), ".cache", "weir");
  }

  /** This request with another {@code uri}. */
  public ServerRequest withUri(@Nullable String uri) {
    return new ServerRequest(
        uri,
        mongod,
        topology,
        mongodArguments,
        port,
        startTimeout,
        selectionTimeout,
        cacheDirectory,
        temporaryDirectory,
        minimumFreeBytes,
        mirror,
        environment);
  }

  /** This request with another {@code mongod}. */
  public ServerRequest withMongod(@Nullable Path mongod) {
    return new ServerRequest(
        uri,
        mongod,
        topology,
        mongodArguments,
        port,
        startTimeout,
        selectionTimeout,
        cacheDirectory,
        temporaryDirectory,
        minimumFreeBytes,
        mirror,
        environment);
  }

  /** This request with another {@code topology}. */
  public ServerRequest withTopology(Topology topology) {
    return new ServerRequest(
        uri,
        mongod,
        topology,
        mongodArguments,
        port,
        startTimeout,
        selectionTimeout,
        cacheDirectory,
        temporaryDirectory,
        minimumFreeBytes,
        mirror,
        environment);
  }

  /** This request with another {@code mongodArguments}. */
  public ServerRequest withMongodArguments(List<String> mongodArguments) {
    return new ServerRequest(
        uri,
        mongod,
        topology,
        mongodArguments,
        port,
        startTimeout,
        selectionTimeout,
        cacheDirectory,
        temporaryDirectory,
        minimumFreeBytes,
        mirror,
        environment);
  }

  /** This request with another {@code port}. */
  public ServerRequest withPort(@Nullable Integer port) {
    return new ServerRequest(
        uri,
        mongod,
        topology,
        mongodArguments,
        port,
        startTimeout,
        selectionTimeout,
        cacheDirectory,
        temporaryDirectory,
        minimumFreeBytes,
        mirror,
        environment);
  }

  /** This request with another {@code startTimeout}. */
  public ServerRequest withStartTimeout(Duration startTimeout) {
    return new ServerRequest(
        uri,
        mongod,
        topology,
        mongodArguments,
        port,
        startTimeout,
        selectionTimeout,
        cacheDirectory,
        temporaryDirectory,
        minimumFreeBytes,
        mirror,
        environment);
  }

  /** This request with another {@code selectionTimeout}. */
  public ServerRequest withSelectionTimeout(Duration selectionTimeout) {
    return new ServerRequest(
        uri,
        mongod,
        topology,
        mongodArguments,
        port,
        startTimeout,
        selectionTimeout,
        cacheDirectory,
        temporaryDirectory,
        minimumFreeBytes,
        mirror,
        environment);
  }

  /** This request with another {@code cacheDirectory}. */
  public ServerRequest withCacheDirectory(Path cacheDirectory) {
    return new ServerRequest(
        uri,
        mongod,
        topology,
        mongodArguments,
        port,
        startTimeout,
        selectionTimeout,
        cacheDirectory,
        temporaryDirectory,
        minimumFreeBytes,
        mirror,
        environment);
  }

  /** This request with another {@code temporaryDirectory}. */
  public ServerRequest withTemporaryDirectory(Path temporaryDirectory) {
    return new ServerRequest(
        uri,
        mongod,
        topology,
        mongodArguments,
        port,
        startTimeout,
        selectionTimeout,
        cacheDirectory,
        temporaryDirectory,
        minimumFreeBytes,
        mirror,
        environment);
  }

  /** This request with another {@code minimumFreeBytes}. */
  public ServerRequest withMinimumFreeBytes(long minimumFreeBytes) {
    return new ServerRequest(
        uri,
        mongod,
        topology,
        mongodArguments,
        port,
        startTimeout,
        selectionTimeout,
        cacheDirectory,
        temporaryDirectory,
        minimumFreeBytes,
        mirror,
        environment);
  }

  /** This request with another {@code mirror}. */
  public ServerRequest withMirror(@Nullable String mirror) {
    return new ServerRequest(
        uri,
        mongod,
        topology,
        mongodArguments,
        port,
        startTimeout,
        selectionTimeout,
        cacheDirectory,
        temporaryDirectory,
        minimumFreeBytes,
        mirror,
        environment);
  }

  /** Hides the URI's credentials. */
  @Override
  public String toString() {
    return "ServerRequest["
        + (uri != null ? Redaction.redact(uri) : mongod != null ? mongod : "auto")
        + ", "
        + topology
        + "]";
  }
}
