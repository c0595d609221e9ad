package dev.weir.report.html;

import dev.weir.record.TimelineRows;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Reads a {@code timeline.csv} a row at a time into a {@link Timeline}. */
final class TimelineReader {
  /** A slice takes two pixels of the picture; more would show no more. */
  static final int MOST_SLICES = 400;

  private static final long ROW_MILLIS = 1_000;
  private static final int LABEL = 1;
  private static final int CHECKPOINT = 2;

  private final long from;
  private final double slice;
  private final String[] labels;
  private final List<Long> checkpoints = new ArrayList<>();
  private final Map<String, Slices> columns = new LinkedHashMap<>();
  private final Map<Integer, Slices> byPlace = new HashMap<>();
  private boolean checkpoint;

  /**
   * @param first stamp of the first row, which describes the second before it
   */
  private TimelineReader(long first, long last, List<String> header, Predicate<String> wanted) {
    from = first - ROW_MILLIS;
    labels = new String[(int) Math.min(MOST_SLICES, Math.max(1, (last - from) / ROW_MILLIS))];
    slice = (last - from) / (double) labels.length;
    Arrays.fill(labels, "");
    for (int i = CHECKPOINT + 1; i < header.size(); i++) {
      if (wanted.test(header.get(i))) {
        Slices slices = new Slices(labels.length);
        byPlace.put(i, slices);
        columns.put(header.get(i), slices);
      }
    }
  }

  /**
   * Reads the columns wanted; {@link Timeline#NONE} if there is no such file or it has no rows.
   *
   * @throws IOException if the file can't be read or is no timeline; one line says why
   */
  static Timeline read(Path csv, Predicate<String> wanted) throws IOException {
    if (!Files.isRegularFile(csv)) {
      return Timeline.NONE;
    }
    try {
      long[] range = range(csv);
      return range[1] <= range[0] ? Timeline.NONE : read(csv, wanted, range[0], range[1]);
    } catch (NumberFormatException e) {
      throw new IOException(csv + " is no timeline: " + e.getMessage(), e);
    }
  }

  private static long[] range(Path csv) throws IOException {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    try (BufferedReader in = TimelineRows.open(csv)) {
      in.readLine();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        int comma = line.indexOf(',');
        if (comma > 0) {
          long stamp = Long.parseLong(line, 0, comma, 10);
          first = Math.min(first, stamp);
          last = Math.max(last, stamp);
        }
      }
    }
    return new long[] {first, last};
  }

  private static Timeline read(Path csv, Predicate<String> wanted, long first, long last)
      throws IOException {
    try (BufferedReader in = TimelineRows.open(csv)) {
      String header = String.valueOf(in.readLine());
      if (!header.startsWith("epoch_ms,")) {
        throw new IOException(csv + " is no timeline: its first column must be epoch_ms");
      }
      TimelineReader reader = new TimelineReader(first, last, fields(header), wanted);
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        reader.take(fields(line));
      }
      return new Timeline(
          reader.from,
          reader.slice,
          List.of(reader.labels),
          List.copyOf(reader.checkpoints),
          reader.columns);
    }
  }

  private void take(List<String> fields) {
    if (fields.size() <= CHECKPOINT || fields.get(0).isEmpty()) {
      return;
    }
    long stamp = Long.parseLong(fields.get(0));
    int at = (int) Math.min(labels.length - 1, Math.max(0, (stamp - 1 - from) / slice));
    labels[at] = fields.get(LABEL);
    boolean running = fields.get(CHECKPOINT).equals("1");
    if (running && !checkpoint) {
      checkpoints.add(stamp - ROW_MILLIS);
    }
    checkpoint = running;
    byPlace.forEach(
        (place, slices) -> {
          if (place < fields.size() && !fields.get(place).isEmpty()) {
            add(slices, at, fields.get(place));
          }
        });
  }

  private static void add(Slices slices, int at, String text) {
    try {
      slices.add(at, Double.parseDouble(text));
    } catch (NumberFormatException e) {
      // A column of words, such as mongostat's set name.
    }
  }

  /** Fields of a line by RFC 4180; no field holds a line break. */
  private static List<String> fields(String line) {
    return line.indexOf('"') < 0 ? Arrays.asList(line.split(",", -1)) : TimelineRows.fields(line);
  }
}
