package dev.weir.load.process;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A fresh JVM that generates load: takes orders, tells events. Ends when closed, or with us. */
public final class LoadJvm implements ClientProcess {
  /** No study needs more: what is in flight is bounded when the study is planned. */
  private static final int HEAP_MEGABYTES = 512;

  /** Of all clients together, unless that leaves each less than it needs to run at all. */
  private static final int HEAP_OF_ALL_MEGABYTES = 1024;

  private static final int LEAST_HEAP_MEGABYTES = 128;

  /** What HotSpot ends with under {@code -XX:+ExitOnOutOfMemoryError}. */
  private static final int OUT_OF_MEMORY = 3;

  /** HotSpot itself prints this into the stream of events before it ends. */
  private static final String LAST_WORDS = "Terminating due to java.lang.OutOfMemoryError";

  private static final long QUIT_SECONDS = 10;
  private static final Duration TRIED = Duration.ofSeconds(30);
  private static final LoadEvent ENDED = new LoadEvent.Failed("");

  private final Process process;
  private final Writer orders;
  private final BlockingQueue<LoadEvent> events = new LinkedBlockingQueue<>();
  private final Path log;
  private final int heapMegabytes;

  private LoadJvm(Process process, Path log, int heapMegabytes) {
    this.process = process;
    this.log = log;
    this.heapMegabytes = heapMegabytes;
    this.orders =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    Thread reader = new Thread(this::read, "load-events");
    reader.setDaemon(true);
    reader.start();
  }

  /** As {@link #start(Class, Path, int, int, ClientPrefix, JvmSettings)}, for a single process. */
  public static LoadJvm start(Class<?> main, Path log) throws IOException {
    return start(main, log, 1, 1, ClientPrefix.NONE, JvmSettings.USUAL);
  }

  /**
   * Starts the process with the JVM and the class path of this one.
   *
   * @param main the class to run, which must call {@link LoadProcess#run}
   * @param log where its standard error is appended
   * @param clients how many such processes there are, which share the memory
   * @param client which of them it is, from 1
   * @param prefix the command that starts it
   * @param jvm options and jars of its own
   */
  static LoadJvm start(
      Class<?> main, Path log, int clients, int client, ClientPrefix prefix, JvmSettings jvm)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvm.arguments(clients));
    command.add("-cp");
    command.add(jvm.wholeClassPath());
    command.add(main.getName());
    Process process =
        new ProcessBuilder(prefix.command(client, command))
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    return new LoadJvm(process, log, heapMegabytes(clients));
  }

  /**
   * Starts a process with those settings and ends it at once, so that what is wrong with them shows
   * before anything is measured.
   *
   * @return the settings, with the version of the driver that it has loaded
   * @throws LoadFailure if it does not start; the reason is what it said
   */
  public static JvmSettings tried(Class<?> main, JvmSettings jvm)
      throws IOException, LoadFailure, InterruptedException {
    Path log = Files.createTempFile("weir-load", ".log");
    try (LoadJvm process = start(main, log, 1, 1, ClientPrefix.NONE, jvm)) {
      process.send(new LoadOrder.Connect("mongodb://localhost", "none", 1, null));
      LoadEvent.Ready ready = process.await(LoadEvent.Ready.class, TRIED, event -> {});
      return jvm.withDriver(Objects.requireNonNullElse(ready.driver(), "unknown"));
    } catch (LoadFailure e) {
      throw Files.readAllLines(log, StandardCharsets.UTF_8).stream()
          .filter(line -> !line.isBlank() && !line.contains(" warning: "))
          .findFirst()
          .map(LoadFailure::new)
          .orElse(e);
    } finally {
      Files.deleteIfExists(log);
    }
  }

  /** The arguments of a single load process. */
  public static List<String> arguments() {
    return arguments(1);
  }

  /**
   * Heap of each of that number of processes in MB: 512 for one or two, 1024 for all of up to
   * eight, and 128 each beyond.
   */
  public static int heapMegabytes(int clients) {
    int share = HEAP_OF_ALL_MEGABYTES / clients;
    return Math.max(LEAST_HEAP_MEGABYTES, Math.min(HEAP_MEGABYTES, share));
  }

  /**
   * The JVM's own arguments; recorded with every run. The heap is touched before anything is
   * measured: page faults belong to no trial, and resident memory that grows is a leak.
   */
  public static List<String> arguments(int clients) {
    String heap = heapMegabytes(clients) + "m";
    return List.of(
        "-Xms" + heap, "-Xmx" + heap, "-XX:+AlwaysPreTouch", "-XX:+ExitOnOutOfMemoryError");
  }

  /** The class path of this JVM, made absolute. */
  public static String classPath() {
    StringBuilder absolute = new StringBuilder();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      absolute.append(absolute.length() == 0 ? "" : File.pathSeparator);
      absolute.append(Path.of(entry).toAbsolutePath());
    }
    return absolute.toString();
  }

  /** The process id. */
  public long pid() {
    return process.pid();
  }

  @Override
  public OptionalLong localPid() {
    return OptionalLong.of(process.pid());
  }

  @Override
  public void send(LoadOrder order) throws LoadFailure {
    try {
      orders.write(LoadOrder.JSON.writeValueAsString(order));
      orders.write('\n');
      orders.flush();
    } catch (IOException e) {
      throw died();
    }
  }

  @Override
  public LoadEvent next(Duration timeout) throws LoadFailure, InterruptedException {
    LoadEvent event = events.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
    if (event == null) {
      process.destroyForcibly();
      throw new LoadFailure(
          "the load process did not answer within " + timeout.toSeconds() + " s and was ended");
    }
    if (event == ENDED) {
      throw died();
    }
    if (event instanceof LoadEvent.Failed failed) {
      throw new LoadFailure(failed.reason());
    }
    return event;
  }

  @Override
  public void kill() {
    process.destroyForcibly();
  }

  @Override
  public boolean alive() {
    return process.isAlive();
  }

  private LoadFailure died() {
    String exit;
    try {
      exit =
          process.waitFor(QUIT_SECONDS, TimeUnit.SECONDS)
              ? ending(process.exitValue())
              : "closed its output";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      exit = "ended";
    }
    return new LoadFailure("the load process " + exit + "; see " + log.getFileName());
  }

  private String ending(int exitCode) {
    return exitCode == OUT_OF_MEMORY
        ? "ran out of its " + heapMegabytes + " MB of heap"
        : ended(exitCode);
  }

  /** How a load process ended, in words that follow its name. */
  public static String ended(int exitCode) {
    return exitCode == OUT_OF_MEMORY
        ? "ran out of its heap"
        : exitCode == LoadProcess.UNWATCHED_EXIT_CODE
            ? "ended because nobody held its leash"
            : "ended with exit code " + exitCode;
  }

  private void read() {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (!line.startsWith(LAST_WORDS)) {
          events.add(LoadOrder.JSON.readValue(line, LoadEvent.class));
        }
      }
    } catch (JsonProcessingException e) {
      events.add(new LoadEvent.Failed("unreadable event: " + e.getOriginalMessage()));
    } catch (IOException e) {
      // The stream broke with the process: the end is reported below.
    }
    events.add(ENDED);
  }

  @Override
  public void close() {
    try {
      send(new LoadOrder.Quit());
      orders.close();
      if (!process.waitFor(QUIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (LoadFailure | IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
