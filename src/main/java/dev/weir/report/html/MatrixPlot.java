package dev.weir.report.html;

import dev.weir.analysis.bottleneck.Resource;
import dev.weir.analysis.compare.Saturation;
import dev.weir.analysis.compare.SaturationCurve;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.report.CellSet;
import dev.weir.report.CellTable;
import dev.weir.report.Digits;
import dev.weir.report.Labels;
import dev.weir.report.Matrix;
import dev.weir.report.Table;
import dev.weir.report.html.picture.GridPicture;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Driver by batch by operations in flight by size at a glance: a picture for each size, of
 * documents/s and of CPU per document of either side, and where each curve bends.
 */
final class MatrixPlot {
  private static final int LIMIT_LETTERS = 11;

  private final Matrix matrix;
  private final CellSet cells;
  private final double confidence;

  MatrixPlot(CellSet cells, double confidence) {
    this.matrix = new Matrix(cells);
    this.cells = cells;
    this.confidence = confidence;
  }

  /** Whether the run varies all four. */
  boolean isWhole() {
    return matrix.isWhole();
  }

  /** The whole of it; empty if the run does not vary all four. */
  Section section() {
    if (!isWhole()) {
      return Section.ofPlots("matrix", "", "", List.of());
    }
    return new Section(
        "matrix",
        "Driver by batch by threads by size",
        "A field without a figure was left out; Environment has the reasons.",
        List.of(rates(), clientCpu(), serverCpu(), knees()),
        List.of(),
        Section.read(List.of(matrix.kneesOverBatch(confidence))),
        List.of());
  }

  PlotView rates() {
    return grids(
        "matrix-rate",
        "Documents per second",
        "documents/s",
        "The darker by day, or the lighter by night, the more; each picture has its own scale.",
        cell -> Objects.requireNonNull(cell.documentsPerSecond()).mean());
  }

  private PlotView clientCpu() {
    return grids(
        "matrix-client",
        "Client CPU per document",
        "client CPU, µs per document",
        "Microseconds of the load processes; the darker by day, or the lighter by night, the more.",
        cell -> cell.cpu().clientMicrosPerDocument());
  }

  private PlotView serverCpu() {
    return grids(
        "matrix-server",
        "Server CPU per document",
        "server CPU, µs per document",
        "Microseconds of all server processes; the darker by day, or the lighter by night, the"
            + " more.",
        cell -> cell.cpu().serverMicrosPerDocument());
  }

  private PlotView grids(
      String id,
      String title,
      String unit,
      String lead,
      Function<CellRecord, @Nullable Double> figure) {
    List<PlotView.Panel> panels = new ArrayList<>();
    bySize().forEach((size, group) -> panels.add(panel(size, group, unit, figure)));
    Table<CellRecord> table =
        cells
            .table(id + "-data", "A row per cell", matrix.measured(), cell -> cell)
            .bounds("documents/s", CellRecord::documentsPerSecond)
            .figure("client", "µs/doc", cell -> cell.cpu().clientMicrosPerDocument())
            .figure("server", "µs/doc", cell -> cell.cpu().serverMicrosPerDocument())
            .text("limit", CellTable::limit);
    return PlotView.of(id, title, lead, List.of(), panels, table);
  }

  private Map<String, List<CellRecord>> bySize() {
    return matrix.measured().stream()
        .collect(Collectors.groupingBy(matrix::size, LinkedHashMap::new, Collectors.toList()));
  }

  private PlotView.Panel panel(
      String size,
      List<CellRecord> group,
      String unit,
      Function<CellRecord, @Nullable Double> figure) {
    List<Integer> columns = group.stream().map(Matrix::inFlight).distinct().sorted().toList();
    List<String> rows = group.stream().map(this::row).distinct().toList();
    double[] figures =
        group.stream()
            .map(figure)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .filter(value -> value > 0)
            .toArray();
    double least = DoubleStream.of(figures).min().orElse(1);
    double most = DoubleStream.of(figures).max().orElse(1);
    List<List<GridPicture.@Nullable Field>> fields = new ArrayList<>();
    for (String row : rows) {
      List<GridPicture.@Nullable Field> line = new ArrayList<>();
      for (int column : columns) {
        line.add(
            group.stream()
                .filter(cell -> row(cell).equals(row) && Matrix.inFlight(cell) == column)
                .findFirst()
                .map(cell -> field(cell, unit, figure.apply(cell), least, most))
                .orElse(null));
      }
      fields.add(line);
    }
    String svg =
        GridPicture.of(
                Labels.axis("inFlight"), columns.stream().map(String::valueOf).toList(), rows)
            .draw(unit + " of " + size + " by driver, batch and operations in flight", fields);
    return new PlotView.Panel(size, svg);
  }

  private String row(CellRecord cell) {
    return matrix.sent(cell) + " · " + matrix.driver(cell);
  }

  private GridPicture.@Nullable Field field(
      CellRecord cell, String unit, @Nullable Double figure, double least, double most) {
    if (figure == null || !(figure > 0)) {
      return null;
    }
    return new GridPicture.Field(
        cells.number(cell),
        share(figure, least, most),
        brief(figure),
        cells.words(cell)
            + (unit.equals("documents/s") ? "" : "; " + Digits.of(figure) + " " + unit)
            + "; "
            + Resource.sentence(cell.bottleneck().resource()));
  }

  /** Equal factors are equal steps of colour. */
  private static double share(double figure, double least, double most) {
    return most > least ? Math.log(figure / least) / Math.log(most / least) : 0.5;
  }

  private static String brief(double figure) {
    return figure >= 1e4 ? Digits.of(figure / 1e3) + "k" : Digits.of(figure);
  }

  /** The lowest number in flight that gives 95 % of the most, and what ends the curve. */
  private PlotView knees() {
    List<SaturationCurve> curves = matrix.overInFlight(confidence);
    List<String> sizes = curves.stream().map(c -> matrix.size(c.highest())).distinct().toList();
    List<String> rows = curves.stream().map(c -> row(c.highest())).distinct().toList();
    int most = curves.stream().mapToInt(c -> c.saturation().level()).max().orElse(1);
    List<List<GridPicture.@Nullable Field>> fields = new ArrayList<>();
    for (String row : rows) {
      List<GridPicture.@Nullable Field> line = new ArrayList<>();
      for (String size : sizes) {
        line.add(
            curves.stream()
                .filter(curve -> row(curve.highest()).equals(row))
                .filter(curve -> matrix.size(curve.highest()).equals(size))
                .findFirst()
                .map(curve -> knee(curve, most))
                .orElse(null));
      }
      fields.add(line);
    }
    List<PlotView.Panel> panels =
        curves.isEmpty()
            ? List.of()
            : List.of(
                new PlotView.Panel(
                    "",
                    GridPicture.of("document", sizes, rows)
                        .draw("Operations in flight that are enough, and what stops", fields)));
    return PlotView.of(
        "knee-inFlight",
        "How many in flight are enough, and what stops more",
        "The fewest that give "
            + Digits.percent(Saturation.AS_GOOD)
            + " of the curve's most documents/s; the table has the interval. An arrow: the curve"
            + " still rises at its end.",
        List.of(),
        panels,
        matrix.kneesOverInFlight(confidence));
  }

  private GridPicture.Field knee(SaturationCurve curve, int most) {
    Saturation at = curve.saturation();
    CellRecord cell = curve.enough(Matrix::inFlight);
    String stop = CellTable.limit(curve.highest()).replaceFirst("^the ", "");
    Interval rate = Objects.requireNonNull(curve.highest().documentsPerSecond());
    return new GridPicture.Field(
        cells.number(cell),
        share(at.level(), 1, Math.max(2, most)),
        at.level() + (at.rising() ? " ↑" : "") + "\n" + Labels.brief(stop, LIMIT_LETTERS),
        cells.name(cell)
            + ": knee "
            + at.level()
            + " ["
            + at.low()
            + ", "
            + at.high()
            + "], most "
            + Digits.interval(rate)
            + " documents/s; stopped by "
            + Matrix.stop(curve));
  }
}
