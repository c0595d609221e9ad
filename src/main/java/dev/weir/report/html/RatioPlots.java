package dev.weir.report.html;

import dev.weir.analysis.RoundRatios.Verdict;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.report.html.Comparisons.Comparison;
import java.util.ArrayList;
import java.util.List;

/** Single against bulk, and the drivers against each other: ratios with their intervals. */
final class RatioPlots {
  private static final int ROWS = 16;
  private static final int MOST_ROWS = 96;

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
    List<Comparison> shown = found.subList(0, Math.min(MOST_ROWS, found.size()));
    List<PlotView.Panel> panels = new ArrayList<>();
    int each = PlotView.even(shown.size(), ROWS);
    for (int from = 0; from < shown.size(); from += each) {
      List<RowPicture.Row> rows =
          shown.subList(from, Math.min(from + each, shown.size())).stream()
              .map(comparison -> row(comparison, differing))
              .toList();
      panels.add(
          new PlotView.Panel(
              "", RowPicture.ofRatios(title + ": " + rows.size() + " ratios", unit, rows)));
    }
    String lead =
        "Cells that differ in nothing else, paired within rounds. Right of 1 is faster; an interval"
            + " that holds 1 shows no difference.";
    if (shown.size() < found.size()) {
      lead += " The first " + shown.size() + " pairs are drawn, all are in the table.";
    }
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
    List<String> common = cells.varied().stream().filter(f -> !differing.contains(f)).toList();
    return common.isEmpty() ? "" : Labels.of(comparison.of(), common);
  }

  private DataTable table(String id, List<Comparison> found, List<String> differing) {
    List<String> common = cells.varied().stream().filter(f -> !differing.contains(f)).toList();
    DataTable.Builder table =
        DataTable.named(id, "A row per pair of cells")
            .texts("ratio of")
            .texts(common)
            .figures("ratio", "low", "high", "rounds")
            .texts("verdict");
    for (Comparison comparison : found) {
      Interval interval = comparison.ratio().interval();
      List<String> texts = new ArrayList<>(List.of(what(comparison, differing)));
      CellRecord of = comparison.of();
      common.forEach(factor -> texts.add(of.factors().getOrDefault(factor, "")));
      texts.add(Digits.plain(interval.mean()));
      texts.add(Digits.plain(interval.low()));
      texts.add(Digits.plain(interval.high()));
      texts.add(String.valueOf(interval.n()));
      texts.add(comparison.ratio().verdict().title());
      table.row(cells.number(of) + " " + cells.number(comparison.to()), "", texts);
    }
    return table.build();
  }
}
