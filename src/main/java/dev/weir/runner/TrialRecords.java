package dev.weir.runner;

import dev.weir.record.Percentiles;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialRecord;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Turns what was measured into the record of a trial. */
final class TrialRecords {
  private TrialRecords() {}

  static TrialRecord measured(
      String cell,
      int round,
      int order,
      Instant startedAt,
      Instant endedAt,
      TrialMeasurement m,
      @Nullable Long serverUpdates,
      @Nullable Long serverCpuMicros,
      List<String> reasons) {
    double seconds = m.measuredNanos() / 1e9;
    double documents = Math.max(1, m.documents());
    Histogram histogram =
        Percentiles.merge(
            m.latency().stream().map(TrialMeasurement.LatencyInterval::histogram).toList());
    return new TrialRecord(
        cell,
        round,
        order,
        startedAt.toEpochMilli(),
        endedAt.toEpochMilli(),
        m.measuredFromMillis(),
        m.measuredToMillis(),
        m.settleMillis(),
        m.documents() / seconds,
        m.batches() / seconds,
        m.bytes() / 1e6 / seconds,
        m.windowMillis(),
        m.documentsPerSecond(),
        new TrialRecord.Operations(
            m.total().offered(),
            m.total().acknowledged(),
            m.total().modified(),
            m.total().failed()),
        new TrialRecord.Server(serverUpdates, serverCpuMicros),
        Percentiles.of(histogram),
        encode(histogram),
        m.clientCpuMicros() / documents,
        serverCpuMicros == null ? null : Double.valueOf(serverCpuMicros / documents),
        m.pool().checkedOut() == 0 ? 0 : m.pool().waitMicros() / m.pool().checkedOut(),
        m.pool(),
        m.health(),
        reasons.isEmpty(),
        reasons,
        null,
        null);
  }

  /** One side's slices, taken by turns with another's. */
  static TrialRecord byTurns(
      String cell,
      int round,
      int order,
      Instant startedAt,
      Instant endedAt,
      Turns.Measured m,
      List<String> reasons) {
    double seconds = m.nanos() / 1e9;
    return new TrialRecord(
        cell,
        round,
        order,
        startedAt.toEpochMilli(),
        endedAt.toEpochMilli(),
        startedAt.toEpochMilli(),
        endedAt.toEpochMilli(),
        0,
        m.documentsPerSecond(),
        m.batches() / seconds,
        m.bytes() / 1e6 / seconds,
        Math.round(m.nanos() / 1e6 / m.rates().size()),
        m.rates(),
        new TrialRecord.Operations(
            m.totals().offered(),
            m.totals().acknowledged(),
            m.totals().modified(),
            m.totals().failed()),
        new TrialRecord.Server(null, null),
        null,
        "",
        m.cpuMicros() / (double) Math.max(1, m.documents()),
        null,
        0,
        null,
        null,
        reasons.isEmpty(),
        reasons,
        null,
        null);
  }

  /** A trial that gave no measurement. */
  static TrialRecord broken(
      String cell, int round, int order, Instant startedAt, Instant endedAt, String reason) {
    return new TrialRecord(
        cell,
        round,
        order,
        startedAt.toEpochMilli(),
        endedAt.toEpochMilli(),
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        List.of(),
        new TrialRecord.Operations(0, 0, 0, Map.of()),
        new TrialRecord.Server(null, null),
        null,
        "",
        0,
        null,
        0,
        null,
        null,
        false,
        List.of(reason),
        null,
        null);
  }

  private static String encode(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_SPEED);
    byte[] bytes = new byte[length];
    buffer.flip();
    buffer.get(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }
}
