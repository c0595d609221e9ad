package dev.weir.capacity;

import static dev.weir.capacity.PlanAnswer.text;

import dev.weir.analysis.bottleneck.Resource;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The answer of a played plan, made from {@link PlayedRun} and the verdicts on its cells. */
public final class PlayedAnswer {
  /** WiredTiger's {@code eviction_dirty_target}: from here on it evicts in the background. */
  private static final double BACKGROUND = 0.05;

  /** WiredTiger's {@code eviction_dirty_trigger}: from here on threads that serve calls must. */
  private static final double BY_CALLS = 0.20;

  private static final double FULL_CACHE = 0.95;
  private static final double FULL_CPU = 0.9;
  private static final double CONFIDENCE = 0.95;

  private PlayedAnswer() {}

  /**
   * @param cells of the run, with their verdicts
   */
  public static PlanAnswer of(PlayedRun run, List<CellRecord> cells) {
    Design design = run.design();
    PlayedPoint planned = run.points().get(0);
    PlayedRun.Search found = run.search();
    Long breaks = found.breaks();
    double low = found.holds();
    double free = 1 - design.target().headroom();
    Interval most =
        low == 0
            ? null
            : breaks == null
                ? new Interval(low, Double.NaN, Double.NaN, CONFIDENCE, 1, "played")
                : new Interval(low, low, breaks, CONFIDENCE, 2, "played");
    List<String> unmet = new ArrayList<>(planned.missed());
    if (planned.holds() && planned.load().players() > low * free) {
      unmet.add(headroom(planned.load().players(), low, free));
    }
    PlanAnswer.addUnmet(design, planned.oplogHours(), unmet);
    boolean holds = unmet.isEmpty();
    String binds = binds(run, cells);
    double sets = low > 0 ? Math.ceil(design.players() / (low * free)) : 0;
    String cost = sets > 0 ? PlanAnswer.cost(design, sets) : "";
    List<String> sentences = new ArrayList<>();
    Double window = planned.oplogHours();
    sentences.add(
        holds
            ? text(
                "It holds: %,d players are saved every %s with every target met%s.",
                planned.load().players(),
                design.flush().every(),
                window == null
                    ? " that was measured; how far the oplog reaches back is not known"
                    : "")
            : text(
                "It does not hold for %,d players: %s.",
                planned.load().players(), String.join("; ", unmet)));
    if (sets > 1) {
      sentences.add(
          text(
              "Split the players over %s like this one: %,.0f on each, of at most %,.0f.",
              PlanAnswer.sets(sets), Math.ceil(design.players() / sets), low * free));
    }
    if (window != null && window < design.target().oplogHours()) {
      sentences.add(oplogNeeded(planned, design.target().oplogHours()));
    }
    sentences.add(most(found, free));
    sentences.add(binds);
    if (!cost.isEmpty()) {
      sentences.add(cost);
    }
    if (low > 0 && design.growth().perMonth() > 0) {
      sentences.add(grown(design, low * free));
    }
    if (planned.disk().data() != null) {
      sentences.add(disk(planned.disk()));
    }
    return new PlanAnswer(
        design.name(),
        design.question(),
        design.flush().period(),
        List.of(),
        new PlanAnswer.Players(planned.load().players(), holds, most),
        unmet,
        binds,
        cost,
        sentences,
        limits(run, planned),
        run.points(),
        WhatIf.of(run),
        PlanFigures.of(
                design,
                highest(run).rates().documents(),
                ", the most that was played; a server may write more")
            .all(),
        Map.of(),
        notes(run, cells));
  }

  private static String headroom(long planned, double low, double free) {
    return low == 0
        ? "how many players hold at most is not known"
        : text(
            "%,d players are %.0f %% of the %,.0f that hold, wanted at most %.0f %% (headroom)",
            planned, 100 * planned / low, low, 100 * free);
  }

  /** What holds today may not hold at the end of the months that the plan looks ahead. */
  private static String grown(Design design, double perSet) {
    double players = design.grown().players();
    return text(
        "In %d months there are %,.0f players: they need %s like this one.",
        design.growth().months(), players, PlanAnswer.sets(Math.ceil(players / perSet)));
  }

  /** The oplog is given as it was: a young one has not reached its size. */
  private static String disk(PlayedPoint.DiskUse disk) {
    Map<String, Double> parts = new LinkedHashMap<>();
    put(parts, "documents", disk.data());
    put(parts, "old versions (history store)", disk.history());
    put(parts, "oplog", disk.oplogSize());
    put(parts, "journal", disk.journal());
    return text(
        "The server had %.1f GB on disk at the end of the planned load: %s.",
        parts.values().stream().mapToDouble(Double::doubleValue).sum() / 1e9,
        parts.entrySet().stream()
            .map(part -> text("%.1f of %s", part.getValue() / 1e9, part.getKey()))
            .collect(Collectors.joining(", ")));
  }

  private static void put(Map<String, Double> parts, String name, @Nullable Double bytes) {
    if (bytes != null) {
      parts.put(name, bytes);
    }
  }

  /** What a stranger took is no finding on the server. */
  private static List<String> notes(PlayedRun run, List<CellRecord> cells) {
    List<String> notes = new ArrayList<>();
    for (CellRecord cell : cells) {
      CellRecord.Bottleneck verdict = cell.bottleneck();
      if (verdict.resource().equals(Resource.GENERATOR.title())) {
        notes.add(cell.id() + " was disturbed: " + String.join("; ", verdict.evidence()));
      }
    }
    if (!run.quick() && !run.points().get(0).steady()) {
      notes.add("The planned load was not steady: the server's CPU per document still moved.");
    }
    notes.addAll(run.notes());
    return notes;
  }

  private static String oplogNeeded(PlayedPoint planned, double wanted) {
    Double rate = planned.disk().oplog();
    return rate == null
        ? "The oplog is too small for that window."
        : PlanAnswer.oplogNeeded(rate, wanted);
  }

  private static String most(PlayedRun.Search found, double free) {
    if (found.holds() == 0) {
      return "No number of players that was played holds. Change the plan (a longer flush period,"
          + " smaller updates) or take a stronger server, and play it again.";
    }
    String how = found.confirmed() ? "over several checkpoints" : "in one short play";
    return (found.breaks() == null
            ? text(
                "%,d players held, %s. More were not played, so how many more hold is not known.",
                found.holds(), how)
            : text(
                "At most %,d players held, %s; %,d did not.", found.holds(), how, found.breaks()))
        + text(" With %.0f %% kept free, plan for %,.0f.", 100 * (1 - free), found.holds() * free);
  }

  /** The lowest load that broke says what gave way, and its cell's verdict what held it back. */
  private static String binds(PlayedRun run, List<CellRecord> cells) {
    PlayedPoint broke =
        run.points().stream()
            .filter(p -> !p.holds() && p.kind() != PlayedPoint.Kind.AROUND)
            .min(Comparator.comparingLong(p -> p.load().players()))
            .orElse(null);
    if (broke == null) {
      return "What gives way first was not reached: every load that was played held.";
    }
    String held =
        cells.stream()
            .filter(cell -> cell.id().equals(broke.cell()))
            .map(cell -> reason(broke, cell.bottleneck()))
            .findFirst()
            .orElse("");
    return text(
        "First to give way, at %,d players: %s.%s",
        broke.load().players(), String.join("; ", broke.missed()), held);
  }

  /** A server that writes all that is due is not held back, whatever its verdict names. */
  private static String reason(PlayedPoint broke, CellRecord.Bottleneck verdict) {
    boolean known = !verdict.resource().equals(Resource.UNDECIDED.title());
    String named =
        verdict.resource()
            + verdict.evidence().stream().findFirst().map(line -> " (" + line + ")").orElse("");
    if (broke.keepsUp() && broke.rates().failed() == 0) {
      return " All that was due was written there; calls took too long."
          + (known ? " The verdict on the whole load: " + named + "." : "");
    }
    return known
        ? " What held the server back there: " + named + "."
        : " What held the server back there is not known.";
  }

  private static PlayedPoint highest(PlayedRun run) {
    return run.points().stream()
        .max(Comparator.comparingDouble(p -> p.rates().documents()))
        .orElseThrow();
  }

  private static List<PlanAnswer.Limit> limits(PlayedRun run, PlayedPoint planned) {
    PlayedPoint highest = highest(run);
    List<PlanAnswer.Limit> limits = new ArrayList<>();
    Integer cores = run.cores();
    if (cores != null) {
      limits.add(
          limit(
              "the server's share of its host's cores",
              FULL_CPU,
              share(planned.cpu().server(), cores.doubleValue()),
              share(highest.cpu().server(), cores.doubleValue())));
    }
    Double dirty = planned.cache().mostDirty();
    limits.add(limit("dirty cache: evicted in the background", BACKGROUND, dirty, dirtiest(run)));
    PlanAnswer.Limit calls = limit("dirty cache: evicted by calls", BY_CALLS, dirty, dirtiest(run));
    limits.add(
        run.points().stream().anyMatch(PlayedAnswer::evictedByCalls)
            ? new PlanAnswer.Limit(
                calls.name(),
                BY_CALLS,
                dirty,
                calls.highest(),
                calls.state() + "; yet threads that serve calls evicted pages")
            : calls);
    limits.add(limit("cache", FULL_CACHE, planned.cache().used(), highest.cache().used()));
    Design.Host host = run.design().host();
    Double bandwidth = host.diskBytesPerSecond();
    Double iops = host.diskIops();
    Double network = host.networkBytesPerSecond();
    if (bandwidth != null) {
      limits.add(ofHost("disk bandwidth", bandwidth, run, p -> p.disk().written()));
    }
    if (iops != null) {
      PlanAnswer.Limit writes =
          ofHost(
              "writes per second, before the system merges them",
              iops,
              run,
              p -> p.disk().requests());
      // A disk got a half of them, or a quarter: whether it is full is not seen here.
      limits.add(
          writes.state().equals("reached")
              ? new PlanAnswer.Limit(
                  writes.name(),
                  1,
                  writes.planned(),
                  writes.highest(),
                  "not known: disks get fewer")
              : writes);
    }
    if (network != null) {
      limits.add(ofHost("network to the server", network, run, p -> p.rates().networkIn()));
    }
    return limits;
  }

  private static PlanAnswer.Limit ofHost(
      String name, double whole, PlayedRun run, Function<PlayedPoint, @Nullable Double> used) {
    Double planned = share(used.apply(run.points().get(0)), whole);
    return limit(name, 1, planned, share(used.apply(highest(run)), whole));
  }

  private static boolean evictedByCalls(PlayedPoint point) {
    Double pages = point.cache().evictedByCalls();
    return pages != null && pages > 0;
  }

  private static @Nullable Double dirtiest(PlayedRun run) {
    Double most = null;
    for (PlayedPoint point : run.points()) {
      Double own = point.cache().mostDirty();
      if (own != null && (most == null || own > most)) {
        most = own;
      }
    }
    return most;
  }

  private static PlanAnswer.Limit limit(
      String name, double at, @Nullable Double planned, @Nullable Double highest) {
    String state = highest == null ? "not measured" : highest >= at ? "reached" : "not reached";
    return new PlanAnswer.Limit(name, at, planned, highest, state);
  }

  private static @Nullable Double share(@Nullable Double used, double whole) {
    return used == null ? null : Double.valueOf(used / whole);
  }
}
