package dev.weir.runner;

import dev.weir.load.process.ClientPrefix;
import dev.weir.load.process.ClientSource;
import dev.weir.load.process.LoadClients;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Client processes that a command of the user's starts, for instance in network namespaces. */
public final class PrefixedClients implements ClientSource {
  private static final String STARTED_BY = "each client's JVM was started by: ";

  private final ClientPrefix prefix;

  public PrefixedClients(ClientPrefix prefix) {
    this.prefix = prefix;
  }

  /** Whether one of a run's notes tells of such clients. */
  static boolean noted(List<String> notes) {
    return notes.stream().anyMatch(note -> note.startsWith(STARTED_BY));
  }

  @Override
  public LoadClients start(Path log, int clients) throws IOException {
    return LoadClients.start(LoadMain.class, log, clients, prefix);
  }

  /** The command may have put them where this host's loopback is out of reach. */
  @Override
  public boolean here() {
    return prefix.words().isEmpty();
  }

  @Override
  public String note() {
    return STARTED_BY + prefix;
  }
}
