package dev.weir.benchmarks;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.driver.Writer;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadProcess;
import dev.weir.study.Cell;

/** A load process that is slower by a known share at work whose id asks for it. */
public final class SlowLoadMain {
  private static final String SLOWER_BY = "slower-by-";

  private SlowLoadMain() {}

  public static void main(String[] args) throws JsonProcessingException, InterruptedException {
    LoadProcess.run((series, pool) -> () -> {}, SlowLoadMain::wrap);
  }

  /** The id of work whose throughput is smaller by {@code loss}, for instance 0.08. */
  static String id(double loss) {
    return SLOWER_BY + loss;
  }

  /**
   * With more calls in flight than cores, calls wait for a core most of their time: what a call
   * adds to the CPU's work makes all of them slower, so its share of the call is smaller by as
   * much.
   */
  static Writer wrap(LoadOrder.Work work, Writer writer) {
    if (!work.id().startsWith(SLOWER_BY)) {
      return writer;
    }
    double loss = Double.parseDouble(work.id().substring(SLOWER_BY.length()));
    int inFlight = Cell.parse(work.factors()).inFlight();
    double cores = Runtime.getRuntime().availableProcessors();
    return new SlowWriter(
        writer, SlowWriter.shareFor(loss) * Math.min(1, cores / inFlight), inFlight > cores);
  }
}
