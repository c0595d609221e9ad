package dev.weir.capture.timeline;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Merges all that was captured into {@code timeline.csv}: a row per second, first column {@code
 * epoch_ms} (UTC, this host's clock, the second's start), then {@code trial} (the mark in force at
 * that moment), {@code checkpoint} (1 while a WiredTiger checkpoint runs or has just ended, 0 while
 * none does, empty if nothing tells), then every sampler's columns with their units in the name. A
 * sample fills the row of the second it was stamped in and describes the second before its stamp; a
 * second without a sample stays empty. Also writes {@code clocks.json}.
 *
 * <p>Files are read twice, first for the columns and then for the rows, a sample at a time, so that
 * memory does not grow with the length of a run.
 */
public final class Timeline {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MOST_COLUMNS = 4_000;

  /** Longer silence of everybody is left out: it is a wrong clock or two captures in one folder. */
  private static final long LONGEST_SILENCE_S = 3_600;

  private final Path folder;

  private Timeline(Path folder) {
    this.folder = folder;
  }

  /**
   * Builds, or builds anew, the timeline of a capture folder and of the hosts below it.
   *
   * @throws IOException if files cannot be read or written; never because of what is in them
   */
  public static TimelineSummary build(Path captureFolder) throws IOException {
    return new Timeline(captureFolder).build();
  }

  private TimelineSummary build() throws IOException {
    List<ClockOffset> clocks = new ArrayList<>();
    List<Source> sources = new ArrayList<>();
    ClockOffset own = ClockOffset.own("this host");
    clocks.add(own);
    sources.addAll(Source.in(folder, "", own));
    Path serverStatus = folder.resolve("serverStatus.jsonl");
    ClockOffset server = Clocks.fromServerStatus(serverStatus);
    if (server != null) {
      clocks.add(server);
    }
    for (Path host : hosts()) {
      ClockOffset clock = clockOf(host, server, Clocks.serverHost(serverStatus));
      clocks.add(clock);
      sources.addAll(Source.in(host, host.getFileName().toString(), clock));
    }

    List<TimelineSummary.SourceSummary> read = new ArrayList<>();
    List<String> columns = columns(sources, read);
    Path draft = folder.resolve("timeline.csv.tmp");
    long rows;
    try {
      try (BufferedWriter out = Files.newBufferedWriter(draft)) {
        rows = write(sources, columns, out);
      }
      Files.move(draft, folder.resolve("timeline.csv"), StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
    writeClocks(clocks);
    List<String> all = new ArrayList<>(List.of("epoch_ms", "trial", "checkpoint"));
    all.addAll(columns);
    return new TimelineSummary(rows, all, clocks, read);
  }

  private List<Path> hosts() throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(entry -> Files.isRegularFile(entry.resolve("capture.log")))
          // An import that was interrupted.
          .filter(entry -> !entry.getFileName().toString().startsWith("."))
          .sorted()
          .toList();
    }
  }

  private static ClockOffset clockOf(
      Path host, @Nullable ClockOffset server, @Nullable String serverHost) throws IOException {
    String name = host.getFileName().toString();
    ClockOffset ssh = Clocks.fromSsh(name, host.resolve("clock.txt"));
    if (ssh != null) {
      return ssh;
    }
    CaptureLog log =
        CaptureLog.read(host.resolve("capture.log"), Files.getLastModifiedTime(host).toInstant());
    if (server != null && serverHost != null && serverHost.equals(log.host())) {
      return server.as(name, "the server's, which runs on that host: " + server.method());
    }
    return ClockOffset.unknown(name);
  }

  /** First pass: the columns, and what each file is worth. */
  private static List<String> columns(
      List<Source> sources, List<TimelineSummary.SourceSummary> read) throws IOException {
    Set<String> columns = new LinkedHashSet<>();
    for (Source source : sources) {
      Problems problems = new Problems(source.name());
      long samples = 0;
      try (OrderedReader reader = new OrderedReader(source, problems)) {
        Sample sample;
        while ((sample = reader.next()) != null) {
          samples++;
          // Garbage that looks like ever new devices must not fill the memory.
          if (columns.size() < MOST_COLUMNS) {
            columns.addAll(sample.numbers().keySet());
            columns.addAll(sample.texts().keySet());
          }
        }
        read.add(
            new TimelineSummary.SourceSummary(
                source.name(), samples, reader.outOfOrder(), problems.count(), problems.first()));
      }
    }
    return List.copyOf(columns);
  }

  /** Second pass: all sources side by side, second by second. */
  private long write(List<Source> sources, List<String> columns, Writer out) throws IOException {
    TrialMarks marks = TrialMarks.read(folder.resolve("marks.jsonl"), new Problems("marks.jsonl"));
    CsvWriter csv = new CsvWriter(out);
    csv.header(columns);
    List<Head> heads = new ArrayList<>();
    long rows = 0;
    try {
      for (Source source : sources) {
        heads.add(new Head(new OrderedReader(source, new Problems(source.name()))));
      }
      long second = earliest(heads);
      while (second != Long.MAX_VALUE) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        Map<String, String> texts = new LinkedHashMap<>();
        for (Head head : heads) {
          head.take(second, numbers, texts);
        }
        csv.row(second * 1_000, marks.at(second * 1_000), numbers, texts, columns);
        rows++;
        long next = earliest(heads);
        second = next - second > LONGEST_SILENCE_S ? next : second + 1;
        if (next == Long.MAX_VALUE) {
          break;
        }
      }
    } finally {
      for (Head head : heads) {
        head.reader.close();
      }
    }
    return rows;
  }

  private static long earliest(List<Head> heads) {
    return heads.stream().mapToLong(Head::second).min().orElse(Long.MAX_VALUE);
  }

  /** A source and its next sample. */
  private static final class Head {
    private final OrderedReader reader;
    private @Nullable Sample sample;

    Head(OrderedReader reader) throws IOException {
      this.reader = reader;
      this.sample = reader.next();
    }

    long second() {
      return sample == null ? Long.MAX_VALUE : Math.floorDiv(sample.epochMs(), 1_000L);
    }

    /** Adds all samples up to that second's end; of two in a second the later counts. */
    void take(long second, Map<String, Double> numbers, Map<String, String> texts)
        throws IOException {
      while (sample != null && second() <= second) {
        numbers.putAll(sample.numbers());
        texts.putAll(sample.texts());
        sample = reader.next();
      }
    }
  }

  private void writeClocks(List<ClockOffset> clocks) throws IOException {
    List<Map<String, Object>> lines = new ArrayList<>();
    for (ClockOffset clock : clocks) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("source", clock.source());
      line.put("offsetMs", clock.offsetMs());
      if (!Double.isNaN(clock.errorMs())) {
        line.put("errorMs", clock.errorMs());
      }
      line.put("samples", clock.samples());
      line.put("method", clock.method());
      line.put("applied", clock.applied());
      lines.add(line);
    }
    JSON.writerWithDefaultPrettyPrinter()
        .writeValue(folder.resolve("clocks.json").toFile(), Map.of("clocks", lines));
  }
}
