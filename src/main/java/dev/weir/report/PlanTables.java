package dev.weir.report;

import dev.weir.analysis.stats.PercentileIntervals;
import dev.weir.capacity.CostModel;
import dev.weir.capacity.Figure;
import dev.weir.capacity.PlanAnswer;
import dev.weir.capacity.PlayedPoint;
import dev.weir.capacity.WhatIf;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of a plan, played or estimated, and its answer as text. */
public final class PlanTables {
  private static final double MEGA = 1e6;
  private static final double GIGA = 1e9;

  private PlanTables() {}

  /** Every load that was played, as measured. */
  public static Table<PlayedPoint> loads(PlanAnswer answer, String id) {
    return Table.of(id, "Loads that were played", answer.played())
        .text("load", PlayedPoint::cell)
        .count("players", p -> p.load().players())
        .figure("flush every s", "", p -> p.load().period())
        .count("batch", p -> p.load().batch())
        .figure("B per update", "", p -> scaled(p.rates().bytes(), p.rates().documents()))
        .text("holds", p -> p.holds() ? "yes" : "no: " + String.join("; ", p.missed()))
        .figure("documents/s", "", p -> p.rates().documents())
        .figure("calls/s", "", p -> p.rates().calls())
        .figure("p50 ms", "", p -> p.times().p50())
        .interval(
            "p99 ms [" + Digits.percent(PercentileIntervals.CONFIDENCE) + "]", p -> p.times().p99())
        .text(
            "why without interval", p -> p.times().p99().isKnown() ? "" : p.times().p99().method())
        .figure("p99 at a checkpoint ms", "", p -> p.times().atCheckpoint())
        .figure("server cores", "", p -> p.cpu().server())
        .figure("client cores", "", p -> p.cpu().client())
        .text("steady", PlanTables::steady);
  }

  /** A load of one stretch has none to be compared with. */
  private static String steady(PlayedPoint point) {
    return switch (point.kind()) {
      case RAISED, AROUND -> Digits.NOTHING;
      case PLANNED, CONFIRMED ->
          point.steady() ? "yes" : point.cache().checkpoints() < 2 ? Digits.NOTHING : "no";
    };
  }

  /** What the server's memory, disk and network did under each load. */
  public static Table<PlayedPoint> resources(PlanAnswer answer, String id) {
    return Table.of(id, "Cache, disk and network under each load", answer.played())
        .text("load", PlayedPoint::cell)
        .figure("cache used %", "", p -> scaled(p.cache().used(), 0.01))
        .figure("dirty %", "", p -> scaled(p.cache().dirty(), 0.01))
        .figure("dirty at most %", "", p -> scaled(p.cache().mostDirty(), 0.01))
        .figure("pages evicted by calls/s", "", p -> p.cache().evictedByCalls())
        .count("checkpoints", p -> p.cache().checkpoints())
        .figure("longest checkpoint s", "", p -> p.cache().checkpointSeconds())
        .figure("disk writes MB/s", "", p -> scaled(p.disk().written(), MEGA))
        .figure("disk writes/s", "", p -> p.disk().requests())
        .figure("files grown MB/s", "", p -> scaled(p.disk().grown(), MEGA))
        .figure("data GB", "", p -> scaled(p.disk().data(), GIGA))
        .figure("history store GB", "", p -> scaled(p.disk().history(), GIGA))
        .figure("oplog GB", "", p -> scaled(p.disk().oplogSize(), GIGA))
        .figure("journal GB", "", p -> scaled(p.disk().journal(), GIGA))
        .figure("oplog MB/s", "", p -> scaled(p.disk().oplog(), MEGA))
        .figure("oplog window h", "", PlayedPoint::oplogHours)
        .figure("network in MB/s", "", p -> scaled(p.rates().networkIn(), MEGA))
        .figure("network out MB/s", "", p -> scaled(p.rates().networkOut(), MEGA));
  }

  /** What is known to end a server's capacity, as far as it was seen. */
  public static Table<PlanAnswer.Limit> limits(PlanAnswer answer, String id) {
    String caption =
        answer.played().isEmpty()
            ? "Limits of a replica set"
            : "Limits, by the server's own counters";
    return Table.of(id, caption, answer.limits())
        .text("limit", PlanAnswer.Limit::name)
        .percent("acts from", PlanAnswer.Limit::at)
        .percent("planned load", PlanAnswer.Limit::planned)
        .percent("highest load", PlanAnswer.Limit::highest)
        .text("seen", PlanAnswer.Limit::state);
  }

  /** Other players, periods and batches. */
  public static Table<WhatIf> whatIf(PlanAnswer answer, String id) {
    String from = answer.played().isEmpty() ? "the estimate" : "the loads that were played";
    return Table.of(id, "What if (modelled from " + from + ")", answer.whatIf())
        .text("change", WhatIf::change)
        .figure("documents/s", "", WhatIf::documentsPerSecond)
        .figure("calls/s", "", WhatIf::callsPerSecond)
        .figure("server cores", "", WhatIf::serverCores)
        .figure("disk writes MB/s", "", row -> scaled(row.diskBytesPerSecond(), MEGA))
        .figure("oplog window h", "", WhatIf::oplogHours)
        .figure("lost in a crash, mean s", "", WhatIf::lost)
        .figure("updates at risk", "", WhatIf::atRisk)
        .text("why a figure is missing", row -> row.note().replaceFirst("; $", ""));
  }

  /** What follows from the plan by formulas; an estimate's costs. */
  public static Table<Figure> figures(PlanAnswer answer, String id) {
    String caption =
        "By formulas, not measured (λ: changes of a document in a second; T: the flush period)";
    return Table.of(id, caption, answer.figures())
        .text("about", Figure::group)
        .text("figure", Figure::name)
        .count("value", Figure::value)
        .count("90 % low", Figure::low)
        .count("90 % high", Figure::high)
        .text("unit", Figure::unit)
        .text("basis", figure -> figure.basis().name().toLowerCase(Locale.ROOT))
        .text("how", Figure::how);
  }

  /** What an estimate was fitted to. */
  public static Table<?> formulas(PlanAnswer answer, String id) {
    return Table.of(id, "Fitted formulas", List.copyOf(answer.formulas().entrySet()))
        .text("quantity", Map.Entry::getKey)
        .text("formula", Map.Entry::getValue);
  }

  /** How a model predicts cells that it never saw: a row for each prediction. */
  public static Table<CostModel.Unseen> unseen(List<CostModel.Unseen> rows) {
    double error = rows.stream().mapToDouble(row -> Math.abs(row.error())).average().orElse(0);
    double inside = rows.stream().mapToInt(row -> row.inside() ? 1 : 0).average().orElse(0);
    return Table.of("validation", "A row per prediction", rows)
        .text("left out", CostModel.Unseen::leftOut)
        .text("cell", CostModel.Unseen::cell)
        .figure("measured", "", CostModel.Unseen::measured)
        .figure("predicted", "", row -> row.predicted().mean())
        .figure("90 % low", "", row -> row.predicted().low())
        .figure("90 % high", "", row -> row.predicted().high())
        .words("error", row -> Digits.change(row.error()))
        .text("inside", row -> row.inside() ? "yes" : "no")
        .footnotes(
            List.of(
                String.format(
                    Locale.ROOT,
                    "%d predictions of documents/s: mean absolute error %s, %s inside their 90 %%"
                        + " interval",
                    rows.size(),
                    Digits.percent(error),
                    Digits.percent(inside))));
  }

  private static @Nullable Double scaled(@Nullable Double value, double by) {
    return value == null ? null : Double.valueOf(value / by);
  }

  private static List<Table<?>> tables(PlanAnswer answer) {
    List<Table<?>> all = new ArrayList<>();
    all.add(loads(answer, "loads"));
    all.add(resources(answer, "resources"));
    all.add(limits(answer, "limits"));
    all.add(whatIf(answer, "what-if"));
    all.add(figures(answer, "figures"));
    all.add(formulas(answer, "formulas"));
    all.removeIf(table -> table.rows().isEmpty());
    return all;
  }

  /** What stands below the answer: blocks of lines, to be printed one below the other. */
  public static List<String> console(PlanAnswer answer) {
    List<String> blocks = new ArrayList<>();
    tables(answer).forEach(table -> blocks.add(table.caption() + "\n" + ConsoleTable.of(table)));
    answer.notes().forEach(note -> blocks.add("note: " + note));
    return blocks;
  }

  /**
   * The answer and its tables on one page.
   *
   * @param chart file name of the pictures of load and loss; empty if there are none
   */
  public static String markdown(PlanAnswer answer, String chart) {
    boolean played = !answer.played().isEmpty();
    StringBuilder text = new StringBuilder("# Plan ");
    text.append(PlainText.markdown(answer.name())).append(played ? ", played" : ", estimated");
    text.append("\n\n");
    if (!answer.question().isBlank()) {
      text.append(PlainText.markdown(answer.question().strip())).append("\n\n");
    }
    text.append(MarkdownTable.list(answer.sentences())).append('\n');
    if (!played) {
      text.append("From ").append(PlainText.markdown(String.join(", ", answer.from())));
      text.append(".\n\n");
    }
    for (Table<?> table : tables(answer)) {
      text.append("## ").append(table.caption()).append("\n\n").append(MarkdownTable.of(table));
      text.append("\n");
      if (table.id().equals("what-if") && !chart.isEmpty()) {
        text.append("![flush period against load and loss](").append(chart).append(")\n\n");
      }
    }
    return text.append("## Read this first\n\n")
        .append(MarkdownTable.list(answer.notes()))
        .toString();
  }
}
