package dev.weir.record;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hipparchus.stat.descriptive.DescriptiveStatistics;

/**
 * {@code jmh-format.json}: the cells in JMH's own result format, each round as a fork, so that JMH
 * viewers open it. Mode is {@code thrpt} and the unit documents/s: bigger is better.
 */
public final class JmhJson {
  /** The version whose format this is. */
  private static final String JMH_VERSION = "1.37";

  private static final String BENCHMARK = "dev.weir.benchmarks.WriteBenchmark.write";
  private static final String UNIT = "documents/s";
  private static final double[] PERCENTILES = {
    0, 50, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100
  };

  private JmhJson() {}

  /** One entry per cell with at least one valid trial. */
  public static List<Map<String, Object>> of(RunRecord run, List<CellRecord> cells) {
    List<Map<String, Object>> entries = new ArrayList<>();
    for (CellRecord cell : cells) {
      Interval interval = cell.documentsPerSecond();
      if (interval != null) {
        entries.add(entry(run, cell, interval));
      }
    }
    return entries;
  }

  private static Map<String, Object> entry(RunRecord run, CellRecord cell, Interval interval) {
    List<TrialRecord> valid = cell.trials().stream().filter(TrialRecord::valid).toList();
    TrialRecord first = valid.get(0);
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("jmhVersion", JMH_VERSION);
    entry.put("benchmark", BENCHMARK);
    entry.put("mode", "thrpt");
    entry.put("threads", Integer.parseInt(cell.factors().getOrDefault("inFlight", "1")));
    entry.put("forks", valid.size());
    entry.put("jvm", "");
    entry.put("jvmArgs", run.client().jvmArguments());
    entry.put("jdkVersion", run.client().jdk());
    entry.put("vmName", "");
    entry.put("vmVersion", run.client().jdk());
    entry.put("warmupIterations", 1);
    entry.put("warmupTime", first.span().settleMillis() + " ms");
    entry.put("warmupBatchSize", 1);
    entry.put("measurementIterations", first.rates().windows().size());
    entry.put("measurementTime", first.rates().windowMillis() + " ms");
    entry.put("measurementBatchSize", 1);
    entry.put("params", cell.factors());
    entry.put("primaryMetric", metric(interval, valid));
    entry.put("secondaryMetrics", Map.of());
    return entry;
  }

  private static Map<String, Object> metric(Interval interval, List<TrialRecord> valid) {
    DescriptiveStatistics all = new DescriptiveStatistics();
    valid.forEach(trial -> trial.rates().windows().forEach(all::addValue));
    Map<String, Object> percentiles = new LinkedHashMap<>();
    for (double p : PERCENTILES) {
      percentiles.put(String.valueOf(p), p == 0 ? all.getMin() : all.getPercentile(p));
    }
    Map<String, Object> metric = new LinkedHashMap<>();
    metric.put("score", interval.mean());
    metric.put("scoreError", interval.isKnown() ? (interval.high() - interval.low()) / 2 : "NaN");
    metric.put(
        "scoreConfidence",
        interval.isKnown() ? List.of(interval.low(), interval.high()) : List.of("NaN", "NaN"));
    metric.put("scorePercentiles", percentiles);
    metric.put("scoreUnit", UNIT);
    metric.put("rawData", valid.stream().map(t -> t.rates().windows()).toList());
    return metric;
  }
}
