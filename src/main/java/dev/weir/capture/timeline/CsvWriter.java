package dev.weir.capture.timeline;

import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;

/** The timeline's rows as CSV (RFC 4180, lines end in LF). */
final class CsvWriter {
  private static final MathContext DIGITS = new MathContext(7);

  private final Writer out;

  CsvWriter(Writer out) {
    this.out = out;
  }

  void header(List<String> columns) throws IOException {
    out.write("epoch_ms,trial,checkpoint");
    for (String column : columns) {
      out.write(',');
      out.write(column);
    }
    out.write('\n');
  }

  void row(
      long epochMs,
      String trial,
      Map<String, Double> numbers,
      Map<String, String> texts,
      List<String> columns)
      throws IOException {
    out.write(Long.toString(epochMs));
    out.write(',');
    out.write(quoted(trial));
    out.write(',');
    out.write(checkpoint(numbers));
    for (String column : columns) {
      out.write(',');
      Double number = numbers.get(column);
      out.write(number != null ? plain(number) : quoted(texts.getOrDefault(column, "")));
    }
    out.write('\n');
  }

  /** Any source that saw a checkpoint is right; mongostat counts them under the name of flushes. */
  private static String checkpoint(Map<String, Double> numbers) {
    boolean known = false;
    for (Map.Entry<String, Double> entry : numbers.entrySet()) {
      String column = entry.getKey();
      if (column.endsWith("wt_checkpoint_running")
          || column.endsWith("wt_checkpoints")
          || column.endsWith("mongostat_flushes")) {
        known = true;
        if (entry.getValue() > 0) {
          return "1";
        }
      }
    }
    return known ? "0" : "";
  }

  static String plain(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return Long.toString((long) value);
    }
    return BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros().toPlainString();
  }

  static String quoted(String text) {
    return text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
        ? '"' + text.replace("\"", "\"\"") + '"'
        : text;
  }
}
