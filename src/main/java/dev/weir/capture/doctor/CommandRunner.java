package dev.weir.capture.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a command to its end, without a shell, for a bounded time. */
@FunctionalInterface
interface CommandRunner {
  /**
   * How it ended.
   *
   * @param exit its exit status
   * @param output what it printed
   */
  record Result(int exit, String output) {}

  /**
   * Runs it.
   *
   * @throws IOException if it cannot be started or takes longer
   */
  Result run(List<String> command, Duration longest) throws IOException;

  /** The real one. */
  static Result system(List<String> command, Duration longest) throws IOException {
    Path output = Files.createTempFile("weir-doctor", ".out");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              // To a file: a pipe nobody reads would block it, one somebody reads has no bound.
              .redirectOutput(output.toFile())
              .start();
      process.getOutputStream().close();
      try {
        if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
          throw new IOException(command.get(0) + " took longer than " + longest.toSeconds() + " s");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(command.get(0) + " was interrupted", e);
      } finally {
        process.destroyForcibly();
      }
      return new Result(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    } finally {
      Files.deleteIfExists(output);
    }
  }
}
