package dev.weir.runner.plan;

import static dev.weir.runner.plan.PlayedLoad.text;

import dev.weir.capacity.Design;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The loads that a plan is played with, and for how long.
 *
 * @param given loads beside the planned one, by the names of their cells; null if it is asked how
 *     many players hold
 */
record PlanLoads(Design design, PlayLengths lengths, @Nullable Map<String, Design> given) {
  /** Fills go some ten to forty megabytes a second; nobody knows before. */
  private static final double FILL_BYTES_PER_SECOND = 20e6;

  private static final double HALF = 0.5;

  /** What will be done, and for about how long. */
  List<PlayedPlan.Step> steps() {
    List<PlayedPlan.Step> steps = new ArrayList<>();
    double bytes = design.storedBytes() / design.accounts() * lengths.accounts(design);
    steps.add(
        new PlayedPlan.Step(
            text("fill %,d accounts, %.2f GB", lengths.accounts(design), bytes / 1e9),
            "",
            PlayedLoad.seconds(bytes / FILL_BYTES_PER_SECOND)));
    String planned = text("%,.0f", design.players());
    steps.add(new PlayedPlan.Step("play the planned load until it is steady", planned, whole()));
    if (lengths.probes() > 0) {
      steps.add(
          new PlayedPlan.Step(
              text("raise the players until a target breaks, %d loads", lengths.probes()),
              "more",
              probe(design).multipliedBy(lengths.probes())));
    }
    if (lengths.around()) {
      Duration time =
          around().values().stream().map(this::probe).reduce(Duration.ZERO, Duration::plus);
      steps.add(
          new PlayedPlan.Step("play other batches, periods and sizes, for what-if", planned, time));
    }
    if (lengths.confirmations() > 0) {
      String confirm = text("confirm the most that hold, up to %d times", lengths.confirmations());
      steps.add(new PlayedPlan.Step(confirm, "most", whole()));
    }
    return steps;
  }

  /** What the planned load takes, settling included. */
  Duration whole() {
    return lengths.settle(design, false).plus(lengths.block(design).multipliedBy(lengths.blocks()));
  }

  /** What a load on the way to the most players takes, settling included. */
  Duration probe(Design load) {
    return lengths.settle(load, true).plus(lengths.probe(load));
  }

  /** Loads beside the planned one, by what is different. */
  Map<String, Design> around() {
    if (given != null) {
      return given;
    }
    Design.Flush flush = design.flush();
    Map<String, Design> loads = new LinkedHashMap<>();
    if (flush.batch() > 1) {
      int batch = Math.max(1, flush.batch() / 5);
      loads.put("batch" + batch, design.withFlush(flush.ofBatch(batch)));
    }
    Design.Flush longer = flush.every(flush.period() * 2);
    loads.put("period" + longer.every().replace(" ", ""), design.withFlush(longer));
    if (!design.sampled()) { // updates of a sample have one size
      loads.put("updateBytesHalved", design.withUpdateBytes(HALF));
    }
    return loads;
  }
}
