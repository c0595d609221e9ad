package dev.weir.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import dev.weir.analysis.ClaimVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The claims of a study and their answers as a table, a row for each comparison. */
public final class ClaimTable {
  private static final int WIDEST_TEXT = 44;
  private static final int WIDEST_CELLS = 40;

  /**
   * One row.
   *
   * @param claim id of the claim; empty on all rows of a claim but its first
   * @param text the claim; empty likewise
   * @param verdict the answer; empty likewise
   * @param compared which cells
   * @param expected where their ratio should lie
   * @param measured their ratio with its interval
   */
  public record Row(
      String claim,
      String text,
      String verdict,
      String compared,
      String expected,
      String measured) {}

  private record Head(String title, int widest, Function<Row, String> value) {}

  private static final List<Head> HEADS =
      List.of(
          new Head("claim", 16, Row::claim),
          new Head("", WIDEST_TEXT, Row::text),
          new Head("verdict", 13, Row::verdict),
          new Head("compared", WIDEST_CELLS, Row::compared),
          new Head("expected", 22, Row::expected),
          new Head("measured", 22, Row::measured));

  private ClaimTable() {}

  /** The rows, plain text. */
  public static List<Row> rows(List<ClaimVerdict> claims) {
    List<Row> rows = new ArrayList<>();
    for (ClaimVerdict claim : claims) {
      if (claim.tests().isEmpty()) {
        rows.add(new Row(claim.id(), claim.text(), claim.verdict().title(), "", "", ""));
      }
      for (int i = 0; i < claim.tests().size(); i++) {
        ClaimVerdict.Tested test = claim.tests().get(i);
        rows.add(
            new Row(
                i == 0 ? claim.id() : "",
                i == 0 ? claim.text() : "",
                i == 0 ? claim.verdict().title() : "",
                test.what(),
                test.expected(),
                test.measured()));
      }
    }
    return rows;
  }

  /** A table with box-drawing characters. */
  public static String text(List<ClaimVerdict> claims) {
    List<ColumnData<Row>> columns = new ArrayList<>();
    for (Head head : HEADS) {
      columns.add(
          new Column()
              .header(head.title)
              .headerAlign(HorizontalAlign.LEFT)
              .dataAlign(HorizontalAlign.LEFT)
              .maxWidth(head.widest, OverflowBehaviour.NEWLINE)
              .with(row -> PlainText.line(head.value.apply(row))));
    }
    return AsciiTable.builder()
        .border(AsciiTable.FANCY_ASCII)
        .data(rows(claims), columns)
        .asString();
  }

  /** A Markdown table. */
  public static String markdown(List<ClaimVerdict> claims) {
    StringBuilder text = new StringBuilder();
    line(text, HEADS.stream().map(Head::title).toList());
    line(text, HEADS.stream().map(head -> "---").toList());
    for (Row row : rows(claims)) {
      line(text, HEADS.stream().map(h -> PlainText.markdown(h.value.apply(row))).toList());
    }
    return text.toString();
  }

  /** A line for each answer that needs words: why it can't be given, or how firm it is. */
  public static List<String> remarks(List<ClaimVerdict> claims) {
    List<String> lines = new ArrayList<>();
    for (ClaimVerdict claim : claims) {
      if (!claim.because().isEmpty()) {
        lines.add(claim.id() + ": " + claim.verdict().title() + ": " + claim.because());
      }
      Double again = claim.again();
      if (again != null && again < FIRM) {
        lines.add(
            String.format(
                Locale.ROOT,
                "%s: a rerun would answer the same in about %.0f of 100 times; more rounds would"
                    + " settle it",
                claim.id(),
                again * 100));
      }
    }
    return lines;
  }

  private static final double FIRM = 0.9;

  private static void line(StringBuilder text, List<String> values) {
    text.append("| ").append(String.join(" | ", values)).append(" |\n");
  }
}
