package dev.weir.capacity;

import java.util.ArrayList;
import java.util.List;

/**
 * A design's writes on the measured server: how busy they keep it.
 *
 * <p>Several types of documents share one server, so by the utilisation law (Denning and Buzen,
 * 1978) U = Σ documents/s of a type ÷ documents/s at which that type alone saturates it.
 */
final class LoadedServer {
  /** Closer to saturation no queue is steady. */
  static final double FULL = 0.99;

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

  private Work work(FlushLoad.OfType type) {
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
      sum += type.documentsPerSecond() / model.rate(model.saturation(work(type))) * 1e-6;
    }
    return sum;
  }

  /** Documents per second at which one server is saturated by this mix. */
  Range saturated() throws CapacityException {
    Range used = utilisation();
    double rate = load.documentsPerSecond();
    return new Range(rate / used.mean(), rate / used.high(), rate / used.low());
  }

  /** A quantity's use per second in its unit per second, at the cost of a saturated server. */
  Range perSecond(Quantity quantity) throws CapacityException {
    Range sum = Range.ZERO;
    for (FlushLoad.OfType type : load.types()) {
      Range cost = Range.of(model.predict(quantity, model.saturation(work(type))));
      sum = sum.plus(cost.times(type.documentsPerSecond()));
    }
    return sum;
  }

  /** The fewest threads that nearly saturate the server, for each type of document. */
  List<Integer> threads() throws CapacityException {
    List<Integer> threads = new ArrayList<>();
    for (FlushLoad.OfType type : load.types()) {
      threads.add((int) Math.ceil(model.nearlySaturated(work(type)).inFlight()));
    }
    return threads;
  }

  /** Mean documents per call. */
  double batch() {
    return load.documentsPerSecond() / load.batchesPerSecond();
  }
}
