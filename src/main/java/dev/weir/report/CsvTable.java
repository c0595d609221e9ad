package dev.weir.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@link Table} as CSV (RFC 4180, lines end in LF): values as they are, unknown ones empty. */
public final class CsvTable {
  /** What spreadsheets take for the start of a formula. */
  private static final String FORMULA = "=+-@";

  private CsvTable() {}

  /** The whole file, its first line the heads. */
  public static <R> String of(Table<R> table) {
    CsvSchema.Builder schema = CsvSchema.builder().setUseHeader(true);
    table.columns().forEach(column -> schema.addColumn(column.head()));
    List<List<Object>> rows = new ArrayList<>();
    for (R row : table.rows()) {
      rows.add(table.columns().stream().map(c -> value(c.value(row))).toList());
    }
    try {
      return new CsvMapper().writer(schema.build()).writeValueAsString(rows);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("CSV of " + rows.size() + " rows", e);
    }
  }

  /** Text of a record, which may come from a stranger, is one line and never a formula. */
  private static Object value(@Nullable Object value) {
    if (!(value instanceof String text)) {
      return value == null ? "" : value;
    }
    String line = PlainText.line(text);
    return !line.isEmpty() && FORMULA.indexOf(line.charAt(0)) >= 0 ? "'" + line : line;
  }
}
