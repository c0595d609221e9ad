package dev.weir.load.trial;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.CallLoop.Progress;
import dev.weir.load.engine.Timing;
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
public final class WarmUp {
  private static final long CONNECT_MILLIS = 125;
  private static final long SLICE_MILLIS = 500;

  private final Timing timing;
  private final Consumer<LoadEvent> events;

  public WarmUp(Timing timing, Consumer<LoadEvent> events) {
    this.timing = timing;
    this.events = events;
  }

  /** Opens the loop of a path for one slice. */
  public interface Opener {
    /**
     * @param slice index of the slice among all, so that no two write the same
     */
    CallLoop open(LoadOrder.Work work, int slice);
  }

  public LoadEvent.Warmed run(LoadOrder.WarmUp order, Opener opener) throws InterruptedException {
    long startedAt = timing.nanoTime();
    long deadline = startedAt + TimeUnit.MILLISECONDS.toNanos(order.atMostMillis());
    Map<LoadOrder.Work, Plateau> paths = new LinkedHashMap<>();
    order.cells().forEach(work -> paths.put(work, new Plateau(order.fewestSlices())));
    int slice = 0;
    while (!paths.values().stream().allMatch(Plateau::reached) && timing.nanoTime() < deadline) {
      for (Map.Entry<LoadOrder.Work, Plateau> path : paths.entrySet()) {
        path.getValue().add(slice(path.getKey(), opener, slice++));
      }
    }
    List<LoadEvent.Warmed.Path> ended = new ArrayList<>();
    paths.forEach(
        (work, plateau) ->
            ended.add(new LoadEvent.Warmed.Path(work.id(), plateau.reached(), plateau.rates())));
    long millis = TimeUnit.NANOSECONDS.toMillis(timing.nanoTime() - startedAt);
    return new LoadEvent.Warmed(millis, ended);
  }

  /** Runs one path for a slice; returns its rate in documents/s. */
  private double slice(LoadOrder.Work work, Opener opener, int slice) throws InterruptedException {
    try (CallLoop loop = opener.open(work, slice)) {
      loop.start();
      // The first calls of a slice open connections: let them pass before the clock starts.
      long from = timing.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CONNECT_MILLIS);
      timing.sleepUntil(from);
      Progress start = loop.progress();
      long startedAt = timing.nanoTime();
      timing.sleepUntil(from + TimeUnit.MILLISECONDS.toNanos(SLICE_MILLIS));
      Progress end = loop.progress();
      double seconds = Math.max(1, timing.nanoTime() - startedAt) / 1e9;
      double rate = (end.documents() - start.documents()) / seconds;
      events.accept(new LoadEvent.Rate(work.id(), rate));
      if (!loop.stop(CallLoop.DRAIN_MILLIS)) {
        throw new IllegalStateException(
            "warm-up of " + work.id() + ": the server stopped answering");
      }
      if (loop.failing()) {
        throw new IllegalStateException(
            "warm-up of " + work.id() + " failed: " + loop.totals().failed());
      }
      return rate;
    }
  }
}
