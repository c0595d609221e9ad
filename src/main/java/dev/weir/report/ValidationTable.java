package dev.weir.report;

import dev.weir.analysis.stats.UniversalScalability;
import dev.weir.capacity.CapacityModel;
import dev.weir.capacity.Validation;
import dev.weir.capacity.Validation.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How a model predicts cells that it never saw. */
public final class ValidationTable {
  private ValidationTable() {}

  /** A row for each prediction; below, error and coverage, and what could not be left out. */
  public static Table<Row> of(Validation validation) {
    return Table.of("validation", "A row per prediction", validation.rows())
        .text("left out", Row::leftOut)
        .text("cell", Row::cell)
        .figure("measured", "", Row::measured)
        .figure("predicted", "", row -> row.predicted().mean())
        .figure("90 % low", "", row -> row.predicted().low())
        .figure("90 % high", "", row -> row.predicted().high())
        .words("error", row -> Digits.change(row.error()))
        .text("inside", row -> row.inside() ? "yes" : "no")
        .footnotes(summary(validation));
  }

  private static List<String> summary(Validation validation) {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%d predictions of documents/s: mean absolute error %s, %s inside their 90 %% interval",
            validation.rows().size(),
            Digits.percent(validation.meanAbsoluteError()),
            Digits.percent(validation.coverage())));
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
}
