package dev.weir.benchmarks;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.driver.Writer;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadProcess;

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

  static Writer wrap(LoadOrder.Work work, Writer writer) {
    return work.id().startsWith(SLOWER_BY)
        ? new SlowWriter(
            writer,
            SlowWriter.shareFor(Double.parseDouble(work.id().substring(SLOWER_BY.length()))))
        : writer;
  }
}
