package dev.weir.runner.jmh;

import dev.weir.analysis.stats.CellSummaries;
import dev.weir.load.LoadEvent;
import dev.weir.load.trial.TrialValidity;
import dev.weir.record.CellRecord;
import dev.weir.record.LatencyLog;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialRecord;
import dev.weir.runner.CpuSpan;
import dev.weir.runner.LoadMain;
import dev.weir.runner.Measurement;
import dev.weir.runner.Run;
import dev.weir.runner.TrialRecords;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerException;
import dev.weir.study.Cell;
import dev.weir.study.ConnectionUse;
import dev.weir.study.Factor;
import dev.weir.study.Redaction;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Benchmarks that JMH runs by its own options, on one server. A benchmark of writes becomes a cell
 * and each of its forks a trial; all results stand in the file that JMH writes.
 */
public final class JmhBenchmarks implements Measurement {
  /** What a run of these is called. */
  public static final String NAME = "jmh";

  private static final double CONFIDENCE = 0.95;

  /** Always in the id of a cell; the others where they depart from a study's defaults. */
  private static final List<Factor<?>> NAMED =
      List.of(Factor.DRIVER, Factor.OPERATION, Factor.BATCH, Factor.IN_FLIGHT);

  private final Options options;
  private final List<String> asked;
  private final PrintStream out;

  /**
   * @param options of JMH
   * @param asked the same as they were given, for the record
   * @param out where JMH's own text goes
   */
  public JmhBenchmarks(Options options, List<String> asked, PrintStream out) {
    this.options = options;
    this.asked = asked;
    this.out = out;
  }

  @Override
  public Description description() {
    Map<String, Object> study = new LinkedHashMap<>();
    study.put("name", NAME);
    study.put("tool", "JMH");
    study.put("arguments", asked.stream().map(Redaction::redact).toList());
    // Beside that of the forks, each of which makes its own and drops it.
    return Description.of(NAME, DatabaseGuard.PREFIX + NAME + "_run", study, 0);
  }

  @Override
  public Findings measure(Run run) throws ServerException, IOException, InterruptedException {
    Path folder = Files.createTempDirectory("weir-jmh"); // for its owner only
    Path order = folder.resolve("order.json");
    Path log = run.folder().file("jmh-forks.jsonl").toAbsolutePath();
    try {
      new ForkOrder(run.server().connectionString(), null, null).write(order);
      Forks forks = new Forks(run);
      WatchedOutput output = new WatchedOutput(out, new ForkLog.Tail(log), forks::hear);
      Collection<RunResult> results = new Runner(options(order, log), output).run();
      JmhResults.write(run.folder().file(RunFolder.JMH_RESULTS), results);
      return findings(run, results, forks, output);
    } catch (RunnerException e) {
      throw new IOException("JMH: " + String.valueOf(e.getMessage()).strip(), e);
    } catch (UncheckedIOException e) {
      throw Objects.requireNonNull(e.getCause());
    } finally {
      Files.deleteIfExists(order);
      Files.delete(folder);
      run.unwatch(LoadMain.LABEL);
    }
  }

  private Options options(Path order, Path log) {
    List<String> first =
        new ArrayList<>(
            List.of("-D" + ForkOrder.PROPERTY + "=" + order, "-D" + ForkLog.PROPERTY + "=" + log));
    if (options.getJvmArgsPrepend().hasValue()) {
      first.addAll(options.getJvmArgsPrepend().get());
    }
    return new OptionsBuilder()
        .parent(options)
        .jvmArgsPrepend(first.toArray(String[]::new))
        .addProfiler(IterationMarks.class)
        .build();
  }

  /** What forks tell while they run: their process, their iterations, the ends of their spans. */
  private static final class Forks {
    private final Run run;
    private final Map<Long, CpuSpan> spans = new HashMap<>();
    private long pid;

    Forks(Run run) {
      this.run = run;
    }

    void hear(LoadEvent event) {
      if (event instanceof LoadEvent.Forked fork) {
        pid = fork.pid();
        run.watch(LoadMain.LABEL, pid);
        spans.put(pid, new CpuSpan(run.server(), run.hostWatch()));
        return;
      }
      CpuSpan span = spans.get(pid);
      if (span != null) {
        span.hear(event);
      }
      if (event instanceof LoadEvent.Measured) {
        run.unwatch(LoadMain.LABEL);
      } else if (event instanceof LoadEvent.Iteration iteration) {
        String kind = iteration.warmUp() ? " warm-up " : " iteration ";
        try {
          run.mark(
              iteration.cell() + kind + iteration.number(),
              Instant.ofEpochMilli(iteration.fromMillis()));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }

    @Nullable Long serverMicros(long fork) {
      CpuSpan span = spans.get(fork);
      return span == null ? null : span.micros();
    }
  }

  private Findings findings(
      Run run, Collection<RunResult> results, Forks forks, WatchedOutput output)
      throws IOException, InterruptedException {
    Map<String, List<List<ForkLog.Line>>> logs = byBenchmark(output.lines());
    Map<String, Map<String, String>> factors = new LinkedHashMap<>();
    List<String> notes = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    if (output.failure() != null) {
      reasons.add("a benchmark failed: " + output.failure());
    }
    int rounds = 0;
    for (RunResult result : results) {
      BenchmarkParams params = result.getParams();
      Map<String, String> values = values(params);
      Optional<Cell> cell = cell(params, values);
      List<List<ForkLog.Line>> own =
          logs.getOrDefault(key(params.getBenchmark(), values), List.of());
      List<BenchmarkResult> measured = List.copyOf(result.getBenchmarkResults());
      if (cell.isEmpty() || own.size() < measured.size()) {
        notes.add(params.getBenchmark() + " is no benchmark of writes in forks: see jmh.json");
        continue;
      }
      String id = cell.get().id(NAMED, Cell.of(Map.of()));
      factors.put(id, cell.get().factors());
      int warmUps = own.size() - measured.size(); // forks that JMH doesn't measure come first
      for (int i = 0; i < measured.size(); i++) {
        TrialRecord trial =
            trial(run, id, i + 1, cell.get(), measured.get(i), own.get(warmUps + i), forks);
        run.add(trial);
        rounds = Math.max(rounds, i + 1);
        if (!trial.valid()) {
          reasons.add(id + ", fork " + (i + 1) + ": " + String.join("; ", trial.reasons()));
        }
      }
    }
    if (results.isEmpty()) {
      reasons.add("no benchmark was measured");
    }
    List<CellRecord> cells = CellSummaries.of(factors, run.trials(), null, CONFIDENCE);
    return new Findings(rounds, cells, new RunRecord.Verdict(reasons.isEmpty(), reasons, notes));
  }

  private static Optional<Cell> cell(BenchmarkParams params, Map<String, String> values) {
    return params.getMode() == Mode.Throughput
        ? JmhCells.cell(params.getBenchmark(), params.getThreads(), values)
        : Optional.empty();
  }

  private static Map<String, String> values(BenchmarkParams params) {
    Map<String, String> values = new LinkedHashMap<>();
    params.getParamsKeys().forEach(name -> values.put(name, params.getParam(name)));
    return values;
  }

  private static String key(String benchmark, Map<String, String> values) {
    return benchmark + new TreeMap<>(values);
  }

  /** The lines of each fork that was counted, in the order of the forks. */
  private static Map<String, List<List<ForkLog.Line>>> byBenchmark(List<ForkLog.Line> lines) {
    Map<Long, List<ForkLog.Line>> forks = new LinkedHashMap<>();
    lines.forEach(line -> forks.computeIfAbsent(line.pid(), pid -> new ArrayList<>()).add(line));
    Map<String, List<List<ForkLog.Line>>> all = new HashMap<>();
    for (List<ForkLog.Line> fork : forks.values()) {
      if (fork.get(0) instanceof ForkLog.Started started
          && fork.stream().anyMatch(ForkLog.Counted.class::isInstance)) {
        all.computeIfAbsent(
                key(started.benchmark(), started.params()), benchmark -> new ArrayList<>())
            .add(fork);
      }
    }
    return all;
  }

  private static TrialRecord trial(
      Run run,
      String id,
      int fork,
      Cell cell,
      BenchmarkResult result,
      List<ForkLog.Line> lines,
      Forks forks)
      throws IOException {
    ForkMeasurement measured = ForkMeasurement.of(result, lines, cell.batch());
    TrialMeasurement m = measured.measurement();
    long pid = lines.get(0).pid();
    Long updates = null;
    for (ForkLog.Line line : lines) {
      updates = line instanceof ForkLog.Counted counted ? counted.serverUpdates() : updates;
    }
    List<String> reasons = new ArrayList<>(measured.reasons());
    reasons.addAll(TrialValidity.starved(m));
    List<String> all =
        TrialValidity.reasons(
            m,
            updates,
            run.server().facts().source().isOurs(),
            cell.get(Factor.CONNECTIONS) == ConnectionUse.POOLED,
            reasons);
    LatencyLog.append(run.folder(), id, fork, m.latency());
    Instant end = Instant.ofEpochMilli(m.measured().toMillis());
    Instant start = Instant.ofEpochMilli(m.measured().fromMillis() - m.settleMillis());
    return TrialRecords.measured(id, fork, 1, start, end, m, updates, forks.serverMicros(pid), all);
  }
}
