package dev.weir.analysis.bottleneck;

import static dev.weir.analysis.bottleneck.BottleneckThresholds.CACHE_TARGET;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.CACHE_TRIGGER;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.CONFLICTS;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.DEVICE;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.DIRTY_TARGET;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.DIRTY_TRIGGER;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.DISK_AWAIT_MILLIS;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.DISK_QUEUE;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.EVICTION_SHARE;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.FLOW_CONTROL;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.FOREIGN;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.GC;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.HICCUP_MILLIS;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.JOURNAL;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.PAGES_READ;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.RATE_MET;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.SATURATED;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.STEAL;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.THROTTLED;
import static dev.weir.analysis.bottleneck.BottleneckThresholds.WAIT_SHARE;

import dev.weir.analysis.bottleneck.CellEvidence.Cache;
import dev.weir.analysis.bottleneck.CellEvidence.Cpu;
import dev.weir.analysis.bottleneck.CellEvidence.Demand;
import dev.weir.analysis.bottleneck.CellEvidence.Generator;
import dev.weir.analysis.bottleneck.CellEvidence.Replication;
import dev.weir.analysis.bottleneck.CellEvidence.Storage;
import dev.weir.analysis.stats.OperationalLaws;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The rules other than those of the processors and of a call's way. */
final class BottleneckRules {
  private BottleneckRules() {}

  /** An open loop whose rate was met is held back by nothing but its own plan. */
  static Finding rateMet(CellEvidence evidence) {
    Demand demand = evidence.demand();
    Double offered = demand.offeredPerSecond();
    if (offered == null || demand.documentsPerSecond() < RATE_MET * offered) {
      return Finding.nothing();
    }
    return CpuRule.busiest(evidence.cpu()) >= SATURATED
        ? Finding.nothing()
        : Finding.named(
            Resource.PACED,
            format(
                "%.0f documents/s were offered and acknowledged, and nothing is full",
                demand.documentsPerSecond()));
  }

  /** Somebody else took the generator's processor, or its own collector did. */
  static Finding generatorDisturbed(CellEvidence evidence) {
    Generator generator = evidence.generator();
    if (atLeast(generator.stealShare(), STEAL)) {
      return Finding.named(
          Resource.GENERATOR,
          format(
              "the hypervisor took %.0f %% of the client's CPU", percent(generator.stealShare())));
    }
    if (atLeast(generator.gcShare(), GC)) {
      return Finding.named(
          Resource.GENERATOR,
          format(
              "the load's JVM stood still %.0f %% of the time for collections",
              percent(generator.gcShare())));
    }
    Cpu cpu = evidence.cpu();
    Double cores = cpu.hostCores();
    Double foreign = foreignCores(evidence);
    if (cores != null && atLeast(cpu.hostBusy(), SATURATED) && atLeast(foreign, FOREIGN * cores)) {
      return Finding.named(
          Resource.GENERATOR,
          format(
              "other processes used %.2f of the %.0f cores of a full host", known(foreign), cores));
    }
    return Finding.nothing();
  }

  /** As measured; in older records, on a shared host, what neither client nor server used. */
  private static @Nullable Double foreignCores(CellEvidence evidence) {
    Double measured = evidence.generator().foreignCores();
    Cpu cpu = evidence.cpu();
    Double busy = cpu.hostBusy();
    Double cores = cpu.hostCores();
    Double client = cpu.clientUsed();
    Double server = cpu.serverUsed();
    if (measured != null
        || !cpu.sharedHost()
        || busy == null
        || cores == null
        || client == null
        || server == null) {
      return measured;
    }
    return busy * cores - client - server;
  }

  /** Asked after the processors: a full host makes threads late, and then that is the reason. */
  static Finding generatorLate(CellEvidence evidence) {
    Double hiccup = evidence.generator().hiccupMillis();
    if (hiccup == null) {
      return Finding.lacks("how late the load's threads wake (hiccups)");
    }
    if (hiccup < HICCUP_MILLIS) {
      return Finding.nothing();
    }
    Double throttled = evidence.generator().throttledCores();
    return atLeast(throttled, THROTTLED)
        ? Finding.named(
            Resource.CLIENT_CPU,
            format(
                "a CPU quota withheld %.2f cores from the client, whose threads wake up to %.1f ms"
                    + " late (p99)",
                known(throttled), hiccup))
        : Finding.named(
            Resource.GENERATOR,
            format(
                "the load's threads wake up to %.1f ms late (p99) on a host that is not full",
                hiccup));
  }

  /** Writers retry, or wait for locks: hot documents. */
  static Finding conflicts(CellEvidence evidence) {
    Double perDocument = evidence.conflicts().writeConflictsPerDocument();
    if (atLeast(perDocument, CONFLICTS)) {
      return Finding.named(
          Resource.CONFLICT, format("%.2f write conflicts per document", known(perDocument)));
    }
    Double wait = evidence.conflicts().lockWaitMillisPerCall();
    if (waits(wait, evidence)) {
      return Finding.named(Resource.CONFLICT, waiting("for locks or tickets", wait, evidence));
    }
    return perDocument == null ? Finding.lacks("write conflicts") : Finding.nothing();
  }

  /** The cache is too small: serving threads evict or read pages themselves. */
  static Finding cache(CellEvidence evidence) {
    Cache cache = evidence.cache();
    Double evicting = cache.evictionMillisPerCall();
    if (evicting != null && evicting >= EVICTION_SHARE * cycleMillis(evidence)) {
      return Finding.named(
          Resource.CACHE, waiting("on evicting or reading pages", evicting, evidence), fill(cache));
    }
    if (atLeast(cache.pagesReadPerDocument(), PAGES_READ) && evicts(cache)) {
      return Finding.named(
          Resource.CACHE,
          format(
              "%.2f pages read into the cache per document", known(cache.pagesReadPerDocument())),
          fill(cache));
    }
    if (atLeast(cache.dirty(), DIRTY_TRIGGER) || atLeast(cache.used(), CACHE_TRIGGER)) {
      return Finding.named(Resource.CACHE, fill(cache));
    }
    return cache.used() == null || cache.dirty() == null
        ? Finding.lacks("WiredTiger cache used and dirty")
        : Finding.nothing();
  }

  /** Pages read into a cache with room are first touches and will not be read again. */
  private static boolean evicts(Cache cache) {
    Double used = cache.used();
    Double dirty = cache.dirty();
    return used == null || dirty == null || used >= CACHE_TARGET || dirty >= DIRTY_TARGET;
  }

  /** Calls queue for a connection while the processors have room. */
  static Finding pool(CellEvidence evidence) {
    Double wait = evidence.path().poolWaitMillis();
    if (wait == null) {
      return Finding.lacks("the wait for a connection");
    }
    double share = wait / (wait + evidence.demand().serviceMillis());
    if (share < WAIT_SHARE) {
      return Finding.nothing();
    }
    Double size = evidence.path().poolSize();
    return Finding.named(
        Resource.CONNECTION_POOL,
        format(
            "a call waits %.2f ms for a connection and is served in %.2f ms",
            wait, evidence.demand().serviceMillis()),
        format(
            "%.0f in flight on %s connections",
            evidence.demand().inFlight(),
            size == null ? "an unknown number of" : format("%.0f", size)));
  }

  /** Other members are waited for, or flow control brakes on their behalf. */
  static Finding replication(CellEvidence evidence) {
    Replication replication = evidence.replication();
    if (replication.dataMembers() < 2) {
      return Finding.nothing(); // alone, a majority's wait is for the own journal
    }
    Double lag = replication.lagSeconds();
    String lagging =
        lag == null ? "replication lag unknown" : format("replication lag %.1f s", lag);
    if (atLeast(replication.flowControlShare(), FLOW_CONTROL)) {
      return Finding.named(
          Resource.REPLICATION,
          format(
              "flow control held writers back %.0f %% of the time",
              percent(replication.flowControlShare())),
          lagging);
    }
    Double wait = replication.waitMillisPerCall();
    if (waits(wait, evidence)) {
      return Finding.named(
          Resource.REPLICATION, waiting("for the write concern", wait, evidence), lagging);
    }
    return wait == null ? Finding.lacks("the wait for the write concern") : Finding.nothing();
  }

  /** Calls wait for the journal, or the device is at its limit. */
  static Finding disk(CellEvidence evidence) {
    Storage storage = evidence.storage();
    if (atLeast(storage.deviceShare(), DEVICE)) {
      return Finding.named(
          Resource.DISK,
          format("the device works at %.0f %% of its limit", percent(storage.deviceShare())));
    }
    Double await = storage.writeAwaitMillis();
    if (atLeast(storage.queueLength(), DISK_QUEUE) && atLeast(await, DISK_AWAIT_MILLIS)) {
      return Finding.named(
          Resource.DISK,
          format(
              "%.1f requests queue at the device, a write takes %.1f ms",
              known(storage.queueLength()), known(await)));
    }
    if (storage.journaled()) {
      return journal(evidence);
    }
    return storage.queueLength() == null || await == null
        ? Finding.lacks("the disk's queue and write times")
        : Finding.nothing();
  }

  private static Finding journal(CellEvidence evidence) {
    Double flush = evidence.storage().journalFlushMillis();
    Double busy = evidence.storage().journalBusy();
    if (atLeast(busy, JOURNAL)) {
      return Finding.named(
          Resource.DISK,
          format(
              "the journal is being synced %.0f %% of the time, %s ms each",
              percent(busy), flush == null ? "unknown" : format("%.2f", flush)));
    }
    if (waits(flush, evidence)) {
      return Finding.named(Resource.DISK, waiting("for the journal", flush, evidence));
    }
    Replication replication = evidence.replication();
    Double own = replication.dataMembers() < 2 ? replication.waitMillisPerCall() : null;
    if (waits(own, evidence)) {
      return Finding.named(
          Resource.DISK, waiting("for the only member's own journal", own, evidence));
    }
    return flush == null && own == null
        ? Finding.lacks("the time of a journal flush")
        : Finding.nothing();
  }

  static boolean waits(@Nullable Double millis, CellEvidence evidence) {
    return millis != null && millis >= WAIT_SHARE * cycleMillis(evidence);
  }

  private static String waiting(String why, @Nullable Double millis, CellEvidence evidence) {
    return format("%.2f of the %.2f ms of a call go %s", known(millis), cycleMillis(evidence), why);
  }

  /** The time a call takes from one start to the next of the same writer, N / X, in ms. */
  static double cycleMillis(CellEvidence evidence) {
    Demand demand = evidence.demand();
    return demand.offeredPerSecond() == null
        ? 1000 * OperationalLaws.responseTime(demand.inFlight(), demand.callsPerSecond(), 0)
        : demand.serviceMillis();
  }

  private static String fill(Cache cache) {
    return format(
        "cache %s used, %s dirty", percentOrUnknown(cache.used()), percentOrUnknown(cache.dirty()));
  }

  private static String percentOrUnknown(@Nullable Double share) {
    return share == null ? "unknown" : format("%.0f %%", 100 * share);
  }

  private static boolean atLeast(@Nullable Double value, double threshold) {
    return value != null && value >= threshold;
  }

  private static double percent(@Nullable Double share) {
    return 100 * known(share);
  }

  private static double known(@Nullable Double value) {
    return value == null ? Double.NaN : value;
  }

  static String format(String pattern, Object... arguments) {
    return String.format(Locale.ROOT, pattern, arguments);
  }
}
