package dev.weir.runner.plan;

import static dev.weir.runner.plan.PlayedLoad.text;

import com.mongodb.client.MongoClient;
import dev.weir.capacity.CapacityException;
import dev.weir.capacity.Design;
import dev.weir.load.engine.Timing;
import dev.weir.server.ControlClient;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at a server before a plan is played there: whether the accounts fit, and who else uses it.
 */
final class PlanExamination {
  private static final Duration LOOK = Duration.ofSeconds(5);
  private static final double QUIET_OPERATIONS = 20;
  private static final double QUIET_CORES = 0.25;

  /** Loads on the way to the most players; before each that is larger the disk is looked at. */
  private static final double RAISED = 2;

  private final Design design;
  private final PlayLengths lengths;
  private final Timing timing;
  private final Duration about;

  /**
   * @param about how long it will be played
   */
  PlanExamination(Design design, PlayLengths lengths, Timing timing, Duration about) {
    this.design = design;
    this.lengths = lengths;
    this.timing = timing;
    this.about = about;
  }

  /** As {@link PlayedPlan#examine}. */
  List<String> examine(ServerUnderTest server)
      throws CapacityException, ServerException, InterruptedException {
    if (!server.facts().realMongoDB()) {
      throw new CapacityException(
          "no plan is played on "
              + server.facts().product()
              + ": its costs are not those of MongoDB; name a mongod");
    }
    for (Design.DocumentType type : design.documents()) {
      try {
        PlayedLoad.cell(design, type);
      } catch (IllegalArgumentException e) {
        throw new CapacityException(
            "documents of " + type.name() + " can't be played: " + e.getMessage());
      }
    }
    List<String> lines = new ArrayList<>();
    if (!server.facts().source().isOurs()) {
      lines.add(requireQuiet(server));
    }
    long accounts = lengths.accounts(design);
    double bytes = design.storedBytes() / design.accounts() * accounts;
    try (MongoClient client = ControlClient.open(server)) {
      PlanDisk disk =
          PlanDisk.of(server, new ServerWatch(client, PlayedPlan.DATABASE, server), accounts);
      PlanDisk.Shortage shortage = disk.shortage(design, RAISED, about);
      if (shortage != null) {
        throw new CapacityException(
            text(
                "the accounts don't fit: %,d of them need %s; name fewer accounts or another"
                    + " server",
                accounts, shortage.withOplogAndHistory()));
      }
    }
    Long cache = server.facts().cacheBytes();
    if (cache != null && bytes > 2.0 * cache) {
      lines.add(
          text(
              "the accounts are %.1f times the cache of %.2f GB: pages will be read from disk again"
                  + " and again, and the disk will decide",
              bytes / cache, cache / 1e9));
    }
    if (accounts < design.accounts()) {
      lines.add(
          text(
              "only %,d of %,.0f accounts are filled: cache, disk and dirty pages are those of"
                  + " fewer documents",
              accounts, design.accounts()));
    }
    return lines;
  }

  private String requireQuiet(ServerUnderTest server)
      throws CapacityException, ServerException, InterruptedException {
    ServerCounters before = server.counters();
    timing.sleepUntil(timing.nanoTime() + LOOK.toNanos());
    ServerCounters own = server.counters().minus(before);
    double span = LOOK.toMillis() / 1e3;
    double operations = (own.insert() + own.update() + own.delete() + own.query()) / span;
    Long micros = own.cpuMicros();
    double cores = micros == null ? 0 : micros / 1e6 / span;
    String load = text("%,.0f operations/s and %.2f cores over %.0f s", operations, cores, span);
    if (operations > QUIET_OPERATIONS || cores > QUIET_CORES) {
      throw new CapacityException(
          "the deployment is busy with others: " + load + "; play the plan when it is idle");
    }
    return "its own load before: " + load;
  }
}
