package dev.weir.cli;

import dev.weir.runner.Run;
import java.time.Clock;
import picocli.CommandLine.Option;

/** What a run makes of other work on its host. */
final class BusyHostOption {
  @Option(
      names = "--accept-busy-host",
      paramLabel = "true|false",
      arity = "0..1",
      fallbackValue = "true",
      defaultValue = "${env:WEIR_ACCEPT_BUSY_HOST:-false}",
      description =
          "Also count measurements that other work on this host disturbed. Without this "
              + "option Weir makes them again, and a run that was disturbed for most of its time "
              + "is invalid. The environment variable WEIR_ACCEPT_BUSY_HOST=true does the same.")
  private boolean accepted;

  /** How a run of this command is carried out. */
  Run.Settings settings(ConsoleListener listener) {
    Run.Settings settings = Run.Settings.of(Clock.systemUTC(), listener);
    listener.watch(settings.host());
    return settings.acceptingBusyHost(accepted);
  }
}
