package dev.weir.capacity;

import dev.weir.analysis.bottleneck.Resource;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * {@code plan.json} of a played plan: its answer, made from {@link PlayedRun} and the verdicts on
 * what held its cells back.
 *
 * @param name of the plan
 * @param players planned, whether they hold, and how many at most
 * @param bindsFirst what gives way first, in words
 * @param cost what it costs a month, in words; empty if the plan names no price
 * @param sentences the answer: does it hold, how many at most, what gives way, what it costs
 * @param limits what is known to end a server's capacity, as far as it was seen
 * @param played each load that was played, as measured
 * @param whatIf other players, periods and batches, modelled
 * @param notes what limits the figures
 */
public record PlayedAnswer(
    String name,
    Players players,
    String bindsFirst,
    String cost,
    List<String> sentences,
    List<Limit> limits,
    List<PlayedPoint> played,
    List<WhatIf> whatIf,
    List<String> notes) {
  /** WiredTiger's {@code eviction_dirty_target}: from here on it evicts in the background. */
  private static final double BACKGROUND = 0.05;

  /** WiredTiger's {@code eviction_dirty_trigger}: from here on threads that serve calls must. */
  private static final double BY_CALLS = 0.20;

  private static final double FULL_CACHE = 0.95;
  private static final double FULL_CPU = 0.9;
  private static final double CONFIDENCE = 0.95;

  /**
   * @param planned at once
   * @param holds whether every target holds for them, the headroom included
   * @param most at once on one replica set, without headroom: low was played and held, high was
   *     played and broke; null if none held
   */
  public record Players(long planned, boolean holds, @Nullable Interval most) {}

  /**
   * A limit of the server, held against its own counters. Shares are of the resource.
   *
   * @param name which
   * @param at share at which it acts
   * @param planned share under the planned load; null if unknown
   * @param highest share under the highest load; null if unknown
   * @param state what was seen of it: "reached", "not reached" or "not measured"
   */
  public record Limit(
      String name, double at, @Nullable Double planned, @Nullable Double highest, String state) {}

  /**
   * @param cells of the run, with their verdicts
   */
  public static PlayedAnswer of(PlayedRun run, List<CellRecord> cells) {
    Design design = run.design();
    PlayedPoint planned = run.points().get(0);
    Long breaks = run.search().breaks();
    double low = run.search().holds();
    double free = 1 - design.target().headroom();
    boolean headroom = planned.load().players() <= low * free;
    boolean members = !design.surviveMemberDown() || design.members() >= 3;
    Double window = planned.oplogHours();
    double wanted = design.target().oplogHours();
    boolean oplog = window == null || window >= wanted;
    boolean holds = planned.holds() && headroom && members && oplog;
    Interval most =
        low == 0
            ? null
            : breaks == null
                ? new Interval(low, Double.NaN, Double.NaN, CONFIDENCE, 1, "played")
                : new Interval(Math.sqrt(low * breaks), low, breaks, CONFIDENCE, 2, "played");
    List<String> unmet = new ArrayList<>(planned.missed());
    if (planned.holds() && !headroom) {
      unmet.add(
          text(
              "headroom: %.0f %% of the %,.0f players that hold are planned, wanted at most %.0f"
                  + " %%",
              100 * planned.load().players() / Math.max(1, low), low, 100 * free));
    }
    if (window != null && !oplog) {
      unmet.add(text("the oplog reaches back %.1f h, wanted %.1f h", window, wanted));
    }
    if (!members) {
      unmet.add("losing a member: " + design.members() + " members keep no majority without one");
    }
    String binds = binds(run, cells);
    String cost = cost(design, low * free);
    List<String> sentences = new ArrayList<>();
    sentences.add(
        holds
            ? text(
                "It holds: %,d players are saved every %s with every target met.",
                planned.load().players(), design.flush().every())
            : text(
                "It does not hold for %,d players: %s.",
                planned.load().players(), String.join("; ", unmet)));
    if (window != null && !oplog) {
      sentences.add(oplogNeeded(planned, wanted));
    }
    sentences.add(most(low, breaks, free, run));
    sentences.add(binds);
    if (!cost.isEmpty()) {
      sentences.add(cost);
    }
    return new PlayedAnswer(
        design.name(),
        new Players(planned.load().players(), holds, most),
        binds,
        cost,
        sentences,
        limits(run, planned),
        run.points(),
        WhatIf.of(run),
        notes(run, cells));
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
    if (!run.points().get(0).steady()) {
      notes.add("The planned load was not steady: the server's CPU per document still moved.");
    }
    notes.addAll(run.notes());
    return notes;
  }

  /** An oplog is bytes per hour by hours: no load has to be played to size it. */
  private static String oplogNeeded(PlayedPoint planned, double wanted) {
    Double rate = planned.disk().oplog();
    return rate == null
        ? "The oplog is too small for that window."
        : text(
            "Give each member an oplog of %,.0f GB: %.2f MB/s are written to it, for %.0f h.",
            Math.ceil(rate * wanted * 3600 / 1e9), rate / 1e6, wanted);
  }

  private static String most(double low, @Nullable Long breaks, double free, PlayedRun run) {
    if (low == 0) {
      return "No number of players that was played holds.";
    }
    String held =
        text(
            "At most %,.0f players held, %s",
            low, run.search().confirmed() ? "over several checkpoints" : "in one short play");
    String kept = text(" With %.0f %% kept free, plan for %,.0f.", 100 * (1 - free), low * free);
    return held
        + (breaks == null ? "; more were not asked for." : text("; %,d did not.", breaks))
        + kept;
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
            .map(cell -> reason(cell.bottleneck().resource()))
            .findFirst()
            .orElse("");
    return text(
        "First to give way, at %,d players: %s.%s",
        broke.load().players(), String.join("; ", broke.missed()), held);
  }

  private static String reason(String resource) {
    return resource.equals(Resource.UNDECIDED.title())
        ? " What held it back we can't tell."
        : " What held it back there: " + resource + ".";
  }

  private static String cost(Design design, double carried) {
    Design.Price price = design.price();
    if (price == null || carried <= 0) {
      return "";
    }
    double sets = Math.ceil(design.players() / carried);
    double month = sets * design.members() * price.perHostMonth();
    return text(
        "It costs %,.0f %s a month: %.0f replica set%s of %d hosts like this one. That is %.2f %s"
            + " for 1000 players.",
        month,
        price.currency(),
        sets,
        sets == 1 ? "" : "s",
        design.members(),
        month / design.players() * 1000,
        price.currency());
  }

  private static List<Limit> limits(PlayedRun run, PlayedPoint planned) {
    PlayedPoint highest =
        run.points().stream()
            .max(Comparator.comparingDouble(p -> p.rates().documents()))
            .orElse(planned);
    List<Limit> limits = new ArrayList<>();
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
    Limit calls = limit("dirty cache: evicted by calls", BY_CALLS, dirty, dirtiest(run));
    limits.add(
        run.points().stream().anyMatch(PlayedAnswer::evictedByCalls)
            ? new Limit(
                calls.name(),
                BY_CALLS,
                dirty,
                calls.highest(),
                calls.state() + "; threads that serve calls evicted pages")
            : calls);
    limits.add(limit("cache", FULL_CACHE, planned.cache().used(), highest.cache().used()));
    Design.Host host = run.design().host();
    Double bandwidth = host.diskBytesPerSecond();
    if (bandwidth != null) {
      limits.add(
          limit(
              "disk bandwidth",
              1,
              share(planned.disk().written(), bandwidth),
              share(highest.disk().written(), bandwidth)));
    }
    Double iops = host.diskIops();
    if (iops != null) {
      limits.add(
          limit(
              "disk writes per second",
              1,
              share(planned.disk().requests(), iops),
              share(highest.disk().requests(), iops)));
    }
    Double network = host.networkBytesPerSecond();
    if (network != null) {
      limits.add(
          limit(
              "network to the server",
              1,
              share(planned.rates().networkIn(), network),
              share(highest.rates().networkIn(), network)));
    }
    return limits;
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

  private static Limit limit(
      String name, double at, @Nullable Double planned, @Nullable Double highest) {
    String state = highest == null ? "not measured" : highest >= at ? "reached" : "not reached";
    return new Limit(name, at, planned, highest, state);
  }

  private static @Nullable Double share(@Nullable Double used, double whole) {
    return used == null ? null : Double.valueOf(used / whole);
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
