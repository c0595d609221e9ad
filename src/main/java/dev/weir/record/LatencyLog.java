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
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * {@code latency/<cell>.hlog}: service times second by second in HdrHistogram's log format 1.3,
 * values in nanoseconds, one tag per round.
 */
public final class LatencyLog {
  private static final String TAG = "service-round";

  private LatencyLog() {}

  /** Appends the intervals of one trial, with tag {@code service-round<n>}. */
  public static void append(
      RunFolder folder, String cell, int round, List<TrialMeasurement.LatencyInterval> intervals)
      throws IOException {
    append(folder.file(RunFolder.LATENCY).resolve(cell + ".hlog"), TAG + round, intervals);
  }

  /**
   * Cuts off the end of a cell's log that belongs to a trial that never reached the journal.
   *
   * @param rounds those of the cell's trials that are in the journal
   */
  public static void keepRounds(RunFolder folder, String cell, Set<Integer> rounds)
      throws IOException {
    Path file = folder.file(RunFolder.LATENCY).resolve(cell + ".hlog");
    if (!Files.exists(file)) {
      return;
    }
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
    if (!line.startsWith("Tag=" + TAG)) {
      return true; // the header
    }
    String round = line.substring(("Tag=" + TAG).length()).split(",", 2)[0];
    return rounds.stream().anyMatch(known -> round.equals(known.toString()));
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
