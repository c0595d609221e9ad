package dev.weir.record;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * {@code latency/<cell>.hlog}: service times second by second in HdrHistogram's log format 1.3,
 * values in nanoseconds, one tag per round. It holds valid trials only, as tools that open it know
 * no tags; invalid ones are kept in {@code latency/invalid}. What a trial logs waits in a file of
 * its own until the trial is judged.
 */
public final class LatencyLog {
  private static final String TAG = "service-round";

  /** Of service times, and of all lines of a second of a load. */
  private static final Pattern TAGGED = Pattern.compile("^Tag=(?:[a-z]+-)?round(\\d+),");

  private static final String INVALID = "invalid";
  private static final String LOG = ".hlog";
  private static final String UNJUDGED = ".unjudged";

  private LatencyLog() {}

  /** Appends intervals of the trial that runs, with tag {@code service-round<n>}. */
  public static void append(
      RunFolder folder, String cell, int round, List<TrialMeasurement.LatencyInterval> intervals)
      throws IOException {
    append(folder, cell, TAG + round, intervals);
  }

  /**
   * Appends intervals of the trial that runs under a tag.
   *
   * @param name of the log: the cell, and what it holds if not service times
   */
  public static void append(
      RunFolder folder, String name, String tag, List<TrialMeasurement.LatencyInterval> intervals)
      throws IOException {
    append(folder.file(RunFolder.LATENCY).resolve(name + LOG + UNJUDGED), tag, intervals);
  }

  /** Puts what the trial that has ended logged where it belongs. */
  public static void judged(RunFolder folder, boolean valid) throws IOException {
    Path latency = folder.file(RunFolder.LATENCY);
    for (Path waiting : files(latency, LOG + UNJUDGED)) {
      String name = String.valueOf(waiting.getFileName());
      Path place = valid ? latency : Files.createDirectories(latency.resolve(INVALID));
      Path log = place.resolve(name.substring(0, name.length() - UNJUDGED.length()));
      if (Files.exists(log)) {
        List<String> intervals =
            Files.readAllLines(waiting).stream().filter(line -> line.startsWith("Tag=")).toList();
        Files.write(log, intervals, StandardOpenOption.APPEND);
        Files.delete(waiting);
      } else {
        Files.move(waiting, log);
      }
    }
  }

  /** Those of a folder, none if there is no such folder. */
  private static List<Path> files(Path folder, String end) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
    }
  }

  /**
   * Cuts off the end of each log that belongs to a trial that never reached the journal.
   *
   * @param rounds by cell, those of its trials that are in the journal
   */
  public static void keepRounds(RunFolder folder, Map<String, Set<Integer>> rounds)
      throws IOException {
    Path latency = folder.file(RunFolder.LATENCY);
    for (Path waiting : files(latency, LOG + UNJUDGED)) {
      Files.delete(waiting);
    }
    for (Path place : List.of(latency, latency.resolve(INVALID))) {
      for (Path log : files(place, LOG)) {
        String name = String.valueOf(log.getFileName());
        Optional<String> cell =
            rounds.keySet().stream()
                .filter(id -> name.equals(id + LOG) || name.startsWith(id + "-"))
                .max(Comparator.comparingInt(String::length));
        if (cell.isPresent()) {
          keepRounds(log, rounds.getOrDefault(cell.get(), Set.of()));
        }
      }
    }
  }

  private static void keepRounds(Path file, Set<Integer> rounds) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int keep = 0;
    while (keep < bytes.length) {
      int end = keep;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      String line = new String(bytes, keep, end - keep, StandardCharsets.ISO_8859_1);
      if (end == bytes.length || !belongs(line, rounds)) {
        break;
      }
      keep = end + 1;
    }
    if (keep < bytes.length) {
      try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
        out.truncate(keep);
      }
    }
  }

  private static boolean belongs(String line, Set<Integer> rounds) {
    Matcher round = TAGGED.matcher(line);
    return !round.find() // the header
        || rounds.stream().anyMatch(known -> round.group(1).equals(known.toString()));
  }

  /** Appends intervals under one tag; a new file starts with the format's header. */
  public static void append(Path file, String tag, List<TrialMeasurement.LatencyInterval> intervals)
      throws IOException {
    boolean fresh = !Files.exists(file);
    try (PrintStream out =
        new PrintStream(new FileOutputStream(file.toFile(), true), false, StandardCharsets.UTF_8)) {
      HistogramLogWriter log = new HistogramLogWriter(out);
      if (fresh) {
        log.outputComment("[Weir: service times in nanoseconds; the tag tells the round or fork]");
        log.outputLogFormatVersion();
        log.outputLegend();
      }
      for (TrialMeasurement.LatencyInterval interval : intervals) {
        Histogram histogram = decode(interval.histogram());
        histogram.setTag(tag);
        histogram.setStartTimeStamp(interval.startMillis());
        histogram.setEndTimeStamp(interval.endMillis());
        log.outputIntervalHistogram(histogram);
      }
      out.flush();
      if (out.checkError()) {
        throw new IOException(
            String.format(Locale.ROOT, "can't write %s; is the disk full?", file));
      }
    }
  }

  private static Histogram decode(String base64) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(base64)), 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("not a histogram: " + e.getMessage(), e);
    }
  }
}
