package dev.weir.capacity;

import java.util.ArrayList;
import java.util.List;

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

  /** Behind a single thread everything waits for one slow call. */
  private static final int LEAST_THREADS = 2;

  private final CapacityModel model;
  private final Design design;
  private final FlushLoad load;
  private final MixedCalls calls;

  LoadedServer(CapacityModel model, Design design) {
    this.model = model;
    this.design = design;
    this.load = FlushLoad.of(design);
    this.calls =
        new MixedCalls(
            model,
            load.types().stream()
                .map(type -> new MixedCalls.Kind(type.batchesPerSecond(), work(type)))
                .toList());
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
      double growth = model.sustained().timeGrowth(most, model);
      sum = sum.plus(micros.times(growth * type.documentsPerSecond() / most.inFlight() * 1e-6));
    }
    return sum;
  }

  /** {@link #utilisation} without its interval. */
  double meanUtilisation() throws CapacityException {
    double sum = 0;
    for (FlushLoad.OfType type : load.types()) {
      Work most = model.saturation(work(type));
      sum += model.sustained().documentMicros(most, model) * type.documentsPerSecond() * 1e-6;
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
    SustainedLoad minutes = model.sustained();
    double atLoad = minutes.known() ? minutes.atLoad(quantity, meanUtilisation()) : 1;
    Range sum = Range.ZERO;
    for (FlushLoad.OfType type : load.types()) {
      Work at =
          minutes.known() ? model.saturation(work(type)) : work(type).withInFlight(inFlight(type));
      Range seconds = Range.of(model.predict(quantity, at));
      double growth = minutes.growth(quantity, at, seconds.mean()) * atLoad;
      sum = sum.plus(seconds.times(growth * type.documentsPerSecond()));
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
    return calls.queue(slowdown, calm, regularity());
  }

  /**
   * Threads that write each type of document, with a call in flight each: Little's law, but all
   * together no more than the fewest that nearly saturate the server. What is more would not wait
   * for it in the client but in it, where calls take the time of checkpoints and of each other. A
   * type that the law gives two gets two, whatever its share.
   *
   * @param callMillis mean time of a call
   */
  List<Integer> threads(double callMillis) throws CapacityException {
    List<Integer> threads = new ArrayList<>();
    for (FlushLoad.OfType type : load.types()) {
      Work work = work(type);
      double share = type.batchesPerSecond() / load.batchesPerSecond();
      double most = model.nearlySaturated(work).inFlight();
      double wanted =
          load.burst() > 0
              ? most
              : Math.min(
                  Math.ceil(type.batchesPerSecond() * callMillis * MILLI),
                  Math.max(LEAST_THREADS, Math.floor(most * share)));
      threads.add((int) Math.max(1, wanted));
    }
    return threads;
  }

  /**
   * How regularly calls come, as k of Erlang-k. A type's calls of k documents, each due at random,
   * are k times as regular as those. Of m such types, each at times of its own, the next call is
   * nearly that of the first of m − 1 that lie anywhere in a period, c² = (m − 1)/(m + 1): the
   * stationary-interval method (Whitt, <em>Approximating a point process by a renewal process</em>,
   * Operations Research 30, 1982). Types count by their shares. A burst comes as it comes.
   */
  double regularity() {
    if (load.burst() > 0) {
      return 1;
    }
    double squares = 0;
    for (FlushLoad.OfType type : load.types()) {
      squares += Math.pow(type.batchesPerSecond() / load.batchesPerSecond(), 2);
    }
    double streams = 1 / squares;
    double variation = Math.max(1 / Math.max(1, batch()), (streams - 1) / (streams + 1));
    return 1 / variation;
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
}
