package dev.weir.runner.jmh;

import dev.weir.record.TrialRecord;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.WorkloadParams;

/** JMH's results of a run's forks, and the file that JMH writes of them. */
final class JmhResults {
  /** A trial is found again by its cell and the start of its measured span. */
  private record Key(String cell, long measuredFromMillis) {}

  private final Map<Key, BenchmarkResult> forks = new LinkedHashMap<>();

  synchronized void add(String cell, long measuredFromMillis, BenchmarkResult fork) {
    forks.put(new Key(cell, measuredFromMillis), fork);
  }

  /** Writes the valid trials' forks in JMH's JSON format, those of one cell as forks of one run. */
  synchronized void write(Path file, List<TrialRecord> trials) throws IOException {
    Map<String, List<BenchmarkResult>> cells = new LinkedHashMap<>();
    for (TrialRecord trial : trials) {
      BenchmarkResult fork = forks.get(new Key(trial.cell(), trial.measured().fromMillis()));
      if (fork != null && trial.valid()) {
        cells.computeIfAbsent(trial.cell(), cell -> new ArrayList<>()).add(fork);
      }
    }
    write(file, cells.values().stream().map(JmhResults::merged).toList());
  }

  static void write(Path file, Collection<RunResult> results) throws IOException {
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
      ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
      if (out.checkError()) {
        throw new IOException("can't write " + file);
      }
    }
  }

  /** As if JMH had run these forks one after the other. */
  private static RunResult merged(List<BenchmarkResult> forks) {
    BenchmarkParams one = forks.get(0).getParams();
    WorkloadParams params = new WorkloadParams();
    one.getParamsKeys().forEach(key -> params.put(key, one.getParam(key), 0));
    return new RunResult(
        new BenchmarkParams(
            one.getBenchmark(),
            one.generatedBenchmark(),
            one.shouldSynchIterations(),
            one.getThreads(),
            one.getThreadGroups(),
            one.getThreadGroupLabels(),
            forks.size(),
            one.getWarmupForks(),
            one.getWarmup(),
            one.getMeasurement(),
            one.getMode(),
            params,
            one.getTimeUnit(),
            one.getOpsPerInvocation(),
            one.getJvm(),
            one.getJvmArgs(),
            one.getJdkVersion(),
            one.getVmName(),
            one.getVmVersion(),
            one.getJmhVersion(),
            one.getTimeout()),
        forks);
  }
}
