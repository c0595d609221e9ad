package dev.weir.cli;

import dev.weir.server.ServerException;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which server a command measures. */
final class ServerOptions {
  @Option(
      names = "--uri",
      paramLabel = "URI",
      description =
          "The deployment to measure. Better in the environment variable WEIR_URI: arguments show in the process list.")
  private @Nullable String uri;

  @Option(names = "--mongod", paramLabel = "PATH", description = "A mongod to start.")
  private @Nullable Path mongod;

  @Option(names = "--port", paramLabel = "N", description = "First port of a started mongod.")
  private @Nullable Integer port;

  /**
   * Opens it.
   *
   * @param wishes what the command wants of a server that it may start
   * @throws BadInput if the server that was named can't be used
   */
  ServerUnderTest open(UnaryOperator<ServerRequest> wishes, Consumer<String> log) throws BadInput {
    try {
      return ServerProvider.open(wishes.apply(request()), log);
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
