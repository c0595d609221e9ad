package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code weir study} in a JVM of its own, watched: what it prints and every process it starts. */
final class StudyRun implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String END = "\0";

  private final Process process;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final List<String> seen = new ArrayList<>();
  private final Map<Long, String> children = new LinkedHashMap<>();

  private StudyRun(Process process) {
    this.process = process;
    Thread reader = new Thread(this::read, "study-output");
    reader.setDaemon(true);
    reader.start();
  }

  static StudyRun start(Map<String, String> environment, String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("study"));
    all.addAll(List.of(arguments));
    return command(environment, all);
  }

  /** Any command of Weir. */
  static StudyRun command(Map<String, String> environment, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(Weir.class.getName());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    return new StudyRun(builder.start());
  }

  private void read() {
    try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      // The stream broke with the process, whose end is all that matters then.
    }
    lines.add(END);
  }

  /** Reads on until a line matches. */
  String awaitLine(String regex) throws InterruptedException {
    while (true) {
      String line = next();
      if (line.matches(regex)) {
        return line;
      }
      assertThat(line).as("ended without a line %s:%n%s", regex, output()).isNotEqualTo(END);
    }
  }

  /** Reads on until the end; returns the exit code. */
  int awaitExit() throws InterruptedException {
    while (!next().equals(END)) {
      // All lines are kept.
    }
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private String next() throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    String line = null;
    while (line == null) {
      assertThat(System.nanoTime()).as("silent:%n%s", output()).isLessThan(deadline);
      line = lines.poll(100, TimeUnit.MILLISECONDS);
      lookAround();
    }
    if (!line.equals(END)) {
      seen.add(line);
    }
    return line;
  }

  /** Remembers the processes that run now, by id with their command lines. */
  void lookAround() {
    // One that has just died has no command line any more.
    process
        .descendants()
        .forEach(
            p ->
                children.merge(
                    p.pid(), commandLine(p.pid()), (seen, now) -> now.isEmpty() ? seen : now));
  }

  private static String commandLine(long pid) {
    try {
      return Files.readString(Path.of("/proc", String.valueOf(pid), "cmdline")).replace('\0', ' ');
    } catch (IOException e) {
      return ""; // gone already
    }
  }

  /** The live process whose command line holds that text. */
  ProcessHandle child(String text) {
    return process
        .descendants()
        .filter(p -> commandLine(p.pid()).contains(text))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no process with " + text + " in " + children));
  }

  /** Every process seen so far, with its command line. */
  Map<Long, String> children() {
    return children;
  }

  void assertNothingIsLeft() throws InterruptedException {
    assertThat(children).as("processes seen").isNotEmpty();
    boolean gone =
        Eventually.within(
            Duration.ofSeconds(15), () -> children.keySet().stream().noneMatch(StudyRun::running));
    assertThat(gone)
        .as(
            () ->
                "still there: "
                    + children.entrySet().stream().filter(e -> running(e.getKey())).toList())
        .isTrue();
  }

  private static boolean running(long pid) {
    // One that died but was not waited for yet has no command line any more.
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)
        && !commandLine(pid).isEmpty();
  }

  String output() {
    return String.join("\n", seen);
  }

  /** Dies as by the kernel's hand: no handler runs. */
  void kill() throws InterruptedException {
    lookAround();
    process.destroyForcibly();
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /** The folder of the only run under {@code results}. */
  static Path folder(Path results) throws IOException {
    try (Stream<Path> runs = Files.list(results)) {
      List<Path> all = runs.toList();
      assertThat(all).hasSize(1);
      return all.get(0);
    }
  }

  /** Every regular file below a folder. */
  static List<Path> files(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
