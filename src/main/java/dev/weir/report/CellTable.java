package dev.weir.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.Percentiles;
import dev.weir.record.QueueSkew;
import dev.weir.record.TrialRecord;
import dev.weir.record.UpdateFields;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The cells of a run as a table: for the console as text, for {@code summary.md} as Markdown. */
public final class CellTable {
  private static final String NOTHING = "–";
  private static final String BASELINE = "× baseline";
  private static final String P50 = "p50 ms";
  private static final String CLIENT_CPU = "client µs/doc";
  private static final String SERVER_CPU = "server µs/doc";

  /** Lines of a table that a terminal shows well and Markdown does not need. */
  private static final Character[] LINES = AsciiTable.FANCY_ASCII;

  private record Head(String title, Function<CellRecord, String> value, boolean figure) {}

  private CellTable() {}

  /** What a narrow terminal goes without, the first before the next; the summary has all. */
  private static final List<String> SPARED = List.of(CLIENT_CPU, SERVER_CPU, P50, BASELINE);

  /** A table with box-drawing characters. */
  public static String text(List<CellRecord> cells) {
    return text(cells, Integer.MAX_VALUE);
  }

  /**
   * A table with box-drawing characters that spares columns where it would be wider.
   *
   * @param widest characters of a line, if that can be had
   */
  public static String text(List<CellRecord> cells, int widest) {
    List<Head> heads = new ArrayList<>(heads(cells));
    String table = drawn(cells, heads);
    for (String spared : SPARED) {
      if (table.indexOf('\n') > widest) {
        heads.removeIf(head -> head.title.equals(spared));
        table = drawn(cells, heads);
      }
    }
    return table;
  }

  private static String drawn(List<CellRecord> cells, List<Head> heads) {
    List<ColumnData<CellRecord>> columns = new ArrayList<>();
    for (Head head : heads) {
      columns.add(
          new Column()
              .header(head.title)
              .headerAlign(HorizontalAlign.LEFT)
              .dataAlign(head.figure ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT)
              .with(cell -> PlainText.line(head.value.apply(cell))));
    }
    return AsciiTable.builder().border(LINES).data(cells, columns).asString();
  }

  /** A Markdown table. */
  public static String markdown(List<CellRecord> cells) {
    List<Head> heads = heads(cells);
    StringBuilder text = new StringBuilder();
    row(text, heads.stream().map(Head::title).toList());
    row(text, heads.stream().map(h -> h.figure ? "---:" : "---").toList());
    for (CellRecord cell : cells) {
      row(text, heads.stream().map(h -> PlainText.markdown(h.value.apply(cell))).toList());
    }
    return text.toString();
  }

  private static void row(StringBuilder text, List<String> values) {
    text.append("| ").append(String.join(" | ", values)).append(" |\n");
  }

  private static List<Head> heads(List<CellRecord> cells) {
    List<Head> heads = new ArrayList<>();
    for (String factor : varied(cells)) {
      heads.add(new Head(factor, cell -> cell.factors().getOrDefault(factor, ""), false));
    }
    if (heads.isEmpty()) {
      heads.add(new Head("cell", CellRecord::id, false));
    }
    heads.add(new Head("documents/s", cell -> rate(cell.documentsPerSecond()), true));
    heads.add(
        new Head(
            "± 95 %".replace("95", confidence(cells)),
            cell -> width(cell.documentsPerSecond()),
            true));
    if (cells.stream().anyMatch(cell -> cell.ratioToBaseline() != null)) {
      heads.add(new Head(BASELINE, cell -> ratio(cell, cells), true));
    }
    heads.add(new Head(P50, cell -> millis(cell.serviceTimeMicros(), Percentiles::p50), true));
    heads.add(new Head("p99 ms", cell -> millis(cell.serviceTimeMicros(), Percentiles::p99), true));
    heads.add(new Head(CLIENT_CPU, cell -> micros(cell.cpu().clientMicrosPerDocument()), true));
    heads.add(new Head(SERVER_CPU, cell -> micros(cell.cpu().serverMicrosPerDocument()), true));
    if (cells.stream().map(CellTable::fields).filter(Objects::nonNull).distinct().count() > 1) {
      heads.add(new Head("server µs/field", CellTable::perField, true));
    }
    if (cells.stream().anyMatch(cell -> cell.queues() != null)) {
      heads.add(new Head("queue skew", cell -> skew(cell, QueueSkew::queueSkew), true));
      heads.add(new Head("finish skew", cell -> skew(cell, QueueSkew::finishSkew), true));
    }
    heads.add(new Head("valid", CellTable::valid, true));
    return heads;
  }

  /** The factors in which the cells differ, in the order of the record. */
  static List<String> varied(List<CellRecord> cells) {
    List<String> varied = new ArrayList<>();
    if (!cells.isEmpty()) {
      for (String factor : cells.get(0).factors().keySet()) {
        var values =
            cells.stream()
                .map(cell -> cell.factors().getOrDefault(factor, ""))
                .collect(Collectors.toCollection(TreeSet::new));
        if (values.size() > 1) {
          varied.add(factor);
        }
      }
    }
    return varied;
  }

  private static String confidence(List<CellRecord> cells) {
    return cells.stream()
        .map(CellRecord::documentsPerSecond)
        .filter(i -> i != null)
        .findFirst()
        .map(i -> String.format(Locale.ROOT, "%.0f", i.confidence() * 100))
        .orElse("95");
  }

  private static String rate(@Nullable Interval interval) {
    return interval == null ? NOTHING : String.format(Locale.ROOT, "%,.0f", interval.mean());
  }

  private static String width(@Nullable Interval interval) {
    return interval == null || !interval.isKnown()
        ? NOTHING
        : String.format(Locale.ROOT, "%.1f %%", interval.relativeHalfWidth() * 100);
  }

  private static String ratio(CellRecord cell, List<CellRecord> cells) {
    CellRecord.Ratio ratio = cell.ratioToBaseline();
    if (ratio == null) {
      boolean isBaseline =
          cells.stream()
              .map(CellRecord::ratioToBaseline)
              .anyMatch(r -> r != null && r.baseline().equals(cell.id()));
      return isBaseline ? "baseline" : NOTHING;
    }
    Interval interval = ratio.interval();
    if (!interval.isKnown()) {
      return String.format(Locale.ROOT, "%.2f", interval.mean());
    }
    String sign = interval.contains(1) ? " ≈" : "";
    return String.format(
        Locale.ROOT, "%.2f [%.2f, %.2f]%s", interval.mean(), interval.low(), interval.high(), sign);
  }

  private static String millis(
      @Nullable Percentiles percentiles, Function<Percentiles, Double> which) {
    return percentiles == null
        ? NOTHING
        : String.format(Locale.ROOT, "%.2f", which.apply(percentiles) / 1e3);
  }

  private static String micros(@Nullable Double micros) {
    return micros == null ? NOTHING : String.format(Locale.ROOT, "%.1f", micros);
  }

  private static @Nullable Double fields(CellRecord cell) {
    return UpdateFields.of(cell.factors());
  }

  /** What an update costs grows with the fields that it sets singly, not with their bytes. */
  private static String perField(CellRecord cell) {
    Double fields = fields(cell);
    Double micros = cell.cpu().serverMicrosPerDocument();
    return fields == null || micros == null || fields <= 0
        ? NOTHING
        : String.format(Locale.ROOT, "%.2f", micros / fields);
  }

  private static String skew(CellRecord cell, Function<QueueSkew, Double> which) {
    QueueSkew queues = cell.queues();
    return queues == null ? NOTHING : String.format(Locale.ROOT, "%.2f", which.apply(queues));
  }

  private static String valid(CellRecord cell) {
    long valid = cell.trials().stream().filter(TrialRecord::valid).count();
    int all = cell.trials().size();
    return valid == all ? "yes" : valid + " of " + all;
  }

  /**
   * A line for each limit that was named: which cells it holds back, and the decisive evidence of
   * each cell below it.
   */
  public static List<String> limits(List<CellRecord> cells) {
    Map<String, List<CellRecord>> byLimit =
        cells.stream()
            .collect(
                Collectors.groupingBy(
                    cell -> cell.bottleneck().resource(), LinkedHashMap::new, Collectors.toList()));
    List<String> lines = new ArrayList<>();
    byLimit.forEach(
        (resource, held) -> {
          lines.add("held back by " + resource + ":");
          for (CellRecord cell : held) {
            List<String> evidence = cell.bottleneck().evidence();
            lines.add("  " + cell.id() + (evidence.isEmpty() ? "" : ": " + evidence.get(0)));
          }
        });
    return lines;
  }

  /** What the signs in the table mean. */
  public static Map<String, String> legend() {
    return Map.of("≈", "no difference shown: the interval of the ratio contains 1");
  }
}
