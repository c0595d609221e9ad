package dev.weir.capacity;

import dev.weir.analysis.stats.UniversalScalability;
import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one replica set of the measured kind carries: every {@link Quantity} as a function of {@link
 * Work}, with prediction intervals, inside the measured range only.
 */
public final class CapacityModel {
  /** The level of every interval. */
  public static final double CONFIDENCE = 0.9;

  /** Fewer can't carry a handful of terms and leave residuals to judge them by. */
  static final int FEWEST_CELLS = 12;

  /** A quantity known for fewer of the cells is not known across their range. */
  private static final double KNOWN_SHARE = 0.8;

  private static final double NEARLY_MOST = 0.95;

  private final List<Observation> observations;
  private final Map<Quantity, JackknifePlus> fits;
  private final MeasuredRange range;

  private CapacityModel(
      List<Observation> observations, Map<Quantity, JackknifePlus> fits, MeasuredRange range) {
    this.observations = observations;
    this.fits = fits;
    this.range = range;
  }

  /**
   * Fits every quantity that was measured in nearly all cells.
   *
   * @param driver the cells' driver, for naming the cell to measure next
   * @throws CapacityException if there are too few cells, or no series over concurrency
   */
  public static CapacityModel fit(List<Observation> cells, String driver) throws CapacityException {
    if (cells.size() < FEWEST_CELLS) {
      throw new CapacityException(
          "too few cells: a model needs at least "
              + FEWEST_CELLS
              + ", "
              + cells.size()
              + " can be used; run 'weir study capacity'");
    }
    if (scalability(cells) instanceof UniversalScalability.Refusal refusal) {
      throw new CapacityException("too few cells: " + refusal.reason());
    }
    return fitted(cells, driver, List.of(Quantity.values()));
  }

  /** As {@link #fit}, of some quantities and without asking whether there are enough cells. */
  static CapacityModel fitted(List<Observation> cells, String driver, List<Quantity> quantities) {
    List<Work> works = cells.stream().map(Observation::work).toList();
    Map<Quantity, JackknifePlus> fits = new EnumMap<>(Quantity.class);
    // Whoever asks for a plan waits for these: on all cores.
    fits.putAll(
        quantities.parallelStream()
            .filter(quantity -> known(quantity, cells).size() >= KNOWN_SHARE * cells.size())
            .collect(Collectors.toMap(Function.identity(), quantity -> fit(quantity, cells))));
    return new CapacityModel(List.copyOf(cells), fits, new MeasuredRange(works, driver));
  }

  /** A short trial may fall between two samples of the capture. */
  private static List<Observation> known(Quantity quantity, List<Observation> cells) {
    return cells.stream().filter(c -> positive(c.of(quantity))).toList();
  }

  private static JackknifePlus fit(Quantity quantity, List<Observation> cells) {
    List<Observation> known = known(quantity, cells);
    double[] measured =
        known.stream().mapToDouble(c -> Objects.requireNonNull(c.of(quantity))).toArray();
    return JackknifePlus.of(quantity, known.stream().map(Observation::work).toList(), measured);
  }

  private static boolean positive(@Nullable Double value) {
    return value != null && value > 0;
  }

  /** Documents per second at that point, with the interval for one new cell. */
  public Interval documentsPerSecond(Work work) throws CapacityException {
    Interval time = predict(Quantity.LANE_MICROS, work);
    double scale = work.inFlight() * 1e6;
    return new Interval(
        scale / time.mean(),
        scale / time.high(),
        scale / time.low(),
        time.confidence(),
        time.n(),
        time.method());
  }

  /**
   * What a document costs at that point.
   *
   * @throws CapacityException outside of the measured range, or if too few cells sampled the
   *     quantity
   */
  public Interval predict(Quantity quantity, Work work) throws CapacityException {
    Optional<String> refusal = range.refusal(work);
    if (refusal.isPresent()) {
      throw new CapacityException(refusal.get());
    }
    return known(quantity).predict(work, CONFIDENCE);
  }

  /**
   * As {@link #predict}, without the interval, which costs as many predictions as there are cells.
   */
  double mean(Quantity quantity, Work work) throws CapacityException {
    Optional<String> refusal = range.refusal(work);
    if (refusal.isPresent()) {
      throw new CapacityException(refusal.get());
    }
    return known(quantity).fit().predict(work);
  }

  private JackknifePlus known(Quantity quantity) throws CapacityException {
    JackknifePlus fit = fits.get(quantity);
    if (fit == null) {
      throw new CapacityException(
          "the " + quantity.title() + " is not known for most cells; measure with capture on");
    }
    return fit;
  }

  public boolean knows(Quantity quantity) {
    return fits.containsKey(quantity);
  }

  /** The point of most throughput over calls in flight, and what is carried there. */
  public Work saturation(Work work) throws CapacityException {
    Work best = work.withInFlight(1);
    double most = 0;
    for (double n : levels()) {
      double rate = rate(work.withInFlight(n));
      if (rate > most) {
        most = rate;
        best = work.withInFlight(n);
      }
    }
    return best;
  }

  /** The fewest measured calls in flight that carry 95 % of what {@link #saturation} does. */
  Work nearlySaturated(Work work) throws CapacityException {
    Work most = saturation(work);
    for (double n : levels()) {
      if (rate(work.withInFlight(n)) >= NEARLY_MOST * rate(most)) {
        return work.withInFlight(n);
      }
    }
    return most;
  }

  /** Documents per microsecond, without an interval. */
  double rate(Work work) throws CapacityException {
    return work.inFlight() / mean(Quantity.LANE_MICROS, work);
  }

  /** The measured levels of concurrency: between them the model interpolates. */
  private List<Double> levels() {
    return observations.stream().map(o -> o.work().inFlight()).distinct().sorted().toList();
  }

  public MeasuredRange range() {
    return range;
  }

  public List<Observation> observations() {
    return observations;
  }

  /** Every fitted formula by quantity. */
  public Map<Quantity, String> formulas() {
    Map<Quantity, String> formulas = new LinkedHashMap<>();
    fits.forEach((q, fit) -> formulas.put(q, fit.fit().describe(q.unit())));
    return formulas;
  }

  /** The universal scalability law over the longest series that differs in concurrency alone. */
  public UniversalScalability.Outcome scalability() {
    return scalability(observations);
  }

  private static UniversalScalability.Outcome scalability(List<Observation> cells) {
    List<Observation> series = longestSeries(cells);
    double[] n = series.stream().mapToDouble(o -> o.work().inFlight()).toArray();
    double[] x = series.stream().mapToDouble(Observation::documentsPerSecond).toArray();
    return UniversalScalability.fit(n, x);
  }

  /** The measured cells that differ in concurrency alone, of the longest such series. */
  static List<Observation> longestSeries(List<Observation> cells) {
    Map<Work, List<Observation>> series = new LinkedHashMap<>();
    for (Observation cell : cells) {
      Work key = cell.work().withInFlight(1).withWholeBytes();
      series.computeIfAbsent(key, k -> new ArrayList<>()).add(cell);
    }
    return series.values().stream()
        .max(Comparator.comparingInt(List::size))
        .orElseThrow(() -> new IllegalArgumentException("no cells"));
  }
}
