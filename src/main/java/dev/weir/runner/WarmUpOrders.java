package dev.weir.runner;

import dev.weir.load.LoadOrder;
import java.time.Duration;
import java.util.List;

/** How a fresh JVM is warmed: many calls on the null server, then a look at the real one. */
public final class WarmUpOrders {
  /** Few, because calls are plenty there, and what is scarce is time for the JIT compiler. */
  private static final int COMPILE_IN_FLIGHT = 2;

  private static final int SLICES_TO_COMPILE = 5;
  private static final int SLICES_TO_CONNECT = 2;

  private WarmUpOrders() {}

  /** Compiles every path but for TLS, which the null server doesn't speak. */
  public static LoadOrder.WarmUp onNullServer(
      String uri, List<LoadOrder.Work> paths, Duration atMost, long seed) {
    List<LoadOrder.Work> narrow =
        paths.stream().map(path -> path.plain().atMostInFlight(COMPILE_IN_FLIGHT)).toList();
    return new LoadOrder.WarmUp(uri, narrow, SLICES_TO_COMPILE, atMost.toMillis(), seed);
  }

  /**
   * Opens connections and shows the server what comes.
   *
   * @param compiled whether every path has run on the null server already
   */
  public static LoadOrder.WarmUp onServer(
      List<LoadOrder.Work> paths, boolean compiled, Duration atMost, long seed) {
    int fewest = compiled ? SLICES_TO_CONNECT : SLICES_TO_COMPILE;
    return new LoadOrder.WarmUp(null, paths, fewest, atMost.toMillis(), seed);
  }
}
