package dev.weir.analysis.stats;

import dev.weir.record.CellRecord;
import dev.weir.record.Percentiles;
import dev.weir.record.TrialRecord;
import dev.weir.study.Cell;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * What Little's law (Operations Research 9(3), 1961) says of a closed loop behind a slow link: X =
 * N / (R + L), with N calls in flight, R a call's time at the server and L the link's latency.
 * While the server is far from its limit, R stays, so X grows with N, and it does not matter
 * whether one client brings the N or several.
 */
public final class LittlesLaw {
  private LittlesLaw() {}

  /** Whether a cell has a link that explains its rate. */
  public static boolean speaksOf(Cell cell) {
    return cell.linkMillis() > 0;
  }

  /**
   * The law's figures for that cell beside what was measured, in words; empty without a valid
   * trial.
   */
  public static String of(CellRecord record) {
    Cell cell = Cell.parse(record.factors());
    List<TrialRecord> valid = record.trials().stream().filter(TrialRecord::valid).toList();
    Histogram times =
        Percentiles.merge(valid.stream().map(t -> t.serviceTimes().histogram()).toList());
    Double measured = record.batchesPerSecond();
    if (measured == null || times.getTotalCount() == 0) {
      return "";
    }
    int inFlight = cell.clients() * cell.inFlight();
    double millis = times.getMean() / 1e6;
    return String.format(
        Locale.ROOT,
        "%s: %d in flight / (%.2f ms at the server + %d ms of link) = %,.0f calls/s by Little's"
            + " law, %,.0f measured",
        record.id(),
        inFlight,
        millis - cell.linkMillis(),
        cell.linkMillis(),
        inFlight / millis * 1e3,
        measured);
  }
}
