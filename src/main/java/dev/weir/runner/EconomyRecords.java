package dev.weir.runner;

import dev.weir.dataset.economy.EconomyAudit;
import dev.weir.load.trial.TrialValidity;
import dev.weir.record.EconomyMeasurement;
import dev.weir.record.Throughput;
import dev.weir.record.Totals;
import dev.weir.record.TrialRecord;
import dev.weir.record.TrialRecord.CpuPerDocument;
import dev.weir.record.TrialRecord.Identity;
import dev.weir.record.TrialRecord.Server;
import dev.weir.record.TrialRecord.TrialSpan;
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
    long committed = m.committedByType().values().stream().mapToLong(Long::longValue).sum();
    long failed = m.errorsByClass().values().stream().mapToLong(Long::longValue).sum();
    return new TrialRecord(
        new Identity(cell, round, order),
        TrialSpan.of(startedAt, endedAt, m.measured(), rampSeconds * 1_000L),
        new Throughput(total.perSecond(), total.perSecond(), 0, 1_000, m.perSecond()),
        new Totals(
            committed + failed + total.refused(),
            committed,
            committed,
            committed,
            Map.copyOf(m.errorsByClass()),
            0),
        new Server(null, serverMicros),
        total.service(),
        CpuPerDocument.of(m.clientCpuMicros(), serverMicros, total.operations()),
        m.pool(),
        m.health(),
        reasons,
        null,
        null);
  }
}
