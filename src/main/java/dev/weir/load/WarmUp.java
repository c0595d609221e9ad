package dev.weir.load;

import dev.weir.load.ClosedLoop.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Brings a fresh JVM to steady state: short slices of every path in turn, again and again, until
 * each path's rates are flat. In turn, because the JIT compiler optimises for all code it has seen:
 * warming one path at a time would leave the first ones compiled for a JVM that no longer exists.
 */
final class WarmUp {
  private static final long SLICE_MILLIS = 1_000;
  private static final int WINDOWS_PER_SLICE = 4;

  private final Timing timing;
  private final Consumer<LoadEvent> events;

  WarmUp(Timing timing, Consumer<LoadEvent> events) {
    this.timing = timing;
    this.events = events;
  }

  /** Opens the loop of a path for one slice. */
  interface Opener {
    ClosedLoop open(LoadOrder.Work work);
  }

  LoadEvent.Warmed run(LoadOrder.WarmUp order, Opener opener) throws InterruptedException {
    long startedAt = timing.nanoTime();
    long deadline = startedAt + TimeUnit.MILLISECONDS.toNanos(order.atMostMillis());
    Map<String, List<Double>> rates = new LinkedHashMap<>();
    Map<String, SteadyState.Decision> verdicts = new LinkedHashMap<>();
    SteadyState steady = new SteadyState(criteria(order));
    boolean allSteady = false;
    while (!allSteady && timing.nanoTime() < deadline) {
      allSteady = true;
      for (LoadOrder.Work work : order.cells()) {
        List<Double> path = rates.computeIfAbsent(work.id(), id -> new ArrayList<>());
        slice(work, opener, path);
        SteadyState.Decision verdict =
            steady.judge(path.stream().mapToDouble(Double::doubleValue).toArray());
        verdicts.put(work.id(), verdict);
        allSteady &= verdict.steady();
      }
    }
    List<LoadEvent.Warmed.Path> paths = new ArrayList<>();
    verdicts.forEach(
        (id, verdict) ->
            paths.add(
                new LoadEvent.Warmed.Path(
                    id,
                    verdict.steady(),
                    lastSlice(rates.getOrDefault(id, List.of())),
                    verdict.reason())));
    long millis = TimeUnit.NANOSECONDS.toMillis(timing.nanoTime() - startedAt);
    return new LoadEvent.Warmed(millis, paths);
  }

  /**
   * How steady is steady enough: on the null server, where a second compiles as much as ten elsewhere, a trend of
   * at most 2 % per second; on the server under test then only connections and caches have to come up, and each
   * trial shows steady state for itself.
   */
  private static SteadyState.Criteria criteria(LoadOrder.WarmUp order) {
    double window = SLICE_MILLIS / 1e3 / WINDOWS_PER_SLICE;
    double limit = order.atMostMillis() / 1e3;
    return order.uri() == null
        ? SteadyState.Criteria.settle(window, limit)
        : new SteadyState.Criteria(window, 0.02, 0.10, 2, 8, limit);
  }

  private void slice(LoadOrder.Work work, Opener opener, List<Double> rates)
      throws InterruptedException {
    try (ClosedLoop loop = opener.open(work)) {
      loop.start();
      // The first calls of a slice open connections: let them pass before the first window.
      long due =
          timing.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SLICE_MILLIS / WINDOWS_PER_SLICE / 2);
      timing.sleepUntil(due);
      Progress last = loop.progress();
      long at = timing.nanoTime();
      for (int i = 0; i < WINDOWS_PER_SLICE; i++) {
        due += TimeUnit.MILLISECONDS.toNanos(SLICE_MILLIS / WINDOWS_PER_SLICE);
        timing.sleepUntil(due);
        Progress now = loop.progress();
        long nanos = timing.nanoTime();
        double rate = (now.documents() - last.documents()) * 1e9 / Math.max(1, nanos - at);
        rates.add(rate);
        events.accept(new LoadEvent.Rate(work.id(), rate));
        last = now;
        at = nanos;
      }
      if (!loop.stop(TimeUnit.SECONDS.toMillis(90))) {
        throw new IllegalStateException(
            "warm-up of " + work.id() + ": the server stopped answering");
      }
      if (loop.failing()) {
        throw new IllegalStateException(
            "warm-up of " + work.id() + " failed: " + loop.totals().failed());
      }
    }
  }

  private static double lastSlice(List<Double> rates) {
    return rates.stream()
        .skip(Math.max(0, rates.size() - WINDOWS_PER_SLICE))
        .mapToDouble(Double::doubleValue)
        .average()
        .orElse(0);
  }
}
