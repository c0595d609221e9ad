package dev.weir.runner;

import dev.weir.load.engine.FlushWorkers;
import dev.weir.record.Percentiles;
import dev.weir.record.Span;
import dev.weir.record.Throughput;
import dev.weir.record.Times;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialRecord;
import dev.weir.record.TrialRecord.CpuPerDocument;
import dev.weir.record.TrialRecord.Identity;
import dev.weir.record.TrialRecord.Server;
import dev.weir.record.TrialRecord.TrialSpan;
import dev.weir.runner.plan.WriteBehindTrial;
import dev.weir.runner.versus.Turns;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns what was measured into the record of a trial. */
public final class TrialRecords {
  private TrialRecords() {}

  public static TrialRecord measured(
      String cell,
      int round,
      int order,
      Instant startedAt,
      Instant endedAt,
      TrialMeasurement m,
      @Nullable Long serverUpdates,
      @Nullable Long serverCpuMicros,
      List<String> reasons) {
    return new TrialRecord(
        new Identity(cell, round, order),
        TrialSpan.of(startedAt, endedAt, m.measured(), m.settleMillis()),
        m.rates(),
        m.total(),
        new Server(serverUpdates, serverCpuMicros),
        Times.of(
            Percentiles.merge(
                m.latency().stream().map(TrialMeasurement.LatencyInterval::histogram).toList())),
        CpuPerDocument.of(m.clientCpuMicros(), serverCpuMicros, m.documents()),
        m.pool(),
        m.health(),
        reasons,
        null,
        m.queues());
  }

  /** One side's slices, taken by turns with another's. */
  public static TrialRecord byTurns(
      String cell,
      int round,
      int order,
      Instant startedAt,
      Instant endedAt,
      Turns.Measured m,
      List<String> reasons) {
    return new TrialRecord(
        new Identity(cell, round, order),
        TrialSpan.of(
            startedAt, endedAt, new Span(startedAt.toEpochMilli(), endedAt.toEpochMilli()), 0),
        Throughput.of(
            m.documents(),
            m.batches(),
            m.bytes(),
            m.nanos(),
            Math.round(m.nanos() / 1e6 / m.rates().size()),
            m.rates()),
        m.totals(),
        new Server(null, null),
        Times.NONE,
        CpuPerDocument.of(m.cpuMicros(), null, m.documents()),
        null,
        null,
        reasons,
        null,
        null);
  }

  /** A design at work: what was due was written, at the players' pace. */
  public static TrialRecord played(
      Identity identity,
      Instant startedAt,
      Instant endedAt,
      Duration settle,
      WriteBehindTrial.Result m,
      List<String> reasons) {
    FlushWorkers.Progress done = m.progress();
    return new TrialRecord(
        identity,
        TrialSpan.of(startedAt, endedAt, m.measured(), settle.toMillis()),
        Throughput.of(
            done.documents(),
            done.batches(),
            done.bytes(),
            m.nanos(),
            m.nanos() / 1_000_000,
            List.of(m.documentsPerSecond())),
        m.totals(),
        new Server(m.serverUpdates(), m.serverMicros()),
        Times.of(m.times()),
        CpuPerDocument.of(Math.round(m.clientMicros()), m.serverMicros(), done.documents()),
        null,
        null,
        reasons,
        null,
        null);
  }

  /** A trial that gave no measurement. */
  public static TrialRecord broken(
      String cell, int round, int order, Instant startedAt, Instant endedAt, String reason) {
    return TrialRecord.broken(new Identity(cell, round, order), startedAt, endedAt, reason);
  }
}
