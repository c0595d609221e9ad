package dev.weir.cli;

import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** The folder that runs are looked for in. */
final class FolderOfRuns {
  @SuppressWarnings("NullAway.Init")
  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      defaultValue = "results",
      description = "The folder of the runs. Default: ${DEFAULT-VALUE}.")
  Path path;
}
