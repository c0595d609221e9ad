package dev.weir.runner.plan;

import com.mongodb.client.MongoClient;
import dev.weir.capacity.CapacityException;
import dev.weir.capacity.Design;
import dev.weir.load.engine.Timing;
import dev.weir.record.ServerFacts;
import dev.weir.server.ControlClient;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a server before a plan is played there: whether the accounts fit, and who else uses it.
 */
final class PlanExamination {
  private static final Duration LOOK = Duration.ofSeconds(5);
  private static final double QUIET_OPERATIONS = 20;
  private static final double QUIET_CORES = 0.25;

  /** Files of data grow to twice what they hold: a checkpoint writes pages before it frees any. */
  private static final double DATA_GROWS = 2;

  /** Loads on the way to the most players; those of more than that find their disk grown. */
  private static final double RAISED = 2;

  /** Bytes of old versions on disk over those of the documents that were written. */
  private static final double HISTORY_GROWS = 1.2;

  /** Around the values in an entry of the oplog. */
  private static final double ENTRY_BYTES = 180;

  private static final double JOURNAL_BYTES = 5e8;

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
    double bytes = design.storedBytes() / design.accounts() * lengths.accounts(design);
    try (MongoClient client = ControlClient.open(server)) {
      ServerWatch watch = new ServerWatch(client, PlayedPlan.DATABASE, server);
      Double free = watch.freeBytes();
      ServerWatch.Sizes sizes = watch.sizes();
      Integer kept = server.facts().keptHistory();
      double need =
          copies(server.facts())
              * needed(
                  design,
                  lengths.accounts(design),
                  kept == null ? PlayedPlan.HISTORY_SECONDS : kept,
                  (double) about.toSeconds(),
                  sizes);
      if (free != null && need > free) {
        throw new CapacityException(
            text(
                "the accounts don't fit: %,d of them need some %.1f GB more with oplog and history,"
                    + " the server's disk has %.1f GB free; name fewer accounts or another server",
                lengths.accounts(design), need / 1e9, free / 1e9));
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
    if (lengths.accounts(design) < design.accounts()) {
      lines.add(
          text(
              "only %,d of %,.0f accounts are filled: cache, disk and dirty pages are those of"
                  + " fewer documents",
              lengths.accounts(design), design.accounts()));
    }
    return lines;
  }

  /**
   * Bytes that the files of one member will grow by, as far as they are not there already: a run
   * that goes on finds most of them.
   *
   * @param kept seconds that the server keeps old versions
   * @param played seconds
   * @param there what it holds now
   */
  static double needed(
      Design design, long accounts, double kept, double played, ServerWatch.Sizes there) {
    double bytes = design.storedBytes() / design.accounts() * accounts;
    double perSecond = RAISED * design.documentsPerSecond();
    double each = bytes / accounts / design.documents().size();
    double update =
        design.documents().stream()
            .mapToDouble(Design.DocumentType::updateBytes)
            .average()
            .orElse(0);
    double logged = bytes + perSecond * (update + ENTRY_BYTES) * played;
    Double most = there.oplogMost();
    return more(DATA_GROWS * bytes, there.data())
        + more(most == null ? 0 : Math.min(most, logged), there.oplogOnDisk())
        + more(HISTORY_GROWS * perSecond * each * kept, there.history())
        + more(JOURNAL_BYTES, there.journal());
  }

  private static double more(double wanted, @Nullable Double there) {
    return Math.max(0, wanted - (there == null ? 0 : there));
  }

  /** Members of a server that Weir started keep their copies on this host's disk. */
  private static int copies(ServerFacts facts) {
    if (!facts.source().isOurs()) {
      return 1;
    }
    return facts.topology().equals("pss") ? 3 : facts.topology().equals("psa") ? 2 : 1;
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

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
