package dev.weir.report.html;

import dev.weir.analysis.compare.AlikeRatio;
import dev.weir.analysis.stats.RoundRatios;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.report.CellRatios;
import dev.weir.report.CellSet;
import dev.weir.report.Labels;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Pairs of cells that differ in one thing, and their ratios: by turns of calls, or within rounds.
 */
final class Comparisons {
  private static final String DRIVER = "driver";
  private static final String OPERATION = "operation";
  private static final String BATCH = "batch";
  private static final String IN_FLIGHT = "inFlight";
  private static final String SINGLE = "single";
  private static final double USUAL_CONFIDENCE = 0.95;

  /** Documents/s of one cell divided by that of another. */
  record Comparison(CellRecord of, CellRecord to, RoundRatios.Ratio ratio) {}

  private final CellSet cells;
  private final CellRatios ratios;

  /**
   * @param alike ratios by turns of calls
   */
  Comparisons(CellSet cells, List<AlikeRatio> alike) {
    this.cells = cells;
    double confidence =
        cells.all().stream()
            .map(CellRecord::documentsPerSecond)
            .filter(Objects::nonNull)
            .mapToDouble(Interval::confidence)
            .findFirst()
            .orElse(USUAL_CONFIDENCE);
    this.ratios = new CellRatios(cells, confidence, alike);
  }

  /** Each driver against the ones before it in the record, all else equal. */
  List<Comparison> drivers() {
    List<Comparison> all = new ArrayList<>();
    for (List<CellRecord> alike : cells.alikeBut(DRIVER)) {
      for (int i = 0; i < alike.size(); i++) {
        for (int j = i + 1; j < alike.size(); j++) {
          add(all, alike.get(j), alike.get(i));
        }
      }
    }
    return all;
  }

  /** Each bulk cell against single updates, all else equal. */
  List<Comparison> bulk() {
    List<Comparison> all = new ArrayList<>();
    for (List<CellRecord> alike : cells.alikeBut(OPERATION, BATCH)) {
      for (CellRecord single : alike) {
        if (SINGLE.equals(single.factors().get(OPERATION))) {
          for (CellRecord bulk : alike) {
            if (!SINGLE.equals(bulk.factors().get(OPERATION))) {
              add(all, bulk, single);
            }
          }
        }
      }
    }
    return all;
  }

  /** The most operations in flight against the fewest, all else equal. */
  List<Comparison> inFlight() {
    List<Comparison> all = new ArrayList<>();
    for (List<CellRecord> alike : cells.alikeBut(IN_FLIGHT)) {
      Comparator<CellRecord> byNumber =
          Comparator.comparingDouble(
              cell ->
                  Objects.requireNonNullElse(
                      Labels.number(cell.factors().getOrDefault(IN_FLIGHT, "")), 0.0));
      if (alike.size() > 1) {
        add(all, alike.stream().max(byNumber).get(), alike.stream().min(byNumber).get());
      }
    }
    return all;
  }

  private void add(List<Comparison> all, CellRecord of, CellRecord to) {
    RoundRatios.Ratio ratio = ratios.ratio(of, to);
    if (ratio != null) {
      all.add(new Comparison(of, to, ratio));
    }
  }
}
