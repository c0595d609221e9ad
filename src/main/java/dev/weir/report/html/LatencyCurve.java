package dev.weir.report.html;

import dev.weir.analysis.stats.PercentileIntervals;
import dev.weir.record.Compressed;
import dev.weir.record.Percentiles;
import dev.weir.record.Times;
import dev.weir.report.Digits;
import dev.weir.report.TrialTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.jspecify.annotations.Nullable;

/**
 * The percentiles of a cell's latency logs, all its valid rounds added up; percentiles are never
 * averaged.
 *
 * @param operation which of several that the cell does, empty if it does one only
 * @param kind {@code service} or {@code response}
 * @param count how many calls
 * @param points from the median up, as far as the count supports them
 * @param percentiles with their intervals; null without calls
 */
public record LatencyCurve(
    String operation,
    String kind,
    long count,
    List<Point> points,
    @Nullable Percentiles percentiles) {
  static final String SERVICE = "service";
  static final String RESPONSE = "response";

  private static final double[] PERCENTILES = {
    50, 75, 90, 95, 98, 99, 99.5, 99.8, 99.9, 99.95, 99.98, 99.99, 99.995, 99.998, 99.999
  };

  /** Beyond a percentile lie at least this many calls, else it says little of the next run. */
  private static final int BEYOND = 5;

  private static final double NANOS_PER_MILLI = 1e6;

  /** {@code service-round1}, {@code response-round1}, or {@code round1} in a log of one kind. */
  private static final Pattern TAG = Pattern.compile("(?:(service|response)-)?round(\\d{1,6})");

  /**
   * @param percentile between 0 and 100
   */
  public record Point(double percentile, double millis) {}

  /**
   * Reads a log.
   *
   * @param operation as in the curve
   * @param untagged the kind of what its tags don't tell
   * @param invalid rounds that count for nothing
   * @throws IOException if the log can't be read; one line says which
   */
  static List<LatencyCurve> read(Path log, String operation, String untagged, Set<Integer> invalid)
      throws IOException {
    Map<String, Map<Integer, List<String>>> byKind = new TreeMap<>();
    try (InputStream in = Compressed.open(log)) {
      HistogramLogReader reader = new HistogramLogReader(in);
      while (reader.hasNext()) {
        EncodableHistogram interval = reader.nextIntervalHistogram();
        if (interval instanceof Histogram histogram && histogram.getTag() != null) {
          Matcher tag = TAG.matcher(histogram.getTag());
          if (tag.matches() && !invalid.contains(Integer.parseInt(tag.group(2)))) {
            String kind = tag.group(1) == null ? untagged : tag.group(1);
            byKind
                .computeIfAbsent(kind, key -> new TreeMap<>())
                .computeIfAbsent(Integer.parseInt(tag.group(2)), key -> new ArrayList<>())
                .add(Times.encode(histogram));
          }
        }
      }
    } catch (RuntimeException e) {
      throw new IOException(log + " can't be read: " + e.getMessage(), e);
    }
    List<LatencyCurve> curves = new ArrayList<>();
    byKind.forEach((kind, rounds) -> curves.add(of(operation, kind, List.copyOf(rounds.values()))));
    curves.removeIf(curve -> curve.points().isEmpty());
    return curves;
  }

  /**
   * @param rounds the blocks of each trial in the order of time
   */
  static LatencyCurve of(String operation, String kind, List<List<String>> rounds) {
    Histogram histogram = new Histogram(3);
    rounds.forEach(blocks -> histogram.add(Percentiles.merge(blocks)));
    List<Point> points = new ArrayList<>();
    long count = histogram.getTotalCount();
    for (double percentile : PERCENTILES) {
      if (count * (1 - percentile / 100) >= BEYOND) {
        points.add(
            new Point(percentile, histogram.getValueAtPercentile(percentile) / NANOS_PER_MILLI));
      }
    }
    return new LatencyCurve(
        operation, kind, count, List.copyOf(points), PercentileIntervals.ofRounds(rounds));
  }

  /** The interval of the 50th, 95th, 99th or 99.9th percentile, or why there is none. */
  String interval(double percentile) {
    Object words =
        TrialTable.millisInterval(
            percentiles,
            percentile == 50
                ? Percentiles.Intervals::p50
                : percentile == 95
                    ? Percentiles.Intervals::p95
                    : percentile == 99 ? Percentiles.Intervals::p99 : Percentiles.Intervals::p999);
    return words == null ? Digits.NOTHING : String.valueOf(words);
  }

  boolean isResponse() {
    return kind.equals(RESPONSE);
  }

  /** The time of a percentile that a curve has points at; NaN if too few calls lie beyond it. */
  double millis(double percentile) {
    return points.stream()
        .filter(point -> point.percentile() == percentile)
        .mapToDouble(Point::millis)
        .findFirst()
        .orElse(Double.NaN);
  }
}
