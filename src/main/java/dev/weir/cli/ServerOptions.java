package dev.weir.cli;

import dev.weir.server.ServerException;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which server a command puts under load, and the user's consent to that. */
final class ServerOptions {
  @Option(
      names = "--uri",
      paramLabel = "URI",
      description =
          "The deployment to measure. Better in the environment variable WEIR_URI: arguments show"
              + " in the process list.")
  private @Nullable String uri;

  @Option(
      names = "--mongod",
      paramLabel = "PATH",
      description = "A mongod to start, or a version that can be fetched: 6.0.5 or 6.0.27.")
  private @Nullable Path mongod;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "First port of a mongod that Weir starts.")
  private @Nullable Integer port;

  @Option(
      names = "--yes-load",
      paramLabel = "HOST",
      description =
          "Consent to write to this host, which is not loopback, and to load it. Repeat the "
              + "option for each host, or set WEIR_YES_LOAD, separated by commas.")
  private List<String> consented = List.of();

  /**
   * Opens it, if the user consents to load it.
   *
   * @param load what would be created there and how much load it would get, in words
   * @param wishes what the command wants of a server that it may start
   * @throws BadInput if consent is missing, or the server that was named can't be used
   */
  ServerUnderTest open(String load, UnaryOperator<ServerRequest> wishes, Consumer<String> log)
      throws BadInput {
    try {
      return ServerProvider.open(wishes.apply(request()).loading(consented, load), log);
    } catch (ServerException e) {
      throw new BadInput(e);
    }
  }

  /** Whether a deployment was named by URI. */
  boolean attaches() {
    return wanted() != null;
  }

  private @Nullable String wanted() {
    String wanted = uri != null ? uri : System.getenv("WEIR_URI");
    return wanted == null || wanted.isBlank() ? null : wanted;
  }

  private ServerRequest request() {
    return ServerRequest.defaults(System.getenv())
        .withUri(wanted())
        .withMongod(mongod)
        .withPort(port);
  }
}
