package dev.weir.server;

import dev.weir.study.Redaction;
import dev.weir.study.Topology;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which server is wanted, and how to bring it up.
 *
 * @param uri a deployment to attach to; may hold a password
 * @param mongod an executable to start, before {@code WEIR_MONGOD}, or a version to be had, such as
 *     {@code 6.0.27}
 * @param topology how a started deployment is arranged; an attached one is what it is
 * @param mongodArguments further options for every started mongod, e.g. {@code
 *     --wiredTigerCacheSizeGB}, {@code 0.25}
 * @param tls whether a started deployment takes TLS beside plain connections
 * @param port first port of a started deployment, further members take the next ones; null picks
 *     free ones
 * @param startTimeout bound on bringing up a started deployment
 * @param selectionTimeout bound on finding a server of an attached deployment
 * @param cacheDirectory where a downloaded mongod is kept, per user
 * @param temporaryDirectory where the data of a started deployment lives for its lifetime
 * @param minimumFreeBytes disk space that must be free there, per data-bearing member
 * @param mirror base URL to download MongoDB from instead of the vendor's
 * @param consent to put hosts beyond loopback under load
 * @param environment the environment: {@code PATH}, {@code WEIR_MONGOD}, {@code DOCKER_HOST}
 */
@RecordBuilder
public record ServerRequest(
    @Nullable String uri,
    @Nullable Path mongod,
    Topology topology,
    List<String> mongodArguments,
    boolean tls,
    @Nullable Integer port,
    Duration startTimeout,
    Duration selectionTimeout,
    Path cacheDirectory,
    Path temporaryDirectory,
    long minimumFreeBytes,
    @Nullable String mirror,
    LoadConsent consent,
    Map<String, String> environment)
    implements ServerRequestBuilder.With {

  /** Oplog of a started member in MB: minutes of load are enough, and the disk stays bounded. */
  public static final int OPLOG_MEGABYTES = 1024;

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
        false,
        null,
        Duration.ofSeconds(60),
        Duration.ofSeconds(10),
        userCache(environment),
        Path.of(System.getProperty("java.io.tmpdir", "/tmp")),
        DEFAULT_FREE_BYTES,
        environment.get("WEIR_MONGOD_MIRROR"),
        LoadConsent.of(environment),
        environment);
  }

  /**
   * The defaults with the deployment of {@code -Dweir.uri} or, better, of {@code WEIR_URI}, because
   * a property shows in the process list.
   */
  public static ServerRequest ofThisProcess() {
    String property = System.getProperty("weir.uri");
    Map<String, String> environment = System.getenv();
    return defaults(environment)
        .withUri(property == null || property.isBlank() ? environment.get("WEIR_URI") : property);
  }

  private static Path userCache(Map<String, String> environment) {
    String xdg = environment.get("XDG_CACHE_HOME");
    return xdg != null && Path.of(xdg).isAbsolute()
        ? Path.of(xdg, "weir")
        : Path.of(System.getProperty("user.home", "."), ".cache", "weir");
  }

  /** This request for a command that writes nothing anywhere, and so needs no consent. */
  public ServerRequest readOnly() {
    return withConsent(LoadConsent.reading());
  }

  /**
   * This request with the user's word for a load.
   *
   * @param hosts beyond loopback, beside those of {@code WEIR_YES_LOAD}
   * @param load what would be created there and how much load it would get, in words
   */
  public ServerRequest loading(Collection<String> hosts, String load) {
    return withConsent(consent.and(hosts, load));
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
