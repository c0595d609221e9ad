package dev.weir.cli;

import dev.weir.study.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where a command leaves its record. */
final class OutputOptions {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "results",
      description = "Where the run's folder is created. Default: ${DEFAULT-VALUE}.")
  private Path out;

  /** The folder, which exists and can be written into. */
  Path folder() throws BadInput {
    try {
      Files.createDirectories(out);
      Path probe = Files.createTempFile(out, ".weir", ".tmp");
      Files.delete(probe);
    } catch (IOException e) {
      throw new BadInput(
          "can't write into "
              + out
              + ": "
              + FileProblem.of(e)
              + "; choose another folder with --out");
    }
    return out;
  }
}
