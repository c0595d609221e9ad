package dev.weir.server.mongod;

import dev.weir.server.ServerException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One mongod and the shell that is its parent ({@code supervise.sh}). The shell ends mongod and
 * removes its folder when our end of the pipe closes, which the kernel does for us however this JVM
 * dies; no hook, no polling and no process table is involved.
 */
public final class MongodProcess implements AutoCloseable {
  /** mongod's exit code for "address already in use" and other failures to open its socket. */
  static final int EXIT_NET_ERROR = 48;

  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(10);
  private static final String SCRIPT = script();

  private final Process supervisor;
  private final Path log;
  private final CompletableFuture<Long> pid = new CompletableFuture<>();
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();

  private MongodProcess(Process supervisor, Path log) {
    this.supervisor = supervisor;
    this.log = log;
  }

  /**
   * Starts mongod; {@link #awaitListening} tells when it is up.
   *
   * @param home the member's own folder, existing, private; its parent goes with its last member
   * @param command mongod and its arguments
   * @param setsid whether the {@code setsid} utility is there; it takes mongod out of reach of the
   *     terminal's Ctrl-C, so that it does not end before we have said so
   */
  public static MongodProcess start(Path home, List<String> command, boolean setsid)
      throws ServerException {
    List<String> line = new ArrayList<>();
    if (setsid) {
      line.add("setsid");
    }
    line.addAll(List.of("/bin/sh", "-c", SCRIPT, "weir-mongod", home.toString()));
    line.addAll(command);
    Path log = home.resolve("log");
    try {
      Files.deleteIfExists(log);
      Process process =
          new ProcessBuilder(line)
              .directory(home.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      MongodProcess mongod = new MongodProcess(process, log);
      Thread reader = new Thread(mongod::readReports, "weir-mongod-supervisor");
      reader.setDaemon(true);
      reader.start();
      return mongod;
    } catch (IOException e) {
      throw new ServerException("cannot start " + command.get(0) + ": " + e.getMessage());
    }
  }

  private void readReports() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(supervisor.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("pid ")) {
          pid.complete(Long.valueOf(line.substring(4)));
        } else if (line.startsWith("exit ")) {
          exit.complete(Integer.valueOf(line.substring(5)));
        }
      }
    } catch (IOException e) {
      // The pipe broke: the same as its end, below.
    }
    pid.completeExceptionally(new IOException("the supervisor ended"));
    exit.complete(-1);
  }

  /** The process id of mongod, or null once it has ended. */
  @Nullable Long pid() {
    return exit.isDone() ? null : pid.getNow(null);
  }

  /**
   * How mongod ended: its exit code, 128 + signal, or -1 if that is unknown; null while it runs.
   */
  @Nullable Integer exitCode() {
    return exit.getNow(null);
  }

  /**
   * Waits until mongod says that it listens. Its own log is asked and not the port, because
   * something else may answer there.
   *
   * @return true if it listens, false if it ended instead
   * @throws ServerException after {@code timeout}
   */
  public boolean awaitListening(Duration timeout) throws ServerException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (System.nanoTime() - deadline < 0) {
      if (logText().toLowerCase(Locale.ROOT).contains("waiting for connections")) {
        return true;
      }
      if (await(exit, Duration.ofMillis(20)) != null) {
        return false;
      }
    }
    throw new ServerException(
        "mongod did not listen within " + timeout.toSeconds() + " s; " + lastComplaint());
  }

  /** SIGTERM, and the folder stays until {@link #release} or {@link #close}. */
  void stop(Duration timeout) throws ServerException {
    Long running = pid();
    if (running != null) {
      ProcessHandle.of(running).ifPresent(ProcessHandle::destroy);
    }
    if (await(exit, timeout) == null) {
      throw new ServerException("mongod " + running + " did not stop within " + timeout);
    }
  }

  /** Ends the supervisor of an ended mongod and leaves the folder, now another one's to remove. */
  void release() {
    try (OutputStream commands = supervisor.getOutputStream()) {
      commands.write('\n');
    } catch (IOException e) {
      // It is gone already.
    }
    awaitSupervisor();
  }

  /** Closes our end of the pipe; the supervisor kills mongod and removes its folder. */
  void kill() {
    try {
      supervisor.getOutputStream().close();
    } catch (IOException e) {
      // It is gone already.
    }
  }

  /** {@link #kill}, and waits until both are gone. The data is of no use to anybody. */
  @Override
  public void close() {
    kill();
    awaitSupervisor();
  }

  /** mongod's last fatal or error line, for an error message. */
  String lastComplaint() {
    return complaint(logText());
  }

  /** The same of the whole output of a mongod. */
  public static String complaint(String output) {
    String[] lines = output.split("\\R", -1);
    String best = "";
    for (String line : lines) {
      // JSON since 4.4, plain text before.
      if (line.contains("\"s\":\"F\"")
          || line.contains("\"s\":\"E\"")
          || line.startsWith("Error")
          || line.contains("rror parsing")
          || line.contains("nrecognised option")
          || line.matches("\\S+ [EF] .*")) {
        best = line;
        break;
      }
      if (!line.isBlank() && best.isEmpty() && !line.startsWith("{")) {
        best = line;
      }
    }
    String said = best.replaceAll("^.*?\"msg\":", "");
    return "it said: " + (said.length() > 300 ? said.substring(0, 300) + "…" : said);
  }

  private String logText() {
    try {
      return Files.exists(log) ? Files.readString(log, StandardCharsets.ISO_8859_1) : "";
    } catch (IOException e) {
      return "";
    }
  }

  private void awaitSupervisor() {
    boolean interrupted = false;
    try {
      if (!supervisor.waitFor(KILL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        supervisor.destroyForcibly();
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static <T> @Nullable T await(CompletableFuture<T> future, Duration timeout)
      throws ServerException {
    try {
      return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while waiting for mongod");
    } catch (ExecutionException e) {
      throw new ServerException("the supervisor of mongod failed: " + e.getMessage());
    }
  }

  private static String script() {
    try (InputStream in = MongodProcess.class.getResourceAsStream("supervise.sh")) {
      if (in == null) {
        throw new IllegalStateException("supervise.sh is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("supervise.sh cannot be read", e);
    }
  }
}
