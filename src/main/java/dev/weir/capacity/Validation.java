package dev.weir.capacity;

import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * How well the model tells the throughput of cells it never saw: every level of batch size, bytes,
 * number of fields and concurrency is left out in turn, the model fitted on the rest, and asked for
 * the cells left out. Levels at the edge can't be asked for: the model does not extrapolate.
 *
 * @param rows one for each cell left out; a cell may be left out for several of its levels
 * @param skipped levels that can't be left out, with the reason
 */
public record Validation(List<Row> rows, Map<String, String> skipped) {
  /** Without more than this share of all cells the rest is another design. */
  private static final double LARGEST_FOLD = 0.25;

  /**
   * One prediction.
   *
   * @param leftOut what the model never saw, for instance {@code batch 200}
   * @param cell the cell
   * @param measured its documents per second
   * @param predicted what the model says, with its interval
   */
  public record Row(String leftOut, String cell, double measured, Interval predicted) {
    /** Predicted against measured: 0.05 is 5 % too much. */
    public double error() {
      return predicted.mean() / measured - 1;
    }

    public boolean inside() {
      return predicted.contains(measured);
    }
  }

  private record Factor(String name, Function<Work, String> level) {}

  private static final List<Factor> FACTORS =
      List.of(
          new Factor("batch", w -> w.bulk() ? String.valueOf(Math.round(w.batch())) : "single"),
          new Factor("fields", w -> String.valueOf(Math.round(w.fields()))),
          new Factor("bytes", w -> String.valueOf(Math.round(w.bytes()))),
          new Factor("in flight", w -> String.valueOf(Math.round(w.inFlight()))));

  /** Leaves out each level of each factor once. */
  public static Validation of(List<Observation> cells, String driver) throws CapacityException {
    CapacityModel.fit(cells, driver); // refuses what no plan would be made from
    List<Row> rows = new ArrayList<>();
    Map<String, String> skipped = new LinkedHashMap<>();
    List<List<Observation>> seen = new ArrayList<>();
    for (Factor factor : FACTORS) {
      Map<String, List<Observation>> levels = new LinkedHashMap<>();
      for (Observation cell : cells) {
        levels.computeIfAbsent(factor.level().apply(cell.work()), k -> new ArrayList<>()).add(cell);
      }
      for (Map.Entry<String, List<Observation>> level : levels.entrySet()) {
        String name = factor.name() + " " + level.getKey();
        // Documents that differ in fields and bytes at once would be counted twice.
        if (!seen.contains(level.getValue())) {
          seen.add(level.getValue());
          leaveOut(name, level.getValue(), cells, driver, rows)
              .ifPresent(reason -> skipped.put(name, reason));
        }
      }
    }
    if (rows.isEmpty()) {
      throw new CapacityException(
          "too few cells: no level lies between others, so none can be left out; measure at least"
              + " three of each factor");
    }
    return new Validation(rows, skipped);
  }

  private static Optional<String> leaveOut(
      String name, List<Observation> fold, List<Observation> cells, String driver, List<Row> rows)
      throws CapacityException {
    if (fold.size() > LARGEST_FOLD * cells.size()) {
      return Optional.of(fold.size() + " of " + cells.size() + " cells: too many to leave out");
    }
    List<Observation> rest = new ArrayList<>(cells);
    rest.removeAll(fold);
    CapacityModel model = CapacityModel.fitted(rest, driver, List.of(Quantity.LANE_MICROS));
    Optional<String> outside = Optional.empty();
    for (Observation cell : fold) {
      if (model.range().refusal(cell.work()).isPresent()) {
        outside = Optional.of("at the edge of what was measured");
      } else {
        Interval predicted = model.documentsPerSecond(cell.work());
        rows.add(new Row(name, cell.cell(), cell.documentsPerSecond(), predicted));
      }
    }
    return outside;
  }

  /** Mean absolute error, relative: 0.1 is 10 %. */
  public double meanAbsoluteError() {
    return rows.stream().mapToDouble(row -> Math.abs(row.error())).average().orElse(0);
  }

  /** Share of measured figures inside their interval. */
  public double coverage() {
    return rows.stream().mapToDouble(row -> row.inside() ? 1 : 0).average().orElse(0);
  }
}
