package dev.weir.report.html;

import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.TrialRecord;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * The percentiles of a cell's latency log, all its valid rounds added up; percentiles are never
 * averaged.
 *
 * @param kind {@code service} or {@code response}, as the log's tags say
 * @param count how many calls
 * @param points from the median up, as far as the count supports them
 */
public record LatencyCurve(String kind, long count, List<Point> points) {
  private static final double[] PERCENTILES = {
    50, 75, 90, 95, 98, 99, 99.5, 99.8, 99.9, 99.95, 99.98, 99.99, 99.995, 99.998, 99.999
  };

  /** Beyond a percentile lie at least this many calls, else it says little of the next run. */
  private static final int BEYOND = 5;

  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * @param percentile between 0 and 100
   */
  public record Point(double percentile, double millis) {}

  /**
   * Reads a cell's log; empty if it has none.
   *
   * @throws IOException if the log can't be read; one line says which
   */
  static List<LatencyCurve> read(RunFolder folder, CellRecord cell) throws IOException {
    Path log = folder.file(RunFolder.LATENCY).resolve(cell.id() + ".hlog");
    if (!Files.isRegularFile(log)) {
      return List.of();
    }
    Set<Integer> invalid =
        cell.trials().stream()
            .filter(trial -> !trial.valid())
            .map(TrialRecord::round)
            .collect(Collectors.toSet());
    Map<String, Histogram> byKind = new TreeMap<>();
    try (InputStream in = new FileInputStream(log.toFile())) {
      HistogramLogReader reader = new HistogramLogReader(in);
      while (reader.hasNext()) {
        EncodableHistogram interval = reader.nextIntervalHistogram();
        if (interval instanceof Histogram histogram && histogram.getTag() != null) {
          String[] tag = histogram.getTag().split("-round", 2);
          if (tag.length < 2 || !invalid.contains(round(tag[1]))) {
            byKind.computeIfAbsent(tag[0], kind -> new Histogram(3)).add(histogram);
          }
        }
      }
    } catch (RuntimeException e) {
      throw new IOException(log + " can't be read: " + e.getMessage(), e);
    }
    List<LatencyCurve> curves = new ArrayList<>();
    byKind.forEach((kind, histogram) -> curves.add(of(kind, histogram)));
    // Service times first, as they are always there.
    curves.sort((a, b) -> b.kind().compareTo(a.kind()));
    curves.removeIf(curve -> curve.points().isEmpty());
    return List.copyOf(curves);
  }

  private static int round(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  static LatencyCurve of(String kind, Histogram histogram) {
    List<Point> points = new ArrayList<>();
    long count = histogram.getTotalCount();
    for (double percentile : PERCENTILES) {
      if (count * (1 - percentile / 100) >= BEYOND) {
        points.add(
            new Point(percentile, histogram.getValueAtPercentile(percentile) / NANOS_PER_MILLI));
      }
    }
    return new LatencyCurve(kind, count, List.copyOf(points));
  }

  boolean isResponse() {
    return kind.startsWith("response");
  }
}
