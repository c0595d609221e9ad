package dev.weir.runner.ycsb;

import dev.weir.record.Times;
import dev.weir.record.TrialMeasurement.LatencyInterval;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.HistogramLogReader;

/**
 * What YCSB's client wrote about one phase: its text, lines of {@code [METRIC], measurement,
 * value}, and an HdrHistogram log in microseconds per operation.
 */
final class YcsbOutput {
  private static final String RETURN = "Return=";

  private final Map<String, Map<String, String>> metrics;
  private final Path histograms;
  private final String prefix;

  private YcsbOutput(Map<String, Map<String, String>> metrics, Path histograms, String prefix) {
    this.metrics = metrics;
    this.histograms = histograms;
    this.prefix = prefix;
  }

  /**
   * Reads a report.
   *
   * @param histograms folder of the histogram logs
   * @param prefix with which their names begin
   */
  static YcsbOutput read(Path text, Path histograms, String prefix) throws IOException {
    return parse(Files.readAllLines(text), histograms, prefix);
  }

  static YcsbOutput parse(List<String> lines, Path histograms, String prefix) {
    Map<String, Map<String, String>> metrics = new LinkedHashMap<>();
    for (String line : lines) {
      int end = line.indexOf("], ");
      int comma = line.lastIndexOf(", ");
      if (line.startsWith("[") && end > 0 && comma > end) {
        metrics
            .computeIfAbsent(line.substring(1, end), name -> new LinkedHashMap<>())
            .put(line.substring(end + 3, comma), line.substring(comma + 2).strip());
      }
    }
    return new YcsbOutput(metrics, histograms, prefix);
  }

  /** Whether YCSB did operations of that kind. */
  boolean has(String operation) {
    return metrics.containsKey(operation);
  }

  /** Wall time of the phase in milliseconds, 0 if the client did not get that far. */
  double runTimeMillis() {
    return Double.parseDouble(
        metrics.getOrDefault("OVERALL", Map.of()).getOrDefault("RunTime(ms)", "0"));
  }

  /** Operations that ended well. */
  long succeeded(String operation) {
    return returns(operation).getOrDefault("OK", 0L);
  }

  /** Operations that did not, by status. */
  Map<String, Long> failed(String operation) {
    Map<String, Long> failed = new TreeMap<>(returns(operation));
    failed.remove("OK");
    return failed;
  }

  private Map<String, Long> returns(String operation) {
    Map<String, Long> returns = new TreeMap<>();
    metrics
        .getOrDefault(operation, Map.of())
        .forEach(
            (name, value) -> {
              if (name.startsWith(RETURN)) {
                returns.put(name.substring(RETURN.length()), Long.parseLong(value));
              }
            });
    return returns;
  }

  /** The times of that operation interval by interval, in nanoseconds; none if not logged. */
  List<LatencyInterval> intervals(String operation) throws IOException {
    Path log = histograms.resolve(prefix + operation + ".hdr");
    List<LatencyInterval> intervals = new ArrayList<>();
    if (!Files.exists(log)) {
      return intervals;
    }
    try (InputStream in = Files.newInputStream(log);
        HistogramLogReader reader = new HistogramLogReader(in)) {
      while (reader.nextIntervalHistogram() instanceof Histogram micros) {
        if (micros.getTotalCount() > 0) {
          intervals.add(
              new LatencyInterval(
                  micros.getStartTimeStamp(),
                  micros.getEndTimeStamp(),
                  Times.encode(nanos(micros))));
        }
      }
    }
    return intervals;
  }

  private static Histogram nanos(Histogram micros) {
    Histogram nanos = new Histogram(3);
    for (HistogramIterationValue value : micros.recordedValues()) {
      nanos.recordValueWithCount(
          value.getValueIteratedTo() * 1_000, value.getCountAtValueIteratedTo());
    }
    return nanos;
  }
}
