package dev.weir.report.html;

import dev.weir.capacity.PlanAnswer;
import dev.weir.record.CellRecord;
import dev.weir.report.CellSet;
import dev.weir.report.html.picture.Svg;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Pictures of the report as a file of their own, for Markdown: side by side, with their titles and
 * the report's style.
 */
public final class SvgFile {
  private static final Pattern SIZE = Pattern.compile("viewBox=\"0 0 ([\\d.]+) ([\\d.]+)\"");
  private static final double MARGIN = 14;
  private static final double HEAD = 52;
  private static final double LETTER = 7.4;

  /** Pictures side by side. */
  private static final int BESIDE = 2;

  private static final String ROOT =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" font-family=\"system-ui, sans-serif\" ";
  private static final List<PlotView.Entry> NO_LEGEND = List.of();

  private SvgFile() {}

  /**
   * Throughput of every cell: with its interval, or of a matrix of driver, batch, operations in
   * flight and size in pictures of these; empty without a valid trial.
   */
  public static Optional<String> throughput(List<CellRecord> cells) {
    if (cells.stream().allMatch(cell -> cell.documentsPerSecond() == null)) {
      return Optional.empty();
    }
    CellSet set = new CellSet(cells);
    MatrixPlot matrix = new MatrixPlot(set, 0.95); // no interval is drawn
    return Optional.of(
        of(List.of(matrix.isWhole() ? matrix.rates() : new ThroughputPlots(set).everyCell())));
  }

  /** Load and loss over the flush period; empty if no period could be predicted. */
  public static Optional<String> tradeOff(PlanAnswer plan) {
    PlanPlots plots = new PlanPlots(plan, "plan");
    List<PlotView> views = Stream.of(plots.load(), plots.loss()).filter(Objects::nonNull).toList();
    return views.isEmpty() ? Optional.empty() : Optional.of(of(views));
  }

  private static String of(List<PlotView> views) {
    List<Part> parts = views.stream().flatMap(SvgFile::parts).toList();
    List<Size> sizes = parts.stream().map(part -> Size.of(part.panel.svg())).toList();
    double width = MARGIN + sizes.stream().mapToDouble(Size::width).max().orElse(0);
    double height = HEAD + MARGIN + sizes.stream().mapToDouble(Size::height).max().orElse(0);
    int columns = Math.min(BESIDE, parts.size());
    int rows = (parts.size() + BESIDE - 1) / BESIDE;
    Svg file = new Svg(MARGIN + columns * width, rows * height, "file", views.get(0).title());
    file.text("style", Page.resource("report.css"));
    file.empty("rect", "width", "100%", "height", "100%", "fill", "var(--card)");
    for (int i = 0; i < parts.size(); i++) {
      double x = MARGIN + i % BESIDE * width;
      int row = i / BESIDE;
      double y = row * height;
      head(file, parts.get(i), x, y);
      file.picture(placed(parts.get(i).panel.svg(), sizes.get(i), x, y + HEAD));
    }
    return file.end().replaceFirst("<svg ", ROOT);
  }

  /** Titles stand over the first picture of a plot only. */
  private record Part(PlotView view, PlotView.Panel panel, boolean first) {}

  private record Size(double width, double height) {
    static Size of(String svg) {
      Matcher size = SIZE.matcher(svg);
      if (!size.find()) {
        throw new IllegalArgumentException("a picture without its size");
      }
      return new Size(Double.parseDouble(size.group(1)), Double.parseDouble(size.group(2)));
    }
  }

  private static Stream<Part> parts(PlotView view) {
    List<PlotView.Panel> panels = view.panels();
    return IntStream.range(0, panels.size()).mapToObj(i -> new Part(view, panels.get(i), i == 0));
  }

  private static void head(Svg svg, Part part, double x, double y) {
    if (part.panel.named()) {
      svg.text("text", part.panel.title(), "class", "t", "x", x, "y", y + 44);
    }
    if (!part.first) {
      return;
    }
    svg.text("text", part.view.title(), "class", "h", "x", x, "y", y + 22);
    double at = x;
    for (PlotView.Entry entry : part.view.hasLegend() ? part.view.legend() : NO_LEGEND) {
      svg.picture(placed(entry.sign(), Size.of(entry.sign()), at, y + 32));
      svg.text("text", entry.name(), "class", "t", "x", at + 32, "y", y + 42);
      at += 50 + entry.name().length() * LETTER;
    }
  }

  /** A picture as a part of another, in its own size. */
  private static String placed(String svg, Size size, double x, double y) {
    return svg.replaceFirst(
        "<svg ",
        String.format(
            "<svg x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" ",
            Svg.number(x), Svg.number(y), Svg.number(size.width), Svg.number(size.height)));
  }
}
