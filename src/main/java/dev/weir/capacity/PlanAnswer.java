package dev.weir.capacity;

import dev.weir.record.Interval;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code plan.json}: the answer of a plan, played ({@link PlayedAnswer}) or estimated ({@link
 * Estimate}).
 *
 * @param name of the plan
 * @param question that it asks; may be empty
 * @param period seconds between two flushes of a document, as planned
 * @param from names of the runs' folders that an estimate rests on; none if the plan was played
 * @param players planned, whether they hold, and how many at most
 * @param unmet targets that do not hold, a line each
 * @param bindsFirst what gives way first, in words
 * @param cost what it costs a month, in words; empty if the plan names no price
 * @param sentences the answer: does it hold, how many at most, what gives way, what it costs
 * @param limits what is known to end a server's capacity, as far as it was seen
 * @param played each load that was played, as measured; none of an estimate
 * @param whatIf other players, periods and batches, modelled
 * @param figures what follows from the plan by formulas, and of an estimate its costs
 * @param formulas what an estimate was fitted to, by what it tells
 * @param notes what limits the figures
 */
public record PlanAnswer(
    String name,
    String question,
    double period,
    List<String> from,
    Players players,
    List<String> unmet,
    String bindsFirst,
    String cost,
    List<String> sentences,
    List<Limit> limits,
    List<PlayedPoint> played,
    List<WhatIf> whatIf,
    List<Figure> figures,
    Map<String, String> formulas,
    List<String> notes) {

  /**
   * @param planned at once
   * @param holds whether every target holds for them on one replica set, the headroom included
   * @param most at once on one replica set, without headroom. Played: mean and low held, high
   *     broke. Estimated: without bounds where they are not known. Null if none held
   */
  public record Players(long planned, boolean holds, @Nullable Interval most) {}

  /**
   * A limit of the server. Shares are of the resource.
   *
   * @param name which
   * @param at share at which it acts
   * @param planned share under the planned load; null if unknown
   * @param highest share under the highest load that was played; null if unknown
   * @param state what was seen of it: "reached", "not reached", "not measured", "estimated", or
   *     that it is not known
   */
  public record Limit(
      String name, double at, @Nullable Double planned, @Nullable Double highest, String state) {}

  /** Targets that no load can break. */
  static void addUnmet(Design design, @Nullable Double oplogHours, List<String> unmet) {
    double wanted = design.target().oplogHours();
    if (oplogHours != null && oplogHours < wanted) {
      unmet.add(text("the oplog reaches back %.1f h, wanted %.1f h", oplogHours, wanted));
    }
  }

  /** An oplog is bytes per hour by hours: no load has to be played to size it. */
  static String oplogNeeded(double bytesPerSecond, double hours) {
    return text(
        "Give each member an oplog of %,.0f GB: %.2f MB/s are written to it, for %.0f h.",
        Math.ceil(bytesPerSecond * hours * 3600 / 1e9), bytesPerSecond / 1e6, hours);
  }

  /** What replica sets like the one that was measured cost; empty without a price. */
  static String cost(Design design, double sets) {
    Design.Price price = design.price();
    if (price == null) {
      return "";
    }
    double month = sets * design.members() * price.perHostMonth();
    return text(
        "It costs %,.0f %s a month: %s of %d hosts like this one. That is %.2f %s for 1000"
            + " players.",
        month,
        price.currency(),
        sets(sets),
        design.members(),
        month / design.players() * 1000,
        price.currency());
  }

  static String sets(double number) {
    return text("%.0f replica set%s", number, number == 1 ? "" : "s");
  }

  static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
