package dev.weir.server.nullserver;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The null server as a process, for a parent that holds its standard input open. */
@Command(
    name = "null-server",
    mixinStandardHelpOptions = true,
    description = "Acknowledges MongoDB writes without doing them, until standard input ends.")
final class NullServerCommand implements Callable<Integer> {
  @Option(names = "--port", defaultValue = "0", description = "loopback port; 0 takes a free one")
  private int port;

  @Option(
      names = "--replica-set",
      paramLabel = "NAME",
      description = "claim to be the primary of this set: clients then use retryable writes")
  private @Nullable String replicaSet;

  @Override
  public Integer call() throws IOException {
    if (port < 0 || port > 65_535) {
      System.err.println("--port " + port + ": must be within 0 to 65535");
      return 2;
    }
    try (NullServer server = NullServer.start(port, replicaSet, System.err::println)) {
      System.out.println("listening " + server.address());
      System.out.flush();
      // The end of input means that the parent is gone, however it went.
      System.in.transferTo(java.io.OutputStream.nullOutputStream());
      return 0;
    } catch (java.net.BindException e) {
      System.err.println("--port " + port + ": " + e.getMessage() + "; choose another, or 0");
      return 2;
    }
  }
}
