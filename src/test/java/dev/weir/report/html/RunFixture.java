package dev.weir.report.html;

import dev.weir.analysis.stats.CellSummaries;
import dev.weir.record.CellRecord;
import dev.weir.record.LatencyLog;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.Samples;
import dev.weir.record.Span;
import dev.weir.record.Throughput;
import dev.weir.record.Times;
import dev.weir.record.TrialMeasurement.LatencyInterval;
import dev.weir.record.TrialRecord;
import dev.weir.report.Labels;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** A whole run's folder, made up: every factor combination, with latency logs and a timeline. */
final class RunFixture {
  static final long START = 1_767_323_045_000L;
  private static final long TRIAL_MILLIS = 4_000;
  private static final String[] COLUMNS = {
    "epoch_ms",
    "trial",
    "checkpoint",
    "server_updates_per_s",
    "process_mongod_cpu_cores",
    "process_load_cpu_cores",
    "host_cpu_busy_pct",
    "iostat_vda_util_pct",
    "iostat_vda_w_mib_per_s",
    "wt_cache_used_pct",
    "wt_dirty_pct",
    "ping_rtt_ms"
  };

  private final List<Map<String, String>> factors = new ArrayList<>();
  private final String question;
  private int rounds = 3;
  private int seconds = 120;

  RunFixture(String question) {
    this.question = question;
  }

  /** Both drivers, single and bulk of two sizes, three concurrencies: 18 cells. */
  static RunFixture usual() {
    RunFixture run = new RunFixture("Does it hold?");
    for (String driver : List.of("sync", "reactive")) {
      for (String batch : List.of("1", "50", "1000")) {
        for (String inFlight : List.of("1", "8", "32")) {
          run.cell(driver, batch, inFlight);
        }
      }
    }
    return run;
  }

  /** Driver by batch by operations in flight by size, without one corner: 87 cells. */
  static RunFixture matrix() {
    RunFixture run = new RunFixture("Which of all?");
    for (String document : List.of("role56", "role400", "role2000")) {
      for (String driver : List.of("sync", "reactive")) {
        for (String batch : List.of("1", "50", "200", "1000")) {
          for (String inFlight : List.of("1", "4", "16", "48")) {
            if (!document.equals("role2000") || number(batch) * number(inFlight) < 10_000) {
              run.cell(driver, batch, inFlight);
              run.factors.get(run.factors.size() - 1).put("document", document);
            }
          }
        }
      }
    }
    return run;
  }

  RunFixture cell(String driver, String batch, String inFlight) {
    Map<String, String> cell = new LinkedHashMap<>();
    cell.put("driver", driver);
    cell.put("operation", batch.equals("1") ? "single" : "bulkUnordered");
    cell.put("batch", batch);
    cell.put("inFlight", inFlight);
    cell.put("pool", "100");
    factors.add(cell);
    return this;
  }

  RunFixture with(Map<String, String> cell) {
    factors.add(cell);
    return this;
  }

  /** Seconds of timeline. */
  RunFixture lasting(int length) {
    seconds = length;
    return this;
  }

  RunFixture rounds(int n) {
    rounds = n;
    return this;
  }

  int cells() {
    return factors.size();
  }

  /** Writes the folder; the last cell's last trial is invalid. */
  RunFolder write(Path results) throws IOException {
    RunFolder folder = RunFolder.create(results, Instant.ofEpochMilli(START), "sample");
    RunRecord run =
        Samples.run(
            Samples.server("MongoDB", true),
            question,
            new RunRecord.Verdict(true, List.of(), List.of("c0: wider than wanted")));
    folder.write(RunFolder.RUN, run);
    Map<String, Map<String, String>> byId = new LinkedHashMap<>();
    List<TrialRecord> trials = new ArrayList<>();
    for (int i = 0; i < factors.size(); i++) {
      byId.put("c" + i, factors.get(i));
      for (int round = 1; round <= rounds; round++) {
        trials.add(trial(folder, i, round));
      }
    }
    List<CellRecord> cells = CellSummaries.of(byId, trials, "c0", 0.95);
    folder.write(RunFolder.CELLS, cells);
    timeline(folder);
    return folder;
  }

  /** The same, read as {@code weir report} reads it. */
  static Sources sources(RunFolder folder) throws IOException {
    return Sources.of(folder, folder.run(), folder.cells(), List.of(), null);
  }

  private TrialRecord trial(RunFolder folder, int cell, int round) throws IOException {
    Map<String, String> own = factors.get(cell);
    double inFlight = number(own, "inFlight");
    double batch = number(own, "batch");
    double rate =
        4_000
            * Math.sqrt(inFlight)
            * (1 + Math.log10(batch))
            * (own.containsValue("reactive") ? 0.8 : 1);
    if (own.containsKey("document")) { // nothing is gained from 16 in flight on
      rate = Math.min(rate, 16_000 * (1 + Math.log10(batch))) / own.get("document").length();
    }
    rate *= 1 + 0.02 * ((cell * 7 + round * 3) % 5 - 2);
    boolean valid = cell < factors.size() - 1 || round < rounds;
    TrialRecord sample =
        Samples.trial("c" + cell, round, rate, valid ? List.of() : List.of("generator starved"));
    long slots = Math.max(1, seconds * 1000L / TRIAL_MILLIS - 1);
    long from = START + ((long) (round - 1) * factors.size() + cell) % slots * TRIAL_MILLIS + 1_000;
    Histogram histogram = histogram(batch / rate * inFlight * 1e9, cell * 31 + round);
    String encoded = Times.encode(histogram);
    if (!valid) {
      LatencyLog.judged(folder, true); // all before it, at once
    }
    LatencyLog.append(
        folder, "c" + cell, round, List.of(new LatencyInterval(from, from + 2_000, encoded)));
    if (!valid) {
      LatencyLog.judged(folder, false);
    }
    return new TrialRecord(
        new TrialRecord.Identity(sample.cell(), round, cell + 1),
        new TrialRecord.TrialSpan(
            new Span(from - 500, from + 2_500), new Span(from, from + 2_000), 500),
        new Throughput(rate, rate / batch, rate / 1e3, 250, sample.rates().windows()),
        sample.counts(),
        sample.server(),
        Times.of(histogram),
        new TrialRecord.CpuPerDocument(20.0, 60.0),
        sample.pool(),
        null,
        sample.reasons(),
        null,
        null);
  }

  private static double number(Map<String, String> cell, String factor) {
    return number(cell.getOrDefault(factor, "1"));
  }

  private static double number(String text) {
    Double number = Labels.number(text);
    return number == null ? 1 : number;
  }

  /** A skewed distribution around a mean, the same for the same seed. */
  private static Histogram histogram(double meanNanos, int seed) {
    Histogram histogram = new Histogram(3);
    for (int i = 1; i <= 2_000; i++) {
      double share = (i * 7919 + seed) % 2_000 / 2_000.0;
      histogram.recordValue((long) (meanNanos * (0.6 + 0.3 * -Math.log(1.0004 - share))));
    }
    return histogram;
  }

  private void timeline(RunFolder folder) throws IOException {
    Path capture = Files.createDirectories(folder.file(RunFolder.CAPTURE));
    try (BufferedWriter out =
        Files.newBufferedWriter(capture.resolve("timeline.csv"), StandardCharsets.UTF_8)) {
      out.write(String.join(",", COLUMNS) + "\n");
      for (int second = 1; second <= seconds; second++) {
        int wave = second % 40;
        out.write(
            (START + second * 1000L)
                + ",round 1 c"
                + second / 4 % factors.size()
                + ","
                + (second % 60 < 2 ? 1 : 0)
                + ","
                + (12_000 + wave * 100)
                + ","
                + (1.2 + wave / 100.0)
                + ","
                + (0.3 + wave / 200.0)
                + ","
                + (70 + wave / 2)
                + ","
                + wave
                + ","
                + wave / 10.0
                + ","
                + 12.5
                + ","
                + wave / 20.0
                + ","
                + 0.4
                + "\n");
      }
    }
  }
}
