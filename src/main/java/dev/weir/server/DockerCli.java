package dev.weir.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The {@code docker} command. All waits share one patience, which only the progress of a pull
 * renews; every few seconds a line says what is waited for.
 */
final class DockerCli {
  private static final Duration LONGEST_PULL = Duration.ofMinutes(5);
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(5);
  private static final Duration LATER = Duration.ofSeconds(10);
  private static final long POLL_MILLIS = 100;

  private final Path binary;
  private final Duration patience;
  private final Consumer<String> log;
  private long deadline;
  private long nextLine;

  DockerCli(Path binary, Duration patience, Consumer<String> log) {
    this.binary = binary;
    this.patience = patience;
    this.log = log;
    this.nextLine = System.nanoTime() + BETWEEN_LINES.toNanos();
    renew();
  }

  private void renew() {
    deadline = System.nanoTime() + patience.toNanos();
  }

  /** What is left of the patience; never negative. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
  }

  /**
   * Runs a short command.
   *
   * @return its output without white space around it
   * @throws ServerException if it fails or patience ends
   */
  String ask(String... arguments) throws ServerException {
    return ask(left(), arguments);
  }

  /** As {@link #ask(String...)}, after the start: with ten seconds of its own. */
  String now(String... arguments) throws ServerException {
    return ask(LATER, arguments);
  }

  private String ask(Duration within, String... arguments) throws ServerException {
    Command.Result result = Command.run(command(arguments), null, within);
    if (result.exitCode() != 0) {
      throw new ServerException("docker " + arguments[0] + ": " + result.lastLine());
    }
    return result.output().strip();
  }

  /** Whether the command ends well. */
  boolean succeeds(String... arguments) throws ServerException {
    return Command.run(command(arguments), null, left()).exitCode() == 0;
  }

  /** Starts a command that goes on; its output and errors are one stream. */
  Process start(List<String> arguments) throws ServerException {
    try {
      return new ProcessBuilder(command(arguments.toArray(String[]::new)))
          .redirectErrorStream(true)
          .start();
    } catch (IOException e) {
      throw new ServerException("cannot run " + binary + ": " + e.getMessage());
    }
  }

  private List<String> command(String... arguments) {
    List<String> command = new ArrayList<>(List.of(binary.toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  /**
   * Pulls an image.
   *
   * @throws ServerException if that fails, shows no progress for as long as patience lasts, or
   *     takes more than five minutes
   */
  void pull(String image) throws ServerException {
    long latest = System.nanoTime() + LONGEST_PULL.toNanos();
    Process pull = start(List.of("pull", image));
    AtomicReference<@Nullable String> said = new AtomicReference<>();
    Thread reader = new Thread(() -> readLines(pull, said), "weir-docker-pull");
    reader.setDaemon(true);
    reader.start();
    try {
      String seen = null;
      while (!pull.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        String now = said.get();
        if (now != null && !now.equals(seen)) {
          seen = now;
          renew();
        }
        requirePatience("docker pull " + image + (seen == null ? "" : ": " + seen));
        if (System.nanoTime() - latest > 0) {
          throw new ServerException(
              "docker pull " + image + " took more than " + LONGEST_PULL.toMinutes() + " min");
        }
      }
      reader.join(POLL_MILLIS);
      if (pull.exitValue() != 0) {
        throw new ServerException("docker pull " + image + ": " + said.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while pulling " + image);
    } finally {
      pull.descendants().forEach(ProcessHandle::destroyForcibly);
      pull.destroyForcibly();
    }
  }

  private static void readLines(Process process, AtomicReference<@Nullable String> last) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank()) {
          last.set(line.strip());
        }
      }
    } catch (IOException e) {
      // The process was ended.
    }
  }

  /**
   * Says every few seconds what is waited for.
   *
   * @throws ServerException if patience has ended
   */
  void requirePatience(String what) throws ServerException {
    if (left().isZero()) {
      throw new ServerException(what + ": nothing for " + patience.toSeconds() + " s");
    }
    if (System.nanoTime() - nextLine > 0) {
      nextLine += BETWEEN_LINES.toNanos();
      log.accept(
          "server: waiting for " + what + " (" + left().toSeconds() + " s more without a sign)");
    }
  }
}
