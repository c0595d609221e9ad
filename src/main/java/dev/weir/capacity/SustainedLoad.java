package dev.weir.capacity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.hipparchus.analysis.UnivariateFunction;
import org.hipparchus.analysis.interpolation.LinearInterpolator;

/**
 * What a load of minutes costs beyond one of seconds, and one that leaves the server time beside
 * one that does not.
 *
 * <p>Every update leaves dirty bytes, a version for readers of the past ({@code
 * minSnapshotHistoryWindowInSeconds}, 300 s) and an entry of the oplog, which checkpoints and
 * eviction write out later: a trial of seconds sees little of that work. Each sustained cell is
 * held against the same cell measured for seconds in the same rounds; what it costs more, per
 * document, is fitted as
 *
 * <pre>extra = u + v · bytes    both ≥ 0</pre>
 *
 * <p>At less than saturation a document costs other than that: more, where caches are cold, or
 * less, where eviction need not start. Between the measured loads the cost relative to saturation
 * is interpolated, below the least of them it is held. So is how many times longer than modelled
 * calls take, by their measured 99th percentile.
 */
final class SustainedLoad {
  /** Nothing was measured for minutes. */
  static final SustainedLoad UNKNOWN =
      new SustainedLoad(
          new double[2], new double[2], Map.of(), Collections.emptySortedMap(), List.of());

  private static final double SATURATED = 1;
  private static final double TAIL = 0.99;

  private final double[] time;
  private final double[] serverCpu;
  private final Map<Quantity, SortedMap<Double, Double>> byLoad;
  private final SortedMap<Double, Double> timesByLoad;
  private final List<SpeedTrace> speeds;

  private SustainedLoad(
      double[] time,
      double[] serverCpu,
      Map<Quantity, SortedMap<Double, Double>> byLoad,
      SortedMap<Double, Double> timesByLoad,
      List<SpeedTrace> speeds) {
    this.time = time;
    this.serverCpu = serverCpu;
    this.byLoad = byLoad;
    this.timesByLoad = timesByLoad;
    this.speeds = speeds;
  }

  /**
   * What saturated cells show.
   *
   * @param cells of minutes
   * @param seconds model of the cells of seconds
   */
  static SustainedLoad saturated(List<SustainedCell> cells, CapacityModel seconds)
      throws CapacityException {
    List<Observation> busy =
        cells.stream().filter(c -> !c.pausing()).map(SustainedCell::cell).toList();
    return busy.isEmpty()
        ? UNKNOWN
        : new SustainedLoad(
            extra(Quantity.LANE_MICROS, busy, seconds),
            extra(Quantity.SERVER_CPU, busy, seconds),
            Map.of(),
            Collections.emptySortedMap(),
            busy.stream().flatMap(c -> c.speeds().stream()).map(SpeedTrace::ofItself).toList());
  }

  /**
   * The same, and what cells with pauses show.
   *
   * @param cells of minutes
   * @param saturated model with the saturated ones
   */
  SustainedLoad withLoads(List<SustainedCell> cells, CapacityModel saturated)
      throws CapacityException {
    if (!known()) {
      return this;
    }
    List<SustainedCell> pausing =
        cells.stream().filter(c -> c.pausing() && c.p99Millis() > 0).toList();
    Map<Quantity, SortedMap<Double, Double>> costs = new EnumMap<>(Quantity.class);
    for (Quantity quantity : List.of(Quantity.SERVER_CPU, Quantity.CLIENT_CPU)) {
      costs.put(quantity, costs(quantity, pausing, saturated));
    }
    SortedMap<Double, Double> times = new TreeMap<>();
    for (SustainedCell cell : pausing) {
      MixedCalls calls =
          new MixedCalls(saturated, List.of(new MixedCalls.Kind(1, cell.cell().work())));
      double load = load(cell, saturated);
      times.merge(load, calls.stretch(TAIL, cell.p99Millis(), load), SustainedLoad::middle);
    }
    return new SustainedLoad(time, serverCpu, costs, times, speeds);
  }

  /** Coefficients of the extra cost of a document in µs; of time, of the whole server's. */
  private static double[] extra(Quantity quantity, List<Observation> busy, CapacityModel model)
      throws CapacityException {
    List<double[]> rows = new ArrayList<>();
    List<Double> targets = new ArrayList<>();
    for (Observation cell : busy) {
      Double minutes = cell.of(quantity);
      if (minutes == null || !model.knows(quantity)) {
        continue;
      }
      double seconds = seconds(quantity, cell.work(), model);
      double modelled = model.mean(quantity, cell.work());
      double share = quantity == Quantity.LANE_MICROS ? cell.work().inFlight() : 1;
      // Relative errors, as everywhere; and the twin's own miss of the model is not repeated.
      rows.add(new double[] {1 / (modelled / share), cell.work().bytes() / (modelled / share)});
      targets.add(minutes / seconds - 1);
    }
    return rows.isEmpty()
        ? new double[2]
        : NonNegativeLeastSquares.solve(
            rows.toArray(double[][]::new),
            targets.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** The same work measured for seconds, or as the model has it. */
  private static double seconds(Quantity quantity, Work work, CapacityModel model)
      throws CapacityException {
    for (Observation cell : model.observations()) {
      Double measured = cell.of(quantity);
      if (cell.work().withWholeBytes().equals(work.withWholeBytes()) && measured != null) {
        return measured;
      }
    }
    return model.mean(quantity, work);
  }

  private SortedMap<Double, Double> costs(
      Quantity quantity, List<SustainedCell> pausing, CapacityModel model)
      throws CapacityException {
    SortedMap<Double, Double> costs = new TreeMap<>();
    for (SustainedCell cell : pausing) {
      Double measured = cell.cell().of(quantity);
      if (measured != null && model.knows(quantity)) {
        Work most = model.saturation(cell.cell().work());
        double seconds = model.mean(quantity, most);
        double saturated = seconds * growth(quantity, most, seconds);
        costs.merge(load(cell, model), measured / saturated, SustainedLoad::middle);
      }
    }
    costs.putIfAbsent(SATURATED, 1.0);
    return costs;
  }

  /** Utilisation of the server in that cell. */
  private double load(SustainedCell cell, CapacityModel model) throws CapacityException {
    Work most = model.saturation(cell.cell().work());
    double used = cell.cell().documentsPerSecond() * documentMicros(most, model) * 1e-6;
    return Math.min(used, LoadedServer.FULL);
  }

  private static double middle(double one, double other) {
    return (one + other) / 2;
  }

  /** Time of the whole server for a document at saturation, in µs. */
  double documentMicros(Work most, CapacityModel model) throws CapacityException {
    return model.mean(Quantity.LANE_MICROS, most) / most.inFlight() + at(time, most);
  }

  /** How many times longer a document takes at saturation than in a trial of seconds. */
  double timeGrowth(Work most, CapacityModel model) throws CapacityException {
    double seconds = model.mean(Quantity.LANE_MICROS, most) / most.inFlight();
    return documentMicros(most, model) / seconds;
  }

  /**
   * How many times more a document costs at saturation than in a trial of seconds.
   *
   * @param quantity other than time
   * @param seconds its cost there
   */
  double growth(Quantity quantity, Work most, double seconds) {
    return quantity == Quantity.SERVER_CPU ? 1 + at(serverCpu, most) / seconds : 1;
  }

  private static double at(double[] coefficients, Work work) {
    return coefficients[0] + coefficients[1] * work.bytes();
  }

  /** What a document costs at that utilisation, relative to a saturated server. */
  double atLoad(Quantity quantity, double utilisation) {
    return between(byLoad.getOrDefault(quantity, Collections.emptySortedMap()), utilisation);
  }

  /** How many times longer than modelled calls took at that utilisation. */
  double timesAtLoad(double utilisation) {
    return between(timesByLoad, utilisation);
  }

  /** Between two measured loads along a line, beyond them as at the last. */
  private static double between(SortedMap<Double, Double> byLoad, double utilisation) {
    if (byLoad.size() < 2) {
      return byLoad.isEmpty() ? 1 : byLoad.get(byLoad.firstKey());
    }
    double[] loads = byLoad.keySet().stream().mapToDouble(Double::doubleValue).toArray();
    double[] factors = byLoad.values().stream().mapToDouble(Double::doubleValue).toArray();
    UnivariateFunction line = new LinearInterpolator().interpolate(loads, factors);
    return line.value(Math.max(loads[0], Math.min(loads[loads.length - 1], utilisation)));
  }

  /** In a sentence. */
  String describe() {
    return String.format(
        Locale.ROOT,
        "Over minutes a document takes %.3g + %.3g · bytes µs more of a saturated server, and %.3g"
            + " + %.3g · bytes µs more of its CPU, than in a trial of seconds: checkpoints,"
            + " eviction and the history that the server keeps.",
        time[0],
        time[1],
        serverCpu[0],
        serverCpu[1]);
  }

  /** How fast the saturated server was, window after window over checkpoints. */
  List<SpeedTrace> speeds() {
    return speeds;
  }

  boolean known() {
    return this != UNKNOWN;
  }
}
