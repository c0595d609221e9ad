package dev.weir.runner;

import dev.weir.analysis.stats.PercentileIntervals;
import dev.weir.load.LoadEvent;
import dev.weir.record.LatencyLog;
import dev.weir.record.RunFolder;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialRecord;
import dev.weir.record.TrialRecord.CpuPerDocument;
import dev.weir.record.TrialRecord.Identity;
import dev.weir.record.TrialRecord.Server;
import dev.weir.record.TrialRecord.TrialSpan;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns what a load process measured into what the run keeps of a trial. */
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
        PercentileIntervals.times(
            m.latency().stream().map(TrialMeasurement.LatencyInterval::histogram).toList()),
        CpuPerDocument.of(m.clientCpuMicros(), serverCpuMicros, m.documents()),
        m.pool(),
        m.health(),
        reasons,
        null,
        m.queues());
  }

  /** Appends the times of one second to the latency logs of its cell. */
  public static void keepTimes(RunFolder folder, LoadEvent.Second second, int round)
      throws IOException {
    for (Map.Entry<String, String> log : new TreeMap<>(second.histograms()).entrySet()) {
      LatencyLog.append(
          folder,
          second.cell() + log.getKey(),
          "round" + round,
          List.of(
              new TrialMeasurement.LatencyInterval(
                  second.fromMillis(), second.dueMillis(), log.getValue())));
    }
  }

  /** A trial that gave no measurement. */
  public static TrialRecord broken(
      String cell, int round, int order, Instant startedAt, Instant endedAt, String reason) {
    return TrialRecord.broken(new Identity(cell, round, order), startedAt, endedAt, reason);
  }
}
