package dev.weir.cli;

import dev.weir.load.process.ClientPrefix;
import dev.weir.runner.PrefixedClients;
import dev.weir.runner.Run;
import picocli.CommandLine.Option;

/** Where the clients' JVMs run on this host. */
final class ClientPrefixOption {
  @Option(
      names = "--client-prefix",
      paramLabel = "COMMAND",
      description =
          "Command that starts each client's JVM, for instance 'ip netns exec weir{n}'. {n} "
              + "is the client's number from 1. The command is split at blanks; no shell is used.")
  private String command = "";

  boolean given() {
    return !command.isBlank();
  }

  Run.Settings applyTo(Run.Settings settings) {
    ClientPrefix prefix = ClientPrefix.parse(command);
    return prefix.equals(ClientPrefix.NONE)
        ? settings
        : settings.withClients(new PrefixedClients(prefix));
  }
}
