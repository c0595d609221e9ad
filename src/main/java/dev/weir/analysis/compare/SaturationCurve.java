package dev.weir.analysis.compare;

import dev.weir.record.CellRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * How throughput grows along one factor, of cells that differ in nothing else.
 *
 * @param cells those with a rate, by ascending level
 * @param saturation where more brings no more
 * @param highest the fastest of them: what holds it back is what ends the curve
 */
public record SaturationCurve(List<CellRecord> cells, Saturation saturation, CellRecord highest) {
  /**
   * The curves of some cells.
   *
   * @param cells all of a run
   * @param others what cells of one curve have in common
   * @param level along which it goes, in whole numbers
   * @param confidence of every interval, between 0 and 1
   */
  public static List<SaturationCurve> of(
      List<CellRecord> cells,
      Function<CellRecord, Object> others,
      ToIntFunction<CellRecord> level,
      double confidence) {
    Map<Object, List<CellRecord>> alike = new LinkedHashMap<>();
    for (CellRecord cell : cells) {
      if (cell.documentsPerSecond() != null) {
        alike.computeIfAbsent(others.apply(cell), key -> new ArrayList<>()).add(cell);
      }
    }
    List<SaturationCurve> curves = new ArrayList<>();
    for (List<CellRecord> group : alike.values()) {
      if (group.size() > 1) {
        group.sort(Comparator.comparingInt(level));
        curves.add(
            new SaturationCurve(
                List.copyOf(group),
                Saturation.of(group, cells, level, confidence),
                Saturation.highest(group)));
      }
    }
    return curves;
  }

  /** The cell at the level from which on more brings no more. */
  public CellRecord enough(ToIntFunction<CellRecord> level) {
    return cells.stream()
        .filter(cell -> level.applyAsInt(cell) == saturation.level())
        .findFirst()
        .orElse(highest);
  }
}
