package dev.weir.runner.load;

import dev.weir.load.process.LoadFailure;
import dev.weir.runner.Measurement;
import dev.weir.runner.Run;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerException;
import java.io.IOException;
import java.util.Map;

/** Updates at a fixed rate, a trial for each repeat. */
public final class OfferedLoad implements Measurement {
  /** Weir's own database for {@code weir load}. */
  public static final String DATABASE = DatabaseGuard.PREFIX + "load";

  /** The times and the rates of each trial. */
  public static final String FILE = "load.json";

  private final OpenRequest request;
  private final LoadListener seconds;

  /**
   * @param seconds sees each second as it comes
   */
  public OfferedLoad(OpenRequest request, LoadListener seconds) {
    this.request = request;
    this.seconds = seconds;
  }

  /** What was asked for: one rate, or the search of the highest. */
  public static Measurement of(OpenRequest request, LoadListener seconds) {
    return request.search() == null
        ? new OfferedLoad(request, seconds)
        : new SustainedRate(request, request.search(), seconds);
  }

  @Override
  public Description description() {
    return Description.of("load", DATABASE, request.recorded(), request.seed());
  }

  @Override
  public Findings measure(Run run) throws ServerException, IOException, InterruptedException {
    try (OpenTrials trials = new OpenTrials(request, run, seconds)) {
      try {
        trials.prepare();
        for (int i = 0; i < request.repeats(); i++) {
          trials.run(request.rate(), request.seconds(), request.seconds());
        }
      } catch (LoadFailure e) {
        trials.fail(e.reason());
      }
      return trials.findings(true, Map.of());
    }
  }
}
