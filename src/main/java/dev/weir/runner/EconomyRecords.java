package dev.weir.runner;

import dev.weir.dataset.economy.EconomyAudit;
import dev.weir.load.TrialValidity;
import dev.weir.record.EconomyMeasurement;
import dev.weir.record.TrialRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns what an economy's workers saw into the record of a trial: an operation counts as one
 * document.
 */
final class EconomyRecords {
  private EconomyRecords() {}

  /** The reasons against a trial, none if it is valid. */
  static List<String> reasons(EconomyMeasurement m, EconomyAudit.Finding audit) {
    List<String> reasons = new ArrayList<>();
    audit.problems().forEach(problem -> reasons.add(TrialValidity.AUDIT + problem));
    String stopped = m.stoppedBy();
    if (stopped != null) {
      reasons.add("stopped: " + stopped);
    }
    if (m.total().operations() == 0) {
      reasons.add("no operation ended in the measured span");
    }
    if (m.health().stalledShare() > 0.1) {
      reasons.add("generator starved: it stalled for more than a tenth of the time");
    }
    return reasons;
  }

  /**
   * @param serverMicros CPU of the server's processes in the measured span, null if unknown
   */
  static TrialRecord measured(
      String cell,
      int round,
      int order,
      Instant startedAt,
      Instant endedAt,
      int rampSeconds,
      EconomyMeasurement m,
      @Nullable Long serverMicros,
      List<String> reasons) {
    EconomyMeasurement.Type total = m.total();
    double operations = Math.max(1, total.operations());
    long committed = m.committedByType().values().stream().mapToLong(Long::longValue).sum();
    long failed = m.errorsByClass().values().stream().mapToLong(Long::longValue).sum();
    TrialRecord.Operations counts =
        new TrialRecord.Operations(
            committed + failed + total.refused(),
            committed,
            committed,
            Map.copyOf(m.errorsByClass()));
    return new TrialRecord(
        cell,
        round,
        order,
        startedAt.toEpochMilli(),
        endedAt.toEpochMilli(),
        m.measuredFromMillis(),
        m.measuredToMillis(),
        rampSeconds * 1_000L,
        total.perSecond(),
        total.perSecond(),
        0,
        1_000,
        m.perSecond(),
        counts,
        new TrialRecord.Server(null, serverMicros),
        total.serviceMicros(),
        total.serviceHistogram(),
        m.clientCpuMicros() / operations,
        serverMicros == null ? null : Double.valueOf(serverMicros / operations),
        m.pool().checkedOut() == 0 ? 0 : m.pool().waitMicros() / m.pool().checkedOut(),
        m.pool(),
        m.health(),
        reasons.isEmpty(),
        reasons,
        null,
        null);
  }
}
