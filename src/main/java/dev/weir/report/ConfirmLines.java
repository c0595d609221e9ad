package dev.weir.report;

import dev.weir.record.ConfirmRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Verdicts put to the test, a line each. */
public final class ConfirmLines {
  private ConfirmLines() {}

  public static List<String> of(ConfirmRecord record) {
    List<String> lines = new ArrayList<>();
    for (ConfirmRecord.Test test : record.tests()) {
      String line = test.cell() + ": " + test.resource();
      if (test.change() != null) {
        line += "; with " + test.change() + " throughput should be " + state(test.predicted());
      }
      line += ": " + test.note();
      Boolean confirmed = test.confirmed();
      lines.add(line + (confirmed == null ? "" : confirmed ? ": confirmed" : ": NOT confirmed"));
    }
    return lines;
  }

  private static String state(@Nullable String predicted) {
    return switch (String.valueOf(predicted)) {
      case "rises" -> "higher";
      case "falls" -> "lower";
      default -> "unchanged";
    };
  }
}
