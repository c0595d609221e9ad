package dev.weir.capacity;

import java.util.ArrayList;
import java.util.List;

/**
 * Waiting behind what piled up while the server was slower than it is in the mean: checkpoints,
 * eviction, other work of its host.
 *
 * <p>A closed loop hides that, since it offers nothing while it waits: each stall holds up as many
 * calls as there are in flight, whereas calls that come at their own times go on coming. The
 * measured speeds are played back against a steady inflow, and the backlog follows Lindley's
 * recursion (<em>The theory of queues with a single server</em>, Proceedings of the Cambridge
 * Philosophical Society 48, 1952), W ← max(0, W + (ρ − speed)·t). Trials begin without any.
 *
 * @param clear share of the time without a backlog
 * @param millis equally likely waits in the rest of it, ascending; by the mean speed
 */
record Backlog(double clear, List<Double> millis) {
  static final Backlog NONE = new Backlog(1, List.of());

  private static final int STEPS = 10;
  private static final int WAITS = 50;
  private static final double MILLI = 1e3;

  /**
   * The backlog of a server used so much.
   *
   * @param utilisation at least 0 and less than 1
   * @param traces of the saturated server; without any nothing is known, and there is no backlog
   */
  static Backlog of(double utilisation, List<SpeedTrace> traces) {
    int steps = 0;
    List<Double> waits = new ArrayList<>();
    for (SpeedTrace trace : traces) {
      double wait = 0;
      for (double speed : trace.relative()) {
        for (int i = 0; i < STEPS; i++) {
          wait = Math.max(0, wait + (utilisation - speed) * trace.windowSeconds() / STEPS);
          steps++;
          if (wait > 0) {
            waits.add(wait * MILLI);
          }
        }
      }
    }
    if (waits.isEmpty()) {
      return NONE;
    }
    waits.sort(null);
    return new Backlog(1 - (double) waits.size() / steps, thinned(waits));
  }

  private static List<Double> thinned(List<Double> sorted) {
    List<Double> waits = new ArrayList<>();
    int count = Math.min(WAITS, sorted.size());
    for (int i = 0; i < count; i++) {
      waits.add(sorted.get((int) ((i + 0.5) * sorted.size() / count)));
    }
    return waits;
  }

  /** Mean wait in ms. */
  double mean() {
    return (1 - clear) * millis.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  double longest() {
    return millis.isEmpty() ? 0 : millis.get(millis.size() - 1);
  }
}
