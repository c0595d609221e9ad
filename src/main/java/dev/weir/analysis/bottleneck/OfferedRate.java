package dev.weir.analysis.bottleneck;

import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.RequestedRate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Cells that were asked for a rate and reached it: no resource held them back, so none is named.
 * What fell short of its rate was held back by something and keeps its verdict.
 */
public final class OfferedRate {
  /** By this much a paced rate may fall short and still be the pace's own. */
  private static final double REACHED = 0.95;

  private static final String PHASE = "phase";
  private static final String UNKNOWN = "not known: ";

  private OfferedRate() {}

  /**
   * The cells, those that reached an offered rate with a verdict that says so; one that says that
   * capacity is left says more and stays.
   */
  public static List<CellRecord> mark(List<CellRecord> cells) {
    List<CellRecord> marked = new ArrayList<>();
    for (CellRecord cell : cells) {
      double offered = offered(cell.factors());
      double done = done(cell, cells);
      boolean reached = offered > 0 && done >= offered * REACHED && !capacityLeft(cell);
      marked.add(reached ? cell.withBottleneck(verdict(cell, offered, done)) : cell);
    }
    return List.copyOf(marked);
  }

  private static boolean capacityLeft(CellRecord cell) {
    return cell.bottleneck().resource().equals(Resource.PACED.title());
  }

  /** Whether a cell of {@link #mark} reached the rate that was asked for. */
  public static boolean isReached(CellRecord cell) {
    return offered(cell.factors()) > 0
        && cell.bottleneck().resource().equals(Resource.PACED.title());
  }

  /** What the other verdict was found by stays: it tells how busy everything was. */
  private static CellRecord.Bottleneck verdict(CellRecord cell, double offered, double done) {
    List<String> evidence = new ArrayList<>();
    evidence.add(text(offered) + " operations/s were offered, " + text(done) + " done");
    cell.bottleneck().evidence().stream()
        .filter(line -> !line.startsWith(UNKNOWN))
        .forEach(evidence::add);
    return new CellRecord.Bottleneck(Resource.PACED.title(), List.copyOf(evidence));
  }

  private static String text(double rate) {
    return String.format(Locale.ROOT, rate < 100 ? "%.1f" : "%,.0f", rate);
  }

  /** Operations/s, 0 if none were asked for. */
  private static double offered(Map<String, String> factors) {
    RequestedRate load = RequestedRate.of(factors);
    return load == null ? 0 : load.perSecond();
  }

  /** Operations/s; a target of YCSB's is that of all kinds of operations of a phase together. */
  public static double done(CellRecord cell, List<CellRecord> cells) {
    if (!cell.factors().containsKey(RequestedRate.TARGET)) {
      return rate(cell);
    }
    String phase = cell.factors().get(PHASE);
    return cells.stream()
        .filter(other -> Objects.equals(other.factors().get(PHASE), phase))
        .mapToDouble(OfferedRate::rate)
        .sum();
  }

  private static double rate(CellRecord cell) {
    Interval rate = cell.documentsPerSecond();
    return rate == null ? 0 : rate.mean();
  }
}
