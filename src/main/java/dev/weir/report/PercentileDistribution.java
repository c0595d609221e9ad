package dev.weir.report;

import dev.weir.record.CellRecord;
import dev.weir.record.Percentiles;
import dev.weir.record.TrialRecord;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * A cell's service times as HdrHistogram's percentile distribution ({@code .hgrm}), which its
 * plotter and others read. Values are milliseconds; valid trials only, their histograms added.
 */
public final class PercentileDistribution {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int TICKS_PER_HALF_DISTANCE = 5;

  private PercentileDistribution() {}

  /** The whole file; empty if no valid trial has service times. */
  public static Optional<String> of(CellRecord cell) {
    Histogram times =
        Percentiles.merge(
            cell.trials().stream()
                .filter(TrialRecord::valid)
                .map(t -> t.serviceTimes().histogram())
                .toList());
    if (times.getTotalCount() == 0) {
      return Optional.empty();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);
    times.outputPercentileDistribution(out, TICKS_PER_HALF_DISTANCE, NANOS_PER_MILLI);
    out.flush();
    return Optional.of(bytes.toString(StandardCharsets.UTF_8));
  }
}
