package dev.weir.cli;

import dev.weir.runner.Run;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long a run waits for a server that it lost. */
final class PatienceOption {
  @Option(
      names = "--wait-for-server",
      paramLabel = "TIME",
      description =
          "How long to wait for a server that was lost between trials, for instance 90s or "
              + "10m. Default: 60s.")
  private @Nullable String wanted;

  Duration duration() throws BadInput {
    return wanted == null
        ? Run.PATIENCE
        : Duration.ofSeconds(Amounts.seconds("--wait-for-server", wanted, 0));
  }
}
