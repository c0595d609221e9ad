package dev.weir.capacity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * A design's writes on the measured server: how busy they keep it and how long they take.
 *
 * <p>Several types of documents share one server, so by the utilisation law (Denning and Buzen,
 * 1978) U = Σ documents/s of a type ÷ documents/s at which that type alone saturates it.
 */
final class LoadedServer {
  /** Closer to saturation no queue is steady: the time until acknowledged has no bound. */
  static final double FULL = 0.99;

  /** A cell of that share of the most throughput kept the server busy. */
  private static final double BUSY = 0.8;

  private static final double MILLI = 1e-3;
  private static final double TAIL = 0.99;

  private final CapacityModel model;
  private final Design design;
  private final FlushLoad load;

  LoadedServer(CapacityModel model, Design design) {
    this.model = model;
    this.design = design;
    this.load = FlushLoad.of(design);
  }

  FlushLoad load() {
    return load;
  }

  Work work(FlushLoad.OfType type) {
    boolean bulk = design.flush().batch() > 1;
    return new Work(
        bulk,
        bulk ? type.batch() : 1,
        1,
        type.type().fields(),
        type.type().updateBytes(),
        design.replace(),
        design.durability());
  }

  /** Share of one server's throughput that is used, 1 when it is saturated. */
  Range utilisation() throws CapacityException {
    Range sum = Range.ZERO;
    for (FlushLoad.OfType type : load.types()) {
      Work most = model.saturation(work(type));
      Range micros = Range.of(model.predict(Quantity.LANE_MICROS, most));
      sum = sum.plus(micros.times(type.documentsPerSecond() / most.inFlight() * 1e-6));
    }
    return sum;
  }

  /** {@link #utilisation} without its interval. */
  double meanUtilisation() throws CapacityException {
    double sum = 0;
    for (FlushLoad.OfType type : load.types()) {
      Work most = model.saturation(work(type));
      sum +=
          model.mean(Quantity.LANE_MICROS, most)
              * type.documentsPerSecond()
              / most.inFlight()
              * 1e-6;
    }
    return sum;
  }

  /** Documents per second at which one server is saturated by this mix. */
  Range saturated() throws CapacityException {
    Range used = utilisation();
    double rate = load.documentsPerSecond();
    return new Range(rate / used.mean(), rate / used.high(), rate / used.low());
  }

  /** A quantity's use per second in its unit per second. */
  Range perSecond(Quantity quantity) throws CapacityException {
    Range sum = Range.ZERO;
    for (FlushLoad.OfType type : load.types()) {
      Work at = work(type).withInFlight(inFlight(type));
      sum = sum.plus(Range.of(model.predict(quantity, at)).times(type.documentsPerSecond()));
    }
    return sum;
  }

  /** What CPU is asked for: the calls that share the server while one is served. */
  private double inFlight(FlushLoad.OfType type) throws CapacityException {
    double used = meanUtilisation();
    if (used >= FULL) {
      return model.saturation(work(type)).inFlight();
    }
    return Math.min(model.range().mostInFlight(), queue(1, used).callsAtOnce());
  }

  /**
   * Time from due to acknowledged of a call, in ms.
   *
   * @param slowdown how many times slower the server is than in the mean: 1 calm, more in a
   *     checkpoint
   * @param calm its utilisation without that
   */
  FlowEquivalentServer queue(double slowdown, double calm) throws CapacityException {
    return queue(slowdown, calm, levels(slowdown), speeds());
  }

  private static FlowEquivalentServer queue(
      double slowdown, double calm, List<MixedServiceTimes> levels, List<SpeedTrace> speeds) {
    // The slowdown is that of the slowest windows: what they pile up is not slowed down again.
    return new FlowEquivalentServer(
        Math.min(FULL, calm * slowdown), levels, Backlog.of(Math.min(FULL, calm), speeds));
  }

  /** The speeds of cells that kept the server busy. */
  private List<SpeedTrace> speeds() throws CapacityException {
    List<SpeedTrace> speeds = new ArrayList<>();
    for (Observation cell : model.observations()) {
      if (cell.work().bulk() == design.flush().batch() > 1 && saturated(cell.work())) {
        speeds.addAll(cell.speeds());
      }
    }
    return speeds;
  }

  private boolean saturated(Work work) throws CapacityException {
    return model.rate(work) >= BUSY * model.rate(model.saturation(work));
  }

  /** Times of the mixed calls with 1, 2, … in flight, up to the number of most throughput. */
  private List<MixedServiceTimes> levels(double slowdown) throws CapacityException {
    List<MixedServiceTimes> levels = new ArrayList<>();
    int best = 0;
    double most = 0;
    for (int n = 1; n <= model.range().mostInFlight(); n++) {
      MixedServiceTimes times = times(n, slowdown);
      levels.add(times);
      if (n / times.mean() > most) {
        most = n / times.mean();
        best = n;
      }
    }
    return levels.subList(0, best);
  }

  private MixedServiceTimes times(int inFlight, double slowdown) throws CapacityException {
    List<MixedServiceTimes.Kind> kinds = new ArrayList<>();
    for (FlushLoad.OfType type : load.types()) {
      Work work = work(type).withInFlight(inFlight);
      kinds.add(
          new MixedServiceTimes.Kind(
              type.batchesPerSecond(),
              model.mean(Quantity.LANE_MICROS, work) * work.batch() * MILLI * slowdown,
              nearest(type.batch(), inFlight).quantiles()));
    }
    return MixedServiceTimes.of(kinds);
  }

  /**
   * Threads that write each type of document, with a call in flight each: Little's law, but never
   * more than nearly saturate the server. Beyond those it gets no faster, and was not measured to.
   *
   * @param callMillis mean time of a call
   */
  List<Integer> threads(double callMillis) throws CapacityException {
    List<Integer> threads = new ArrayList<>();
    for (FlushLoad.OfType type : load.types()) {
      double most = model.nearlySaturated(work(type)).inFlight();
      double atOnce =
          load.burst() > 0 ? most : Math.ceil(type.batchesPerSecond() * callMillis * MILLI);
      threads.add((int) Math.max(1, Math.min(most, atOnce)));
    }
    return threads;
  }

  /** Mean documents per call. */
  double batch() {
    return load.documentsPerSecond() / load.batchesPerSecond();
  }

  /**
   * 99th percentile of a write in ms: from due to acknowledged. Of a flush that comes at once the
   * last hundredth waits until the rest is written.
   */
  Range p99Millis(double slowdown) throws CapacityException {
    Range used = utilisation();
    List<MixedServiceTimes> levels = levels(slowdown);
    List<SpeedTrace> speeds = speeds();
    double mean = queue(slowdown, used.mean(), levels, speeds).percentile(TAIL);
    Range steady =
        new Range(
            mean,
            Math.min(mean, queue(slowdown, used.low(), levels, speeds).percentile(TAIL)),
            Math.max(mean, queue(slowdown, used.high(), levels, speeds).percentile(TAIL)));
    // U is the time to write all of a period's documents, divided by the period.
    return steady.plus(used.times(load.burst() == 0 ? 0 : TAIL * load.period() * slowdown * 1e3));
  }

  /** The measured cell whose times of a call are most like those of such calls. */
  private Observation nearest(double batch, double inFlight) {
    List<Observation> cells = model.observations();
    return cells.stream()
        .filter(c -> c.work().bulk() == design.flush().batch() > 1)
        .min(
            Comparator.comparingDouble(
                c ->
                    Math.abs(Math.log(c.work().batch() / batch))
                        + Math.abs(Math.log(c.work().inFlight() / inFlight))))
        .orElseGet(() -> Objects.requireNonNull(cells.get(0)));
  }
}
