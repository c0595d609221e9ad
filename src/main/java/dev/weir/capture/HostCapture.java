package dev.weir.capture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs {@code ops/capture.sh}, which travels in the jar, beside the load. The script's life hangs
 * on its standard input, so it stops with this process however that ends. The URI travels by
 * environment, never by argument.
 */
final class HostCapture implements AutoCloseable {
  static final String RESOURCE = "/dev/weir/ops/capture.sh";
  static final String URI_VARIABLE = "WEIR_CAPTURE_URI";
  private static final Duration LONGEST_STOP = Duration.ofSeconds(8);
  private static final Pattern LINE =
      Pattern.compile(
          "capture\\.sh: (host|started|missing|died|failed:|stopped) ?([^:]*)(?:: (.*))?");

  private final Path script;
  private final Process process;
  private final Thread reader;
  private final Clock clock;
  private final GapLog gaps;
  private final List<String> started = new ArrayList<>();
  private final List<MissingTool> missing = new ArrayList<>();
  private final Map<String, Instant> died = new LinkedHashMap<>();
  private boolean closing;

  private HostCapture(Path script, Process process, Clock clock, GapLog gaps) {
    this.script = script;
    this.process = process;
    this.clock = clock;
    this.gaps = gaps;
    this.reader = new Thread(this::read, "weir-capture-host");
    reader.setDaemon(true);
  }

  /**
   * Starts the host's samplers, which write into {@code folder}.
   *
   * @param uri for mongostat; null for none
   * @throws IOException if the script cannot be unpacked or started
   */
  static HostCapture start(
      Path folder,
      @Nullable String uri,
      Duration interval,
      ProcessStarter starter,
      Clock clock,
      GapLog gaps)
      throws IOException {
    Path script = unpack();
    List<String> command =
        new ArrayList<>(
            List.of(
                "sh",
                script.toString(),
                folder.toAbsolutePath().toString(),
                "--until-eof",
                "--interval",
                Long.toString(Math.max(1, interval.toSeconds()))));
    Map<String, String> environment = Map.of();
    if (uri != null) {
      command.addAll(List.of("--uri-env", URI_VARIABLE));
      environment = Map.of(URI_VARIABLE, uri);
    }
    try {
      HostCapture capture =
          new HostCapture(script, starter.start(command, environment), clock, gaps);
      capture.reader.start();
      return capture;
    } catch (IOException e) {
      Files.deleteIfExists(script);
      throw e;
    }
  }

  private static Path unpack() throws IOException {
    try (InputStream in = HostCapture.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IOException("the resource " + RESOURCE + " is missing from this build");
      }
      Path script = Files.createTempFile("weir-capture", ".sh");
      Files.write(script, in.readAllBytes());
      return script;
    }
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
      String line;
      while ((line = lines.readLine()) != null) {
        said(line);
      }
    } catch (IOException e) {
      said("capture.sh: failed: its messages ended: " + e.getMessage());
    }
    ended();
  }

  private synchronized void said(String line) {
    Matcher said = LINE.matcher(line);
    if (!said.matches()) {
      return;
    }
    String subject = said.group(2);
    String rest = said.group(3) == null ? "" : said.group(3).strip();
    switch (said.group(1)) {
      case "host" -> forgetScript();
      case "started" -> started.add(subject);
      case "missing" -> missing.add(new MissingTool(subject, rest));
      case "died" -> {
        died.put(subject, clock.instant());
        gaps.missed(subject, clock.instant(), 1, "died: " + rest);
      }
      case "failed:" -> gaps.missed("host", clock.instant(), 1, subject + ": " + rest);
      default -> {}
    }
  }

  /** The shell holds the file open, so a JVM that is killed from here on leaves nothing behind. */
  private void forgetScript() {
    try {
      Files.deleteIfExists(script);
    } catch (IOException e) {
      // Then it is deleted at the end.
    }
  }

  private synchronized void ended() {
    if (!closing) {
      gaps.missed("host", clock.instant(), 1, "capture.sh ended too early");
    }
  }

  synchronized List<String> started() {
    return List.copyOf(started);
  }

  synchronized List<MissingTool> missing() {
    return List.copyOf(missing);
  }

  /** CPU time of the script and of all that it has started; null where the kernel does not tell. */
  @Nullable Duration cpu() {
    Duration all = ProcessStat.cpu(process.toHandle());
    for (ProcessHandle child : process.descendants().toList()) {
      Duration its = ProcessStat.cpu(child);
      all = all == null || its == null ? all : all.plus(its);
    }
    return all;
  }

  /** Stops the script, by the end of its input first, by force last; at most some ten seconds. */
  @Override
  public void close() throws IOException {
    synchronized (this) {
      if (closing) {
        return;
      }
      closing = true;
      // Nothing restarts the dead: their gap lasts until now.
      Instant now = clock.instant();
      died.forEach(
          (name, since) ->
              gaps.missed(name, now, (int) Duration.between(since, now).toSeconds(), ""));
    }
    try {
      process.getOutputStream().close();
      if (!process.waitFor(LONGEST_STOP.toMillis(), TimeUnit.MILLISECONDS)) {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroyForcibly();
      }
      reader.join(1_000);
    } catch (InterruptedException e) {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    } finally {
      Files.deleteIfExists(script);
    }
  }
}
