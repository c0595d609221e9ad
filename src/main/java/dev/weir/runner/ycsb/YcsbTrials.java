package dev.weir.runner.ycsb;

import dev.weir.analysis.stats.PercentileIntervals;
import dev.weir.record.LatencyLog;
import dev.weir.record.Percentiles;
import dev.weir.record.RequestedRate;
import dev.weir.record.RunFolder;
import dev.weir.record.Span;
import dev.weir.record.Throughput;
import dev.weir.record.Totals;
import dev.weir.record.TrialMeasurement.LatencyInterval;
import dev.weir.record.TrialRecord;
import dev.weir.server.ServerCounters;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Turns a phase of YCSB into trials: one for each kind of operation it did. A document is one
 * operation; a batch's time is the time of its call.
 */
final class YcsbTrials {
  private static final List<String> OPERATIONS =
      List.of("INSERT", "UPDATE", "READ", "SCAN", "DELETE");

  private final RunFolder folder;
  private final YcsbRequest request;
  private final boolean countable;
  private final boolean alone;

  /**
   * @param countable whether the server counts what it does
   * @param alone whether nobody else can write to it, so that counts must be equal
   */
  YcsbTrials(RunFolder folder, YcsbRequest request, boolean countable, boolean alone) {
    this.folder = folder;
    this.request = request;
    this.countable = countable;
    this.alone = alone;
  }

  /**
   * One finished phase.
   *
   * @param server what the server counted during it
   * @param clientMicros CPU time of the client's process
   */
  record Finished(
      YcsbRequest.Phase phase,
      int round,
      Instant startedAt,
      Instant endedAt,
      ServerCounters server,
      @Nullable Long clientMicros) {}

  /** The operations that the phase did. */
  static List<String> operations(YcsbOutput output) {
    return OPERATIONS.stream().filter(output::has).toList();
  }

  static String id(YcsbRequest.Phase phase, String operation) {
    return phase.title() + "_" + operation.toLowerCase(Locale.ROOT);
  }

  /** The factors of a cell. */
  Map<String, String> factors(YcsbRequest.Phase phase, String operation) {
    Map<String, String> factors = new LinkedHashMap<>();
    factors.put("phase", phase.title());
    factors.put("operation", operation.toLowerCase(Locale.ROOT));
    factors.put("driver", request.driver());
    factors.put("batch", Integer.toString(batched(operation) ? request.batchSize() : 1));
    factors.put("inFlight", Integer.toString(request.threads()));
    RequestedRate.addTarget(factors, request.target());
    return factors;
  }

  private boolean batched(String operation) {
    return request.batchSize() > 1 && (operation.equals("INSERT") || operation.equals("UPDATE"));
  }

  /** The trial of one kind of operation. */
  TrialRecord trial(Finished finished, YcsbOutput output, String operation) throws IOException {
    String timed = batched(operation) ? "BATCH-" + operation : operation;
    List<LatencyInterval> service = output.intervals(timed);
    Histogram histogram =
        Percentiles.merge(service.stream().map(LatencyInterval::histogram).toList());
    String id = id(finished.phase(), operation);
    LatencyLog.append(folder, id, finished.round(), service);
    LatencyLog.append(
        folder, id, "response-round" + finished.round(), output.intervals("Intended-" + timed));

    long done = output.succeeded(operation);
    Map<String, Long> failed = output.failed(operation);
    long all = operations(output).stream().mapToLong(output::succeeded).sum();
    double seconds = output.runTimeMillis() / 1e3;
    long calls = histogram.getTotalCount();
    List<String> reasons = reasons(finished, output, operation);
    Long serverMicros = finished.server().cpuMicros();
    return new TrialRecord(
        new TrialRecord.Identity(id, finished.round(), 1 + OPERATIONS.indexOf(operation)),
        TrialRecord.TrialSpan.of(
            finished.startedAt(),
            finished.endedAt(),
            new Span(finished.startedAt().toEpochMilli(), finished.endedAt().toEpochMilli()),
            request.warmUp().toMillis()),
        new Throughput(
            seconds == 0 ? 0 : done / seconds,
            seconds == 0 ? 0 : calls / seconds,
            0,
            1_000,
            iterations(service, calls == 0 ? 0 : (double) done / calls)),
        new Totals(
            done + failed.values().stream().mapToLong(Long::longValue).sum(),
            done,
            done,
            done,
            failed,
            0),
        new TrialRecord.Server(serverCount(finished, operation), serverMicros),
        PercentileIntervals.times(service.stream().map(LatencyInterval::histogram).toList()),
        TrialRecord.CpuPerDocument.of(
            finished.clientMicros() == null || all == 0 ? 0 : finished.clientMicros(),
            all == 0 ? null : serverMicros,
            all),
        null,
        null,
        reasons,
        null,
        null);
  }

  /** Response times of all rounds of a cell, from the intended send; null without a target. */
  static @Nullable Percentiles responses(
      List<YcsbOutput> outputs, String operation, boolean batched) throws IOException {
    List<List<String>> rounds = new ArrayList<>();
    for (YcsbOutput output : outputs) {
      rounds.add(
          output.intervals("Intended-" + (batched ? "BATCH-" : "") + operation).stream()
              .map(LatencyInterval::histogram)
              .toList());
    }
    return PercentileIntervals.ofRounds(rounds);
  }

  private static List<Double> iterations(List<LatencyInterval> service, double documentsPerCall) {
    List<Double> rates = new ArrayList<>();
    for (LatencyInterval interval : service) {
      double seconds = (interval.endMillis() - interval.startMillis()) / 1e3;
      long calls = Percentiles.merge(List.of(interval.histogram())).getTotalCount();
      if (seconds > 0.5) { // the last interval may be a mere rest
        rates.add(calls * documentsPerCall / seconds);
      }
    }
    return rates;
  }

  private List<String> reasons(Finished finished, YcsbOutput output, String operation) {
    List<String> reasons = new ArrayList<>();
    Map<String, Long> failed = output.failed(operation);
    if (!failed.isEmpty()) {
      reasons.add("operations failed, by status: " + failed);
    }
    Long counted = serverCount(finished, operation);
    long reported = output.succeeded(operation);
    if (counted != null && failed.isEmpty()) {
      if (counted < reported || (alone && counted > reported)) {
        reasons.add("counts differ: YCSB reports " + reported + ", the server counted " + counted);
      }
    }
    return reasons;
  }

  /** What the server counted of that operation; null if it can't tell. */
  private @Nullable Long serverCount(Finished finished, String operation) {
    if (!countable) {
      return null;
    }
    return switch (operation) {
      // Upserts count as updates, together with the workload's own.
      case "INSERT" -> request.upserts() ? null : Long.valueOf(finished.server().insert());
      case "UPDATE" -> request.upserts() ? null : Long.valueOf(finished.server().update());
      case "DELETE" -> Long.valueOf(finished.server().delete());
      default -> null;
    };
  }
}
