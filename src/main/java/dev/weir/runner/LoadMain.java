package dev.weir.runner;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.capture.LoadSeries;
import dev.weir.load.process.LoadProcess;
import java.nio.file.Path;

/** The load process of a study: obeys orders and captures its own JVM. */
public final class LoadMain {
  /** What this process is called in the timeline and among the processes watched. */
  public static final String LABEL = "load";

  private LoadMain() {}

  public static void main(String[] args) throws JsonProcessingException, InterruptedException {
    LoadProcess.run(
        (series, pool) ->
            LoadSeries.start(Path.of(series.folder()), series.name(), series.label(), pool));
  }
}
