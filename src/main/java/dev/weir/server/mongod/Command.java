package dev.weir.server.mongod;

import dev.weir.server.ServerException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Runs a short command, bounded in time, with its whole output. */
public final class Command {
  /**
   * What it did.
   *
   * @param exitCode its exit code
   * @param output standard output and error together
   */
  public record Result(int exitCode, String output) {
    /** The first line that says something, for a message. */
    String firstLine() {
      return output.lines().filter(line -> !line.isBlank()).findFirst().orElse("no output");
    }

    /** The last line that says something; where pip puts its reason. */
    public String lastLine() {
      return output
          .lines()
          .filter(line -> !line.isBlank())
          .reduce((first, second) -> second)
          .orElse("no output");
    }
  }

  private Command() {}

  /**
   * @throws ServerException if it cannot be started or does not end in time; it is killed then
   */
  public static Result run(List<String> command, @Nullable Path folder, Duration timeout)
      throws ServerException {
    Process process;
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      if (folder != null) {
        builder.directory(folder.toFile());
      }
      process = builder.start();
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new ServerException("cannot run " + command.get(0) + ": " + e.getMessage());
    }
    CompletableFuture<String> output =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
              } catch (IOException e) {
                return "";
              }
            });
    try {
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new TimeoutException();
      }
      return new Result(process.exitValue(), output.get(5, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while running " + command.get(0));
    } catch (TimeoutException e) {
      throw new ServerException(
          command.get(0) + " did not end within " + Math.round(timeout.toMillis() / 1e3) + " s");
    } catch (ExecutionException e) {
      throw new ServerException("cannot read the output of " + command.get(0));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
