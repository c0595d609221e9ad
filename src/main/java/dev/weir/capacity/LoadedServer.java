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

  /** Calls of a server at once in the mean, by Little's law; what CPU is asked for. */
  private double inFlight(FlushLoad.OfType type) throws CapacityException {
    double used = meanUtilisation();
    if (used >= FULL) {
      return model.saturation(work(type)).inFlight();
    }
    double calls = load.batchesPerSecond() * queue(1, used).mean() * MILLI;
    return Math.min(model.range().mostInFlight(), Math.max(1, calls));
  }

  /**
   * Time from due to acknowledged of a call, in ms.
   *
   * @param slowdown how many times slower the server is than in the mean: 1 calm, more in a
   *     checkpoint
   * @param calm its utilisation without that
   */
  WaitingTime queue(double slowdown, double calm) throws CapacityException {
    double used = Math.min(FULL, calm * slowdown);
    double calls = load.batchesPerSecond();
    double capacity = 0;
    List<ServiceTimes.Kind> kinds = new ArrayList<>();
    for (FlushLoad.OfType type : load.types()) {
      Work alone = work(type);
      Work most = model.saturation(alone);
      Observation like = nearest(type.batch());
      kinds.add(
          new ServiceTimes.Kind(
              type.batchesPerSecond(),
              model.mean(Quantity.LANE_MICROS, alone) * alone.batch(),
              like.variation(),
              like.quantiles()));
      capacity +=
          type.batchesPerSecond()
              / calls
              * model.mean(Quantity.LANE_MICROS, most)
              * most.batch()
              / most.inFlight();
    }
    ServiceTimes service = ServiceTimes.mixed(kinds);
    return new WaitingTime(
        used,
        Math.max(1, service.mean() / capacity),
        service.mean() * MILLI * slowdown,
        arrivals(used),
        service.variation(),
        service.quantiles());
  }

  /** Staggered flushes collect k due documents into a call, so calls come like every k-th event. */
  private double arrivals(double used) {
    boolean staggered = design.flush().policy() == Design.Policy.STAGGERED;
    return Arrivals.together(
        load.types().stream().map(FlushLoad.OfType::batchesPerSecond).toList(),
        load.types().stream().map(type -> staggered ? 1 / type.batch() : 1).toList(),
        used);
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
    double mean = queue(slowdown, used.mean()).percentile(TAIL);
    Range steady =
        new Range(
            mean,
            Math.min(mean, queue(slowdown, used.low()).percentile(TAIL)),
            Math.max(mean, queue(slowdown, used.high()).percentile(TAIL)));
    // U is the time to write all of a period's documents, divided by the period.
    return steady.plus(used.times(load.burst() == 0 ? 0 : TAIL * load.period() * slowdown * 1e3));
  }

  /** The measured cell whose service times are most like a call of the mean batch with no queue. */
  Observation nearest() {
    return nearest(batch());
  }

  private Observation nearest(double batch) {
    List<Observation> cells = model.observations();
    return cells.stream()
        .filter(c -> c.work().bulk() == design.flush().batch() > 1)
        .min(
            Comparator.comparingDouble(
                c ->
                    Math.abs(Math.log(c.work().batch() / batch))
                        + Math.abs(Math.log(c.work().inFlight()))))
        .orElseGet(() -> Objects.requireNonNull(cells.get(0)));
  }
}
