package dev.weir.report;

import dev.weir.analysis.compare.ClientScaling;
import dev.weir.analysis.compare.Saturation;
import dev.weir.analysis.stats.UniversalScalability;
import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What more client processes brought: a row for each number of them, and what follows from it. */
public final class ScalingTable {
  private static final double POOR_FIT = 0.1;

  private final List<String> varied;
  private final List<ClientScaling.Curve> curves;

  /**
   * One number of clients.
   *
   * @param fewest clients of its curve
   */
  public record Row(ClientScaling.Level level, int fewest) {}

  private ScalingTable(List<String> varied, List<ClientScaling.Curve> curves) {
    this.varied = varied;
    this.curves = curves;
  }

  /**
   * A row for each number of clients, by curve; below, what follows from each curve. No rows if the
   * number of clients was not varied.
   *
   * @param confidence level of its intervals, between 0 and 1
   */
  public static Table<Row> of(CellSet cells, double confidence) {
    List<ClientScaling.Curve> curves = ClientScaling.of(cells.all(), confidence);
    List<Row> rows = new ArrayList<>();
    for (ClientScaling.Curve curve : curves) {
      int fewest = curve.levels().get(0).clients();
      curve.levels().forEach(level -> rows.add(new Row(level, fewest)));
    }
    List<String> varied =
        new ArrayList<>(Labels.varied(rows.stream().map(row -> row.level.cell()).toList()));
    varied.remove("clients");
    Table<Row> table = Table.of("clients-data", "A row per number of clients", rows);
    table.about(row -> String.valueOf(cells.number(row.level.cell())));
    for (String factor : varied) {
      table.text(factor, row -> row.level.cell().factors().getOrDefault(factor, ""));
    }
    return table
        .text("clients", row -> row.level.clients())
        .figure("documents/s", "", row -> rate(row, 1))
        .words(
            "± " + Digits.percent(confidence),
            row -> Digits.halfWidth(row.level.documentsPerSecond()))
        .interval("× fewest", row -> row.level.gain())
        .percent("efficiency", ScalingTable::efficiency)
        .figure("per client", "", row -> rate(row, row.level.clients()))
        .words("slowest–fastest", ScalingTable::extremes)
        .words("Jain's index", ScalingTable::jain)
        .text("limit", row -> CellTable.limit(row.level.cell()))
        .footnotes(new ScalingTable(varied, curves).remarks());
  }

  private static @Nullable Object rate(Row row, int clients) {
    Interval rate = row.level.documentsPerSecond();
    return rate == null ? null : rate.mean() / clients;
  }

  private static @Nullable Object efficiency(Row row) {
    Interval gain = row.level.gain();
    return gain == null ? null : gain.mean() * row.fewest / row.level.clients();
  }

  private static @Nullable Object extremes(Row row) {
    ClientScaling.Fairness fairness = row.level.fairness();
    return fairness == null ? null : format("%.2f–%.2f ×", fairness.least(), fairness.most());
  }

  private static @Nullable Object jain(Row row) {
    ClientScaling.Fairness fairness = row.level.fairness();
    return fairness == null ? null : format("%.3f (worst %.3f)", fairness.mean(), fairness.worst());
  }

  private List<String> remarks() {
    List<String> lines = new ArrayList<>();
    for (ClientScaling.Curve curve : curves) {
      String where = where(curve.factors());
      lines.add(where + saturation(curve));
      lines.add(where + law(curve));
    }
    return lines;
  }

  private String where(Map<String, String> factors) {
    List<String> named = varied.stream().map(f -> f + " " + factors.getOrDefault(f, "")).toList();
    return named.isEmpty() ? "" : String.join(", ", named) + ": ";
  }

  private static String saturation(ClientScaling.Curve curve) {
    Saturation best = curve.best();
    Interval knee = curve.knee();
    if (best == null || knee == null) {
      return "no knee and no best number of clients: valid trials of too few levels";
    }
    int most = curve.levels().get(curve.levels().size() - 1).clients();
    if (best.rising()) {
      return format(
          "%d clients, the most that were measured, are the fastest (anything from %d may be as"
              + " good): more could be faster still; what they reach would take %s clients if each"
              + " ran like one alone",
          most, best.low(), Digits.interval(knee));
    }
    return format(
        "best with %d clients [%d, %d], the fewest that reach %.0f %% of the highest rate; knee at"
            + " %s clients, where the rate of one times their number would meet the highest rate",
        best.level(), best.low(), best.high(), Saturation.AS_GOOD * 100, Digits.interval(knee));
  }

  private static String law(ClientScaling.Curve curve) {
    if (curve.law() instanceof UniversalScalability.Refusal refusal) {
      return "no universal scalability law: " + refusal.reason();
    }
    UniversalScalability.Model law = (UniversalScalability.Model) curve.law();
    Interval peak = curve.peak();
    return format(
        "universal scalability law over clients: contention %.3f, coherency %.5f, highest at %s%s",
        law.contention(),
        law.coherency(),
        peak == null
            ? "no number of clients that every round agrees to have"
            : Digits.interval(peak) + " clients",
        law.worstResidual() > POOR_FIT
            ? format(
                "; it misses a level by %.0f %%, so trust the table, not the law",
                law.worstResidual() * 100)
            : format(" (it misses no level by more than %.0f %%)", law.worstResidual() * 100));
  }

  private static String format(String pattern, Object... arguments) {
    return String.format(Locale.ROOT, pattern, arguments);
  }
}
