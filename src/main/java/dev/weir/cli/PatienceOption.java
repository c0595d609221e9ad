package dev.weir.cli;

import dev.weir.runner.Run;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long a run waits for a server that it lost. */
final class PatienceOption {
  private static final Duration LONGEST = Duration.ofDays(1);

  @Option(
      names = "--wait-for-server",
      paramLabel = "TIME",
      description =
          "How long to wait for a server that was lost between trials, for instance 90s or "
              + "10m. Default: 60s.")
  private @Nullable String wanted;

  Duration duration() throws BadInput {
    if (wanted == null) {
      return Run.PATIENCE;
    }
    try {
      Duration given = Duration.parse("PT" + wanted);
      if (!given.isNegative() && given.compareTo(LONGEST) <= 0) {
        return given;
      }
    } catch (DateTimeParseException e) {
      // Falls through to the one message for every bad time.
    }
    throw new BadInput("--wait-for-server " + wanted + " is not a time such as 90s or 10m");
  }
}
