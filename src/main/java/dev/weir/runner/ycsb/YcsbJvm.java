package dev.weir.runner.ycsb;

import dev.weir.load.process.LoadFailure;
import dev.weir.load.process.LoadJvm;
import dev.weir.study.Redaction;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** YCSB's client in a JVM of its own: warm, then on a word of ours the phase itself. */
final class YcsbJvm implements AutoCloseable {
  private static final String READY = "weir: warm";
  private static final String CPU = "weir: cpu-micros ";
  private static final String OURS = "weir: ";

  private final Process process;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final CompletableFuture<Void> read = new CompletableFuture<>();
  private volatile @Nullable Long cpuMicros;
  private volatile @Nullable String complaint;

  private YcsbJvm(Process process, Path log) {
    this.process = process;
    Thread reader = new Thread(() -> read(log), "ycsb-output");
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Starts it; its warm-up begins at once.
   *
   * @param log where all that it prints is kept
   */
  static YcsbJvm start(String mainClass, List<String> arguments, Path log) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(LoadJvm.arguments());
    command.add("-cp");
    command.add(LoadJvm.classPath());
    command.add(mainClass);
    command.addAll(arguments);
    return new YcsbJvm(new ProcessBuilder(command).redirectErrorStream(true).start(), log);
  }

  long pid() {
    return process.pid();
  }

  /**
   * Waits until the JVM is warm.
   *
   * @throws LoadFailure if it ends before, or does not get there in time
   */
  void awaitWarm(Duration atMost) throws LoadFailure, InterruptedException {
    try {
      ready.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw failure("did not get warm within " + atMost.toSeconds() + " s");
    }
  }

  /** Starts the phase. */
  void go() throws LoadFailure {
    try (Writer orders = process.outputWriter(StandardCharsets.US_ASCII)) {
      orders.write('\n');
    } catch (IOException e) {
      throw failure("ended before its phase");
    }
  }

  /**
   * Waits for the end of the phase.
   *
   * @throws LoadFailure if it takes too long or ends badly
   */
  void awaitEnd(Duration atMost) throws LoadFailure, InterruptedException {
    try {
      read.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw failure("did not end within " + atMost.toSeconds() + " s");
    }
    if (!process.waitFor(10, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw failure("ended badly");
    }
  }

  /** CPU time of the phase in µs, null if it is unknown. */
  @Nullable Long cpuMicros() {
    return cpuMicros;
  }

  private LoadFailure failure(String what) {
    String why = complaint;
    return new LoadFailure("YCSB's client " + (why == null ? what : "failed: " + why));
  }

  private void read(Path log) {
    try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8);
        Writer out = Files.newBufferedWriter(log)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        out.write(Redaction.redact(line)); // YCSB's own binding prints its URI
        out.write('\n');
        if (line.equals(READY)) {
          ready.complete(null);
        } else if (line.startsWith(CPU)) {
          cpuMicros = Long.valueOf(line.substring(CPU.length()));
        } else if (line.startsWith(OURS) && complaint == null) {
          complaint = Redaction.redact(line.substring(OURS.length()));
        }
      }
    } catch (IOException e) {
      complaint = "its output can't be kept in " + log + ": " + e.getMessage();
    }
    ready.completeExceptionally(new IOException("ended"));
    read.complete(null);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
