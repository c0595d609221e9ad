package dev.weir.report;

import dev.weir.capacity.CapacityPlan;
import dev.weir.capacity.Constraint;
import dev.weir.capacity.Figure;
import dev.weir.capacity.Sensitivity;
import dev.weir.capacity.TradeOff;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The tables of a capacity plan, as rows of text: for a terminal and for Markdown alike. */
final class PlanText {
  static final List<String> FIGURES = List.of("", "figure", "90 % interval", "basis", "how");
  static final List<String> CONSTRAINTS = List.of("limit", "used at peak", "basis");
  static final List<String> TRADE_OFF =
      List.of(
          "flush every",
          "documents/s",
          "utilisation",
          "p99 ms",
          "lost, mean s",
          "lost, worst s",
          "updates at risk",
          "");
  static final List<String> SENSITIVITY = List.of("1 % more", "moves utilisation by");

  private static final String NOTHING = "–";

  private PlanText() {}

  /** The figures of one group. */
  static List<List<String>> figures(CapacityPlan plan, String group) {
    return plan.figures().stream()
        .filter(f -> f.group().equals(group))
        .map(
            f ->
                List.of(
                    f.name(),
                    number(f.value()) + (f.unit().isEmpty() ? "" : " " + f.unit()),
                    interval(f),
                    f.basis().name().toLowerCase(Locale.ROOT),
                    f.how()))
        .toList();
  }

  static List<String> groups(CapacityPlan plan) {
    return plan.figures().stream().map(Figure::group).distinct().toList();
  }

  static List<List<String>> constraints(CapacityPlan plan) {
    List<List<String>> rows = new ArrayList<>();
    for (Constraint limit : plan.constraints()) {
      rows.add(
          List.of(
              limit.name(),
              number(limit.used() * 100) + " %",
              limit.basis().name().toLowerCase(Locale.ROOT)));
    }
    return rows;
  }

  static List<List<String>> tradeOff(CapacityPlan plan) {
    List<List<String>> rows = new ArrayList<>();
    for (TradeOff row : plan.tradeOff()) {
      rows.add(
          List.of(
              number(row.seconds()) + " s",
              number(row.documentsPerSecond()),
              row.utilisation() == null ? NOTHING : number(row.utilisation() * 100) + " %",
              orNothing(row.p99Millis()),
              number(row.meanSecondsLost()),
              number(row.worstSecondsLost()),
              number(row.updatesAtRisk()),
              row.note()));
    }
    return rows;
  }

  static List<List<String>> sensitivity(CapacityPlan plan) {
    List<List<String>> rows = new ArrayList<>();
    for (Sensitivity one : plan.sensitivity()) {
      rows.add(List.of(one.input(), String.format(Locale.ROOT, "%+.2f %%", one.elasticity())));
    }
    return rows;
  }

  private static String interval(Figure figure) {
    Double low = figure.low();
    Double high = figure.high();
    return low == null || high == null ? NOTHING : number(low) + " – " + number(high);
  }

  private static String orNothing(@Nullable Double value) {
    return value == null ? NOTHING : number(value);
  }

  /** Three significant digits, whole above 1000, without an exponent. */
  static String number(double value) {
    double size = Math.abs(value);
    if (size >= 100 || value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return String.format(Locale.ROOT, size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f", value);
  }
}
