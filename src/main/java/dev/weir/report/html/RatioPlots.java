package dev.weir.report.html;

import dev.weir.analysis.stats.RoundRatios.Verdict;
import dev.weir.record.Interval;
import dev.weir.report.CellSet;
import dev.weir.report.Digits;
import dev.weir.report.Labels;
import dev.weir.report.Table;
import dev.weir.report.html.Comparisons.Comparison;
import dev.weir.report.html.picture.Marks;
import dev.weir.report.html.picture.RowPicture;
import java.util.ArrayList;
import java.util.List;

/** Single against bulk, and the drivers against each other: ratios with their intervals. */
final class RatioPlots {
  private final CellSet cells;
  private final Comparisons comparisons;

  RatioPlots(CellSet cells, Comparisons comparisons) {
    this.cells = cells;
    this.comparisons = comparisons;
  }

  List<PlotView> views() {
    List<PlotView> views = new ArrayList<>();
    add(
        views,
        "bulk",
        "Single updates against bulkWrite",
        "bulk ÷ single, documents/s",
        comparisons.bulk(),
        List.of("operation", "batch"));
    add(
        views,
        "drivers",
        "Drivers against each other",
        "ratio of documents/s",
        comparisons.drivers(),
        List.of("driver"));
    return views;
  }

  private void add(
      List<PlotView> views,
      String id,
      String title,
      String unit,
      List<Comparison> found,
      List<String> differing) {
    if (found.isEmpty()) {
      return;
    }
    List<PlotView.Panel> panels =
        PlotView.panels(
            PlotView.first(found),
            PlotView.ROWS,
            some ->
                RowPicture.ofRatios(
                    title + ": " + some.size() + " ratios",
                    unit,
                    some.stream().map(pair -> row(pair, differing)).toList()));
    String lead =
        "Cells that differ in nothing else, paired within rounds. Right of 1 is faster; an interval"
            + " that holds 1 shows no difference."
            + PlotView.more(found, "pairs");
    views.add(
        PlotView.of(id, title, lead, legend(), panels, table(id + "-data", found, differing)));
  }

  private static List<PlotView.Entry> legend() {
    List<PlotView.Entry> legend = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      legend.add(new PlotView.Entry(Marks.sign(style(verdict)), verdict.title()));
    }
    return legend;
  }

  private static int style(Verdict verdict) {
    return switch (verdict) {
      case FASTER -> 0;
      case SLOWER -> 1;
      case NO_DIFFERENCE_SHOWN -> 5;
    };
  }

  private RowPicture.Row row(Comparison comparison, List<String> differing) {
    String name = what(comparison, differing);
    String place = place(comparison, differing);
    Interval interval = comparison.ratio().interval();
    return new RowPicture.Row(
        List.of(cells.number(comparison.of()), cells.number(comparison.to())),
        place.isEmpty() ? name : name + ": " + place,
        interval,
        List.of(),
        List.of(),
        style(comparison.ratio().verdict()),
        name
            + ", "
            + place
            + ": "
            + Digits.interval(interval)
            + ", "
            + comparison.ratio().verdict().title()
            + ", "
            + CellSet.rounds(interval.n()));
  }

  /** {@code reactive ÷ sync}. */
  static String what(Comparison comparison, List<String> differing) {
    return Labels.of(comparison.of(), differing) + " ÷ " + Labels.of(comparison.to(), differing);
  }

  /** What both have in common, of that which varies in the run. */
  private String place(Comparison comparison, List<String> differing) {
    List<String> common = common(differing);
    return common.isEmpty() ? "" : Labels.of(comparison.of(), common);
  }

  private Table<Comparison> table(String id, List<Comparison> found, List<String> differing) {
    Table<Comparison> table =
        Table.of(id, "A row per pair of cells", found)
            .about(pair -> cells.number(pair.of()) + " " + cells.number(pair.to()))
            .text("ratio of", pair -> what(pair, differing));
    for (String factor : common(differing)) {
      table.text(factor, pair -> pair.of().factors().getOrDefault(factor, ""));
    }
    return table
        .bounds("ratio", pair -> pair.ratio().interval())
        .text("verdict", pair -> pair.ratio().verdict().title());
  }

  private List<String> common(List<String> differing) {
    return cells.varied().stream().filter(factor -> !differing.contains(factor)).toList();
  }
}
