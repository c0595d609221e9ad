package dev.weir.runner.plan;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.capacity.CapacityException;
import dev.weir.capacity.Design;
import dev.weir.capacity.PlayedRun;
import dev.weir.load.engine.Timing;
import dev.weir.runner.Measurement;
import dev.weir.runner.Run;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A plan at its own size on a server as it comes: the accounts are filled, the planned players save
 * until nothing changes any more, then there are more of them until a target breaks. One cell for
 * each load. What is measured goes into {@link PlayedRun#NAME} after each, so that an interrupted
 * run goes on with what is there.
 */
public final class PlayedPlan implements Measurement {
  /** Weir's own database of a played plan. */
  public static final String DATABASE = DatabaseGuard.PREFIX + "plan";

  private static final ObjectMapper JSON = new ObjectMapper();
  static final long SEED = 1;

  /** What a server keeps if it does not tell: MongoDB's default. */
  static final int HISTORY_SECONDS = 300;

  private final Design design;
  private final PlanLoads loads;
  private final Timing timing;

  /** One thing that will be done. */
  public record Step(String what, String players, Duration about) {}

  private PlayedPlan(PlanLoads loads) {
    this.design = loads.design();
    this.loads = loads;
    this.timing = Timing.system();
  }

  /**
   * A plan to be played on a server.
   *
   * @param quick whether some five minutes must do
   */
  public static PlayedPlan of(Design design, ServerUnderTest server, boolean quick) {
    Integer history = server.facts().keptHistory();
    return of(
        design,
        quick
            ? PlayLengths.brief()
            : PlayLengths.usual(history == null ? HISTORY_SECONDS : history));
  }

  static PlayedPlan of(Design design, PlayLengths lengths) {
    return new PlayedPlan(new PlanLoads(design, lengths, null));
  }

  /**
   * Given loads on the accounts of a plan, without a search: what predictions are made of, and held
   * against. The accounts stay, so that another run on the same server goes on with them.
   *
   * @param loads each is played like the plan's own, in their order; by the names of their cells
   * @param settle of the plan's own load, before it is measured
   * @param measured of each load, after one of its flush periods
   */
  public static PlayedPlan ofLoads(
      Design design, Map<String, Design> loads, Duration settle, Duration measured) {
    PlayLengths lengths = PlayLengths.ofLoads(settle, measured);
    return new PlayedPlan(new PlanLoads(design, lengths, new LinkedHashMap<>(loads)));
  }

  /** What will be done, and for about how long. */
  public List<Step> steps() {
    return loads.steps();
  }

  /**
   * Looks at a server before anything is written.
   *
   * @return what a user should know before the load begins, a line each
   * @throws CapacityException if the plan can't be played there
   * @throws ServerException if the server does not answer
   */
  public List<String> examine(ServerUnderTest server)
      throws CapacityException, ServerException, InterruptedException {
    Duration about = steps().stream().map(Step::about).reduce(Duration.ZERO, Duration::plus);
    return new PlanExamination(design, loads.lengths(), timing, about).examine(server);
  }

  @Override
  public Description description() {
    Map<String, Object> study = new LinkedHashMap<>();
    study.put("name", "played-" + design.name());
    study.put("question", "Does this server carry the plan? " + design.question());
    study.put("design", JSON.convertValue(design, new TypeReference<Map<String, Object>>() {}));
    study.put("quick", loads.lengths().quick());
    Description about = Description.of("played-" + design.name(), DATABASE, study, SEED);
    return loads.given() == null ? about : about.keepingData();
  }

  @Override
  public Findings measure(Run run) throws ServerException, IOException, InterruptedException {
    return new PlanPlay(loads, timing, run).measure();
  }
}
