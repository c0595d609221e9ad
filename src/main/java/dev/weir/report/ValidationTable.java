package dev.weir.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import dev.weir.analysis.UniversalScalability;
import dev.weir.capacity.CapacityModel;
import dev.weir.capacity.Validation;
import dev.weir.capacity.Validation.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** How a model predicts cells that it never saw. */
public final class ValidationTable {
  private ValidationTable() {}

  /** The table for a terminal. */
  public static String text(Validation validation) {
    List<ColumnData<Row>> columns =
        List.of(
            column("left out", HorizontalAlign.LEFT, Row::leftOut),
            column("cell", HorizontalAlign.LEFT, Row::cell),
            column("measured", HorizontalAlign.RIGHT, r -> rate(r.measured())),
            column("predicted", HorizontalAlign.RIGHT, r -> rate(r.predicted().mean())),
            column(
                "90 % interval",
                HorizontalAlign.RIGHT,
                r -> rate(r.predicted().low()) + " – " + rate(r.predicted().high())),
            column("error", HorizontalAlign.RIGHT, r -> percent("%+.1f %%", r.error())),
            column("inside", HorizontalAlign.LEFT, r -> r.inside() ? "yes" : "no"));
    return AsciiTable.builder()
        .border(AsciiTable.FANCY_ASCII)
        .data(validation.rows(), columns)
        .asString();
  }

  /** Error and coverage, and what could not be left out. */
  public static List<String> summary(Validation validation) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%d predictions of documents/s: mean absolute error %.1f %%, %.0f %% inside their 90 %%"
                + " interval",
            validation.rows().size(),
            validation.meanAbsoluteError() * 100,
            validation.coverage() * 100));
    validation
        .skipped()
        .forEach((level, reason) -> lines.add("not left out: " + level + ", " + reason));
    return lines;
  }

  /** The fitted formulas, a line each. */
  public static List<String> formulas(CapacityModel model) {
    List<String> lines = new ArrayList<>();
    model.formulas().forEach((quantity, text) -> lines.add(quantity.title() + " = " + text));
    if (model.scalability() instanceof UniversalScalability.Model usl) {
      lines.add(
          String.format(
              Locale.ROOT,
              "universal scalability law (Gunther): λ = %.4g calls/s, σ = %.3g, κ = %.3g, worst"
                  + " residual %.0f %%",
              usl.scale(),
              usl.contention(),
              usl.coherency(),
              usl.worstResidual() * 100));
    }
    return lines;
  }

  private static ColumnData<Row> column(
      String title, HorizontalAlign align, Function<Row, String> value) {
    return new Column()
        .header(title)
        .headerAlign(HorizontalAlign.LEFT)
        .dataAlign(align)
        .with(row -> PlainText.line(value.apply(row)));
  }

  private static String rate(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  private static String percent(String format, double share) {
    return String.format(Locale.ROOT, format, share * 100);
  }
}
