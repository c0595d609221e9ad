package dev.weir.report.html;

import dev.weir.record.CellRecord;
import dev.weir.report.Labels;
import dev.weir.report.html.picture.Marks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which factors tell the series of one picture apart, and which the pictures: the first factors
 * that together make no more series than there are styles become series, the others pictures.
 *
 * @param series factors distinguished by style
 * @param panels factors distinguished by picture
 * @param styles style of each series by its name
 */
record Facets(List<String> series, List<String> panels, Map<String, Integer> styles) {

  static Facets of(List<CellRecord> cells, List<String> without) {
    List<String> series = new ArrayList<>();
    List<String> panels = new ArrayList<>();
    for (String factor : Labels.varied(cells)) {
      if (!without.contains(factor)) {
        List<String> more = new ArrayList<>(series);
        more.add(factor);
        boolean fits = panels.isEmpty() && names(cells, more).size() <= Marks.STYLES;
        (fits ? series : panels).add(factor);
      }
    }
    Map<String, Integer> styles = new LinkedHashMap<>();
    names(cells, series).forEach(name -> styles.put(name, styles.size()));
    return new Facets(series, panels, styles);
  }

  private static List<String> names(List<CellRecord> cells, List<String> factors) {
    return cells.stream().map(cell -> Labels.of(cell, factors)).distinct().toList();
  }

  String seriesOf(CellRecord cell) {
    return Labels.of(cell, series);
  }

  int style(CellRecord cell) {
    return styles.getOrDefault(seriesOf(cell), 0);
  }

  /** Name of the picture that a cell belongs to; empty if there is only one. */
  String panelOf(CellRecord cell) {
    return panels.isEmpty() ? "" : Labels.of(cell, panels);
  }

  List<PlotView.Entry> legend() {
    List<PlotView.Entry> legend = new ArrayList<>();
    styles.forEach((name, style) -> legend.add(new PlotView.Entry(Marks.sign(style), name)));
    return legend;
  }
}
