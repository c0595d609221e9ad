package dev.weir.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import dev.weir.analysis.ClientScaling;
import dev.weir.analysis.UniversalScalability;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What more client processes brought: a row for each number of them, and what follows from it. */
public final class ScalingTable {
  private static final String NOTHING = "–";
  private static final double POOR_FIT = 0.1;

  private final List<String> varied;
  private final List<ClientScaling.Curve> curves;
  private final double confidence;

  /**
   * One number of clients in words.
   *
   * @param values one for each of {@link #heads}
   */
  public record Row(CellRecord cell, List<String> values) {}

  private ScalingTable(List<String> varied, List<ClientScaling.Curve> curves, double confidence) {
    this.varied = varied;
    this.curves = curves;
    this.confidence = confidence;
  }

  /**
   * The table of a run.
   *
   * @param confidence level of its intervals, between 0 and 1
   */
  public static ScalingTable of(List<CellRecord> cells, double confidence) {
    List<ClientScaling.Curve> curves = ClientScaling.of(cells, confidence);
    List<CellRecord> shown =
        curves.stream()
            .flatMap(curve -> curve.levels().stream())
            .map(ClientScaling.Level::cell)
            .toList();
    List<String> varied = new ArrayList<>(CellTable.varied(shown));
    varied.remove("clients");
    return new ScalingTable(varied, curves, confidence);
  }

  /** Whether the number of clients was not varied. */
  public boolean isEmpty() {
    return curves.isEmpty();
  }

  /** The varied factors, then the number of clients and what it brought. */
  public List<String> heads() {
    List<String> heads = new ArrayList<>(varied);
    heads.addAll(
        List.of(
            "clients",
            "documents/s",
            "± " + percent(confidence),
            "× fewest",
            "efficiency",
            "per client",
            "slowest–fastest",
            "Jain's index",
            "held back by"));
    return heads;
  }

  /** How many of the {@link #heads} are factors; the others are figures but for the last one. */
  public int factors() {
    return varied.size() + 1;
  }

  /** Rows by curve, then by number of clients. */
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (ClientScaling.Curve curve : curves) {
      int fewest = curve.levels().get(0).clients();
      curve.levels().forEach(level -> rows.add(new Row(level.cell(), values(level, fewest))));
    }
    return rows;
  }

  private List<String> values(ClientScaling.Level level, int fewest) {
    List<String> values = new ArrayList<>();
    varied.forEach(factor -> values.add(level.cell().factors().getOrDefault(factor, "")));
    values.add(String.valueOf(level.clients()));
    Interval rate = level.documentsPerSecond();
    values.add(rate == null ? NOTHING : format("%,.0f", rate.mean()));
    values.add(
        rate == null || !rate.isKnown()
            ? NOTHING
            : format("%.1f %%", rate.relativeHalfWidth() * 100));
    Interval gain = level.gain();
    values.add(gain == null ? NOTHING : figure(gain));
    values.add(gain == null ? NOTHING : percent(gain.mean() * fewest / level.clients()));
    values.add(rate == null ? NOTHING : format("%,.0f", rate.mean() / level.clients()));
    ClientScaling.Fairness fairness = level.fairness();
    values.add(
        fairness == null ? NOTHING : format("%.2f–%.2f ×", fairness.least(), fairness.most()));
    values.add(
        fairness == null
            ? NOTHING
            : format("%.3f (worst %.3f)", fairness.mean(), fairness.worst()));
    values.add(level.cell().bottleneck().resource());
    return values;
  }

  /** What follows for each curve, in sentences. */
  public List<String> remarks() {
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
    ClientScaling.Best best = curve.best();
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
          most, best.low(), figure(knee));
    }
    return format(
        "best with %d clients [%d, %d], the fewest that reach %.0f %% of the highest rate; knee at"
            + " %s clients, where the rate of one times their number would meet the highest rate",
        best.clients(), best.low(), best.high(), ClientScaling.AS_GOOD * 100, figure(knee));
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
            : figure(peak) + " clients",
        law.worstResidual() > POOR_FIT
            ? format(
                "; it misses a level by %.0f %%, so trust the table, not the law",
                law.worstResidual() * 100)
            : format(" (it misses no level by more than %.0f %%)", law.worstResidual() * 100));
  }

  /** Box-drawing table and remarks for the console; nothing if there is nothing to tell. */
  public List<String> console() {
    if (isEmpty()) {
      return List.of();
    }
    List<String> heads = heads();
    List<ColumnData<Row>> columns = new ArrayList<>();
    for (int i = 0; i < heads.size(); i++) {
      int index = i;
      boolean figure = i >= factors() && i < heads.size() - 1;
      columns.add(
          new Column()
              .header(heads.get(i))
              .headerAlign(HorizontalAlign.LEFT)
              .dataAlign(figure ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT)
              .with(row -> PlainText.line(row.values().get(index))));
    }
    List<String> lines = new ArrayList<>();
    lines.add("clients:");
    lines.add(AsciiTable.builder().border(AsciiTable.FANCY_ASCII).data(rows(), columns).asString());
    remarks().forEach(line -> lines.add(PlainText.line(line)));
    return lines;
  }

  /** The same as Markdown; empty if there is nothing to tell. */
  public String markdown() {
    if (isEmpty()) {
      return "";
    }
    List<String> heads = heads();
    StringBuilder text = new StringBuilder("\nWhat more clients bring:\n\n");
    line(text, heads);
    line(text, heads.stream().map(head -> "---").toList());
    rows().forEach(row -> line(text, row.values().stream().map(PlainText::markdown).toList()));
    text.append('\n');
    remarks().forEach(remark -> text.append("- ").append(PlainText.markdown(remark)).append('\n'));
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> values) {
    text.append("| ").append(String.join(" | ", values)).append(" |\n");
  }

  private static String figure(Interval interval) {
    return interval.isKnown()
        ? format("%.2f [%.2f, %.2f]", interval.mean(), interval.low(), interval.high())
        : format("%.2f", interval.mean());
  }

  private static String percent(@Nullable Double share) {
    return share == null ? NOTHING : format("%.0f %%", share * 100);
  }

  private static String format(String pattern, Object... arguments) {
    return String.format(Locale.ROOT, pattern, arguments);
  }
}
