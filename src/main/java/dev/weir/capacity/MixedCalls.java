package dev.weir.capacity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Calls of several kinds that share one server: how long they take while it is so busy. */
final class MixedCalls {
  /** A cell of that share of the most throughput kept the server busy. */
  private static final double BUSY = 0.8;

  private static final double MILLI = 1e-3;
  private static final double MOST_STRETCH = 20;

  /** From a factor of 400 to one of 1.0004. */
  private static final int HALVINGS = 14;

  private static final double AT_RANDOM = 1;

  private final CapacityModel model;
  private final List<Kind> kinds;
  private final boolean bulk;
  private List<MixedServiceTimes> levels = List.of();

  /**
   * @param perSecond calls, in any unit
   * @param work what each does; how many of them are in flight does not matter
   */
  record Kind(double perSecond, Work work) {}

  /**
   * @param kinds at least one, all bulks or all single updates
   */
  MixedCalls(CapacityModel model, List<Kind> kinds) {
    this.model = model;
    this.kinds = kinds;
    this.bulk = kinds.get(0).work().bulk();
  }

  /**
   * Time from due to acknowledged of a call, in ms.
   *
   * @param slowdown how many times slower the server is than in the mean
   * @param calm its utilisation without that
   * @param regularity k of the Erlang-k times between calls, 1 for calls at random
   */
  FlowEquivalentServer queue(double slowdown, double calm, double regularity)
      throws CapacityException {
    // The slowdown is that of the slowest windows: what they pile up is not slowed down again.
    double stretch = slowdown * model.sustained().timesAtLoad(calm);
    return new FlowEquivalentServer(
        Math.min(LoadedServer.FULL, calm * slowdown),
        regularity,
        levels().stream().map(times -> times.times(stretch)).toList(),
        backlog(Math.min(LoadedServer.FULL, calm)));
  }

  private Backlog backlog(double used) throws CapacityException {
    List<SpeedTrace> speeds = speeds();
    return Backlog.of(
        used,
        model.sustained().known()
            ? speeds.stream().map(trace -> trace.atLoad(used)).toList()
            : speeds);
  }

  /**
   * How many times longer than modelled calls take, if a share of them stays under a measured time,
   * coming at random: what waiting for a backlog adds is not stretched.
   *
   * @param share for instance 0.99
   * @param millis measured
   * @param used utilisation
   */
  double stretch(double share, double millis, double used) throws CapacityException {
    Backlog backlog = backlog(used);
    double low = 1 / MOST_STRETCH;
    double high = MOST_STRETCH;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = Math.sqrt(low * high);
      List<MixedServiceTimes> stretched =
          levels().stream().map(times -> times.times(middle)).toList();
      if (new FlowEquivalentServer(used, AT_RANDOM, stretched, backlog).percentile(share)
          < millis) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** The speeds of cells that kept the server busy: over minutes, if that was measured. */
  private List<SpeedTrace> speeds() throws CapacityException {
    if (model.sustained().known()) {
      return model.sustained().speeds();
    }
    List<SpeedTrace> speeds = new ArrayList<>();
    for (Observation cell : model.observations()) {
      if (cell.work().bulk() == bulk && saturated(cell.work())) {
        speeds.addAll(cell.speeds());
      }
    }
    return speeds;
  }

  private boolean saturated(Work work) throws CapacityException {
    return model.rate(work) >= BUSY * model.rate(model.saturation(work));
  }

  /** Times of the mixed calls with 1, 2, … in flight, up to the number of most throughput. */
  private List<MixedServiceTimes> levels() throws CapacityException {
    if (!levels.isEmpty()) {
      return levels;
    }
    List<MixedServiceTimes> all = new ArrayList<>();
    int best = 0;
    double most = 0;
    for (int n = 1; n <= model.range().mostInFlight(); n++) {
      MixedServiceTimes times = times(n);
      all.add(times);
      if (n / times.mean() > most) {
        most = n / times.mean();
        best = n;
      }
    }
    levels = List.copyOf(all.subList(0, best));
    return levels;
  }

  private MixedServiceTimes times(int inFlight) throws CapacityException {
    List<MixedServiceTimes.Kind> times = new ArrayList<>();
    for (Kind kind : kinds) {
      Work work = kind.work().withInFlight(inFlight);
      double growth = model.sustained().timeGrowth(model.saturation(work), model);
      times.add(
          new MixedServiceTimes.Kind(
              kind.perSecond(),
              model.mean(Quantity.LANE_MICROS, work) * work.batch() * MILLI * growth,
              nearest(work.batch(), inFlight).quantiles()));
    }
    return MixedServiceTimes.of(times);
  }

  /** The measured cell whose times of a call are most like those of such calls. */
  private Observation nearest(double batch, double inFlight) {
    List<Observation> cells = model.observations();
    return cells.stream()
        .filter(c -> c.work().bulk() == bulk)
        .min(
            Comparator.comparingDouble(
                c ->
                    Math.abs(Math.log(c.work().batch() / batch))
                        + Math.abs(Math.log(c.work().inFlight() / inFlight))))
        .orElseGet(() -> Objects.requireNonNull(cells.get(0)));
  }
}
