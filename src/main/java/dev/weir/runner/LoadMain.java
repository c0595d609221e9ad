package dev.weir.runner;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.capture.LoadSeries;
import dev.weir.capture.ProcessScheduling;
import dev.weir.load.LoadOrder;
import dev.weir.load.process.LoadProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** The load process of a study: obeys orders and captures its own JVM. */
public final class LoadMain {
  /** What this process is called in the timeline and among the processes watched. */
  public static final String LABEL = "load";

  private static final ProcessScheduling SCHEDULING = ProcessScheduling.local();
  private static final List<Long> SELF = List.of(ProcessHandle.current().pid());

  private LoadMain() {}

  public static void main(String[] args) throws JsonProcessingException, InterruptedException {
    LoadProcess.run(
        new LoadProcess.SelfWatch() {
          @Override
          public AutoCloseable start(
              LoadOrder.Connect.Series series, Supplier<Map<String, Number>> pool)
              throws IOException {
            return LoadSeries.start(Path.of(series.folder()), series.name(), series.label(), pool);
          }

          @Override
          public OptionalLong throttledMicros() {
            return LoadMain.throttledMicros();
          }
        });
  }

  /** What the quotas of this process's control groups have withheld from it so far. */
  public static OptionalLong throttledMicros() {
    return SCHEDULING.throttledMicros(SELF);
  }
}
