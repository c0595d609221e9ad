package dev.weir.capacity;

import dev.weir.record.Interval;
import dev.weir.study.Durability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one document costs a full server, by {@link Quantity}:
 *
 * <pre>cost = a/k + b + c·fields + d·bytes + z/k          all ≥ 0</pre>
 *
 * with an overhead a per call that its k documents share, b per document, c per field, d per byte,
 * and z for a call that waits for more than {@code w:1}. Single updates and bulks have an a each, a
 * field set by its path and a replaced one a c each. Terms that the cells don't vary are left out.
 *
 * <p>Intervals assume no distribution: the jackknife+ of Barber, Candès, Ramdas and Tibshirani,
 * <em>Predictive inference with the jackknife+</em> (Annals of Statistics 49, 2021), on logarithms.
 * Each cell is left out once; the interval spans the predictions of all these models, each widened
 * by how far it misses its cell.
 */
public final class CostModel {
  /** The level of every interval. */
  public static final double CONFIDENCE = 0.9;

  private static final String METHOD = "jackknife+";

  /** Fewer can't carry a handful of terms and leave residuals to judge them by. */
  private static final int FEWEST_CELLS = 12;

  /** A quantity known for fewer of the cells is not known across their range. */
  private static final double KNOWN_SHARE = 0.8;

  /** Of the most that any number of calls in flight carried. */
  private static final double NEARLY_MOST = 0.85;

  /** Without more than this share of all cells the rest is another study. */
  private static final double LARGEST_FOLD = 0.25;

  /** Rounding of bytes that two runs may make differently is no extrapolation. */
  private static final double SLACK = 1.005;

  private record Term(String name, ToDoubleFunction<Work> size) {}

  private static final List<Term> TERMS =
      Stream.concat(
              Stream.of(
                  new Term("per single update", w -> w.bulk() ? 0 : 1),
                  new Term("per bulkWrite", w -> w.bulk() ? 1 / w.batch() : 0),
                  new Term("per document", w -> 1),
                  new Term("per field set", w -> w.replace() ? 0 : w.fields()),
                  new Term("per field replaced", w -> w.replace() ? w.fields() : 0),
                  new Term("per replacement", w -> w.replace() ? 1 : 0),
                  new Term("per byte", Work::bytes)),
              Arrays.stream(Durability.values())
                  .filter(one -> one != Durability.W1)
                  .map(
                      one ->
                          new Term(
                              "per call at " + one,
                              w -> w.durability() == one ? 1 / w.batch() : 0)))
          .toList();

  private final List<Observation> cells;
  private final String driver;
  private final int nearlyFull;
  private final List<Term> terms = new ArrayList<>();
  private final Map<Quantity, Fit> fits = new EnumMap<>(Quantity.class);

  /** The costs of one quantity, and those without each cell with what these miss it by. */
  private static final class Fit {
    private final double[] costs;
    private final List<double[]> without;
    private final double[] residuals;

    private Fit(double[] costs, List<double[]> without, double[] residuals) {
      this.costs = costs;
      this.without = without;
      this.residuals = residuals;
    }
  }

  private CostModel(List<Observation> full, int nearlyFull, String driver, Quantity... wanted) {
    this.cells = full;
    this.nearlyFull = nearlyFull;
    this.driver = driver;
    for (Term term : TERMS) {
      long sizes = full.stream().map(Observation::work).mapToDouble(term.size).distinct().count();
      // A constant but "per document" would only repeat that one.
      if (sizes > 1 || term.name.equals("per document")) {
        terms.add(term);
      }
    }
    for (Quantity quantity : wanted) {
      List<Observation> known = full.stream().filter(cell -> positive(cell.of(quantity))).toList();
      if (known.size() >= KNOWN_SHARE * full.size()) {
        fits.put(quantity, fit(known, quantity));
      }
    }
  }

  /**
   * Fits every quantity that was measured in nearly all cells that kept the server full.
   *
   * @param driver the cells' driver, for naming the cell to measure next
   * @throws CapacityException if there are too few cells
   */
  public static CostModel of(List<Observation> all, String driver) throws CapacityException {
    if (all.size() < FEWEST_CELLS) {
      throw new CapacityException(
          "too few cells: a model needs at least "
              + FEWEST_CELLS
              + ", "
              + all.size()
              + " can be used; run 'weir study capacity'");
    }
    int full = nearlyFull(all);
    List<Observation> cells = all.stream().filter(cell -> cell.inFlight() >= full).toList();
    if (cells.size() < FEWEST_CELLS) {
      throw new CapacityException(
          "too few cells: only "
              + cells.size()
              + " have "
              + full
              + " calls in flight or more, from which on the server is full; at least "
              + FEWEST_CELLS
              + " are needed");
    }
    return new CostModel(cells, full, driver, Quantity.values());
  }

  /** Fewest calls in flight that carry nearly the most, where most levels of them were measured. */
  private static int nearlyFull(List<Observation> all) {
    Map<Work, List<Observation>> series = new LinkedHashMap<>();
    all.forEach(cell -> series.computeIfAbsent(cell.work(), key -> new ArrayList<>()).add(cell));
    List<Observation> longest =
        series.values().stream().reduce((a, b) -> b.size() > a.size() ? b : a).orElseThrow();
    double most = longest.stream().mapToDouble(Observation::documentsPerSecond).max().orElseThrow();
    return longest.stream()
        .filter(cell -> cell.documentsPerSecond() >= NEARLY_MOST * most)
        .mapToInt(Observation::inFlight)
        .min()
        .orElseThrow();
  }

  private static boolean positive(@Nullable Double value) {
    return value != null && value > 0;
  }

  private Fit fit(List<Observation> known, Quantity quantity) {
    double[][] rows = known.stream().map(cell -> row(cell.work())).toArray(double[][]::new);
    double[] measured =
        known.stream().mapToDouble(cell -> Objects.requireNonNull(cell.of(quantity))).toArray();
    List<double[]> without = new ArrayList<>();
    double[] residuals = new double[measured.length];
    for (int i = 0; i < measured.length; i++) {
      int left = i;
      double[][] others =
          IntStream.range(0, rows.length)
              .filter(r -> r != left)
              .mapToObj(r -> rows[r])
              .toArray(double[][]::new);
      double[] rest =
          IntStream.range(0, rows.length)
              .filter(r -> r != left)
              .mapToDouble(r -> measured[r])
              .toArray();
      double[] costs = NonNegativeLeastSquares.relative(others, rest);
      without.add(costs);
      residuals[i] = Math.abs(Math.log(measured[i] / cost(costs, rows[i])));
    }
    return new Fit(NonNegativeLeastSquares.relative(rows, measured), without, residuals);
  }

  private double[] row(Work work) {
    return terms.stream().mapToDouble(term -> term.size.applyAsDouble(work)).toArray();
  }

  private static double cost(double[] costs, double[] row) {
    double sum = 0;
    for (int i = 0; i < row.length; i++) {
      sum += costs[i] * row[i];
    }
    return Math.max(sum, 1e-12);
  }

  /**
   * What a document costs at that point, with the interval for one new cell.
   *
   * @throws CapacityException outside of the measured range, or if too few cells sampled the
   *     quantity
   */
  public Interval predict(Quantity quantity, Work work) throws CapacityException {
    Optional<String> refusal = refusal(work);
    if (refusal.isPresent()) {
      throw new CapacityException(refusal.get());
    }
    Fit fit = fits.get(quantity);
    if (fit == null) {
      throw new CapacityException(
          "the " + quantity.title() + " is not known for most cells; measure with capture on");
    }
    double[] row = row(work);
    int n = fit.residuals.length;
    double[] low = new double[n];
    double[] high = new double[n];
    for (int i = 0; i < n; i++) {
      double centre = Math.log(cost(fit.without.get(i), row));
      low[i] = centre - fit.residuals[i];
      high[i] = centre + fit.residuals[i];
    }
    Arrays.sort(low);
    Arrays.sort(high);
    // With few cells the wanted level can't be had: then the widest there is.
    int rank = (int) Math.min(n, Math.ceil(CONFIDENCE * (n + 1)));
    double mean = cost(fit.costs, row);
    return new Interval(
        mean,
        Math.min(mean, Math.exp(low[n - rank])),
        Math.max(mean, Math.exp(high[rank - 1])),
        CONFIDENCE,
        n,
        METHOD);
  }

  public boolean knows(Quantity quantity) {
    return fits.containsKey(quantity);
  }

  /** Fewest calls in flight that kept the server nearly full. */
  int nearlyFull() {
    return nearlyFull;
  }

  /** Why this point can't be predicted, with the cell to measure next; empty if it can. */
  Optional<String> refusal(Work work) {
    return missing(work).map(reason -> reason + ": measure next the cell " + work.asCell(driver));
  }

  private Optional<String> missing(Work work) {
    List<Work> all = cells.stream().map(Observation::work).toList();
    if (all.stream().noneMatch(w -> w.durability() == work.durability())) {
      return Optional.of("nothing was measured at write concern " + work.durability());
    }
    List<Work> alike = all.stream().filter(w -> w.replace() == work.replace()).toList();
    if (alike.isEmpty()) {
      return Optional.of(
          "nothing was measured with write: " + (work.replace() ? "replace" : "update"));
    }
    List<Work> calls = all.stream().filter(w -> w.bulk() == work.bulk()).toList();
    if (calls.isEmpty()) {
      return Optional.of("no " + (work.bulk() ? "bulkWrite" : "single update") + " was measured");
    }
    return outside("batch size", Work::batch, calls, work)
        .or(() -> outside("number of fields", Work::fields, alike, work))
        .or(() -> outside("BSON bytes of an update", Work::bytes, alike, work));
  }

  private static Optional<String> outside(
      String what, ToDoubleFunction<Work> figure, List<Work> cells, Work work) {
    double value = figure.applyAsDouble(work);
    double least = cells.stream().mapToDouble(figure).min().orElseThrow();
    double most = cells.stream().mapToDouble(figure).max().orElseThrow();
    return value >= least / SLACK && value <= most * SLACK
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%s %s is outside of what was measured, %s to %s",
                what,
                PlanDraft.number(value),
                PlanDraft.number(least),
                PlanDraft.number(most)));
  }

  /** Every fitted formula by quantity. */
  public Map<String, String> formulas() {
    Map<String, String> formulas = new LinkedHashMap<>();
    fits.forEach(
        (quantity, fit) -> {
          List<String> parts = new ArrayList<>();
          for (int i = 0; i < terms.size(); i++) {
            if (fit.costs[i] > 0) {
              parts.add(
                  String.format(
                      Locale.ROOT, "%.4g %s %s", fit.costs[i], quantity.unit(), terms.get(i).name));
            }
          }
          formulas.put(quantity.title(), String.join(" + ", parts));
        });
    return formulas;
  }

  /**
   * A cell predicted by a model that saw no cell of its level.
   *
   * @param leftOut what the model never saw, for instance {@code batch 200}
   * @param measured documents per second
   * @param predicted documents per second, with the interval
   */
  public record Unseen(String leftOut, String cell, double measured, Interval predicted) {
    /** Predicted against measured: 0.05 is 5 % too much. */
    public double error() {
      return predicted.mean() / measured - 1;
    }

    public boolean inside() {
      return predicted.contains(measured);
    }
  }

  /**
   * Leaves out each batch, size and number of fields in turn, fits the rest and predicts the cells
   * left out. Levels at the edge can't be predicted: the model does not extrapolate.
   */
  public List<Unseen> unseen() throws CapacityException {
    Map<String, Function<Work, Double>> factors = new LinkedHashMap<>();
    factors.put("batch", Work::batch);
    factors.put("fields", Work::fields);
    factors.put("bytes", w -> Math.rint(w.bytes()));
    List<Unseen> rows = new ArrayList<>();
    List<List<Observation>> seen = new ArrayList<>();
    for (Map.Entry<String, Function<Work, Double>> factor : factors.entrySet()) {
      for (double level :
          cells.stream().map(c -> factor.getValue().apply(c.work())).distinct().toList()) {
        List<Observation> fold =
            cells.stream().filter(c -> factor.getValue().apply(c.work()) == level).toList();
        // Documents that differ in fields and bytes at once would be counted twice.
        if (fold.size() > LARGEST_FOLD * cells.size() || seen.contains(fold)) {
          continue;
        }
        seen.add(fold);
        List<Observation> rest = cells.stream().filter(c -> !fold.contains(c)).toList();
        CostModel model = new CostModel(rest, nearlyFull, driver, Quantity.TIME);
        for (Observation cell : fold) {
          if (model.refusal(cell.work()).isEmpty()) {
            rows.add(
                new Unseen(
                    factor.getKey() + " " + PlanDraft.number(level),
                    cell.cell(),
                    cell.documentsPerSecond(),
                    inverse(1e6, model.predict(Quantity.TIME, cell.work()))));
          }
        }
      }
    }
    return rows;
  }

  /** A rate of a time, with its bounds. */
  static Interval inverse(double scale, Interval time) {
    return new Interval(
        scale / time.mean(),
        scale / time.high(),
        scale / time.low(),
        time.confidence(),
        time.n(),
        time.method());
  }
}
