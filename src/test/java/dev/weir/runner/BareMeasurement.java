package dev.weir.runner;

import dev.weir.server.ServerException;
import java.io.IOException;
import java.util.Map;

/** Does what a test says, and nothing else. */
public record BareMeasurement(Body body) implements Measurement {
  static final String NAME = "bare";
  public static final String DATABASE = "weir_bare";

  public interface Body {
    Findings measure(Run run) throws ServerException, IOException, InterruptedException;
  }

  @Override
  public Description description() {
    return Description.of(NAME, DATABASE, Map.of("name", NAME), 7);
  }

  @Override
  public Findings measure(Run run) throws ServerException, IOException, InterruptedException {
    return body.measure(run);
  }
}
