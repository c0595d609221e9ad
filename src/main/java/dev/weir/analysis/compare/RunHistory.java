package dev.weir.analysis.compare;

import dev.weir.analysis.stats.EDivisive;
import dev.weir.record.CellRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.hipparchus.stat.StatUtils;

/** The same cells over many runs, the oldest first. */
public final class RunHistory {
  private final Map<Map<String, String>, List<Point>> cells;

  private RunHistory(Map<Map<String, String>, List<Point>> cells) {
    this.cells = cells;
  }

  /**
   * One cell in one run.
   *
   * @param run its name
   * @param startedAt ISO 8601, UTC
   * @param cell id in that run
   * @param rates documents/s by round
   */
  public record Point(String run, String startedAt, String cell, List<Double> rates) {
    /** Geometric mean over rounds. */
    public double level() {
      return StatUtils.geometricMean(array());
    }

    private double[] array() {
      return rates.stream().mapToDouble(Double::doubleValue).toArray();
    }
  }

  /**
   * A run from which on a cell is on another level.
   *
   * @param points the whole series of the cell
   * @param at index of the first run on the new level
   * @param before geometric mean of the runs since the last change
   * @param after geometric mean of the runs until the next one
   * @param p of the permutation test
   */
  public record Change(List<Point> points, int at, double before, double after, double p) {}

  /** Sorts runs by their start and their cells by factors; rounds without a valid trial are out. */
  public static RunHistory of(List<ComparedRun> runs) {
    List<ComparedRun> sorted = new ArrayList<>(runs);
    sorted.sort(Comparator.comparing(run -> Instant.parse(run.run().startedAt())));
    Map<Map<String, String>, List<Point>> cells = new LinkedHashMap<>();
    for (ComparedRun run : sorted) {
      for (CellRecord cell : run.cells()) {
        List<Double> rates = List.copyOf(ComparedRun.rates(cell).values());
        if (!rates.isEmpty()) {
          cells
              .computeIfAbsent(cell.factors(), factors -> new ArrayList<>())
              .add(new Point(run.name(), run.run().startedAt(), cell.id(), rates));
        }
      }
    }
    return new RunHistory(cells);
  }

  /** Each cell's runs. */
  public List<List<Point>> series() {
    return List.copyOf(cells.values());
  }

  /** For each cell its runs, for each run the rates of its rounds. */
  public List<List<double[]>> rounds() {
    return cells.values().stream()
        .map(points -> points.stream().map(Point::array).toList())
        .toList();
  }

  /**
   * Where cells changed their level, by {@link EDivisive} on logarithms. The levels of all cells
   * are one family: each is tested at alpha divided by their number.
   *
   * @param alpha chance of any false alarm
   * @param seed of the permutations
   */
  public List<Change> changes(double alpha, long seed) {
    List<Change> changes = new ArrayList<>();
    EDivisive method = new EDivisive(alpha / Math.max(1, cells.size()), new Random(seed));
    for (List<Point> points : cells.values()) {
      double[] logs = points.stream().mapToDouble(point -> Math.log(point.level())).toArray();
      List<EDivisive.ChangePoint> found = method.find(logs);
      for (int i = 0; i < found.size(); i++) {
        int from = i == 0 ? 0 : found.get(i - 1).index();
        int to = i == found.size() - 1 ? logs.length : found.get(i + 1).index();
        int at = found.get(i).index();
        changes.add(
            new Change(points, at, level(logs, from, at), level(logs, at, to), found.get(i).p()));
      }
    }
    return changes;
  }

  private static double level(double[] logs, int from, int to) {
    return Math.exp(StatUtils.mean(logs, from, to - from));
  }
}
