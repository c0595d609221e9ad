package dev.weir.report;

import dev.weir.record.CellRecord;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Names of cells and factor values, short enough for a picture. */
public final class Labels {
  private static final int MOST = 80;

  private Labels() {}

  /** At most {@code most} characters, none of them cut in halves. */
  public static String brief(String text, int most) {
    String line = PlainText.line(text);
    return line.codePointCount(0, line.length()) <= most
        ? line
        : line.substring(0, line.offsetByCodePoints(0, most - 1)) + "…";
  }

  /** The values of some factors, in their order; a single update's batch is left out. */
  public static String of(CellRecord cell, Collection<String> factors) {
    StringJoiner label = new StringJoiner(" · ");
    for (String factor : factors) {
      String value = cell.factors().get(factor);
      if (value != null && !(factor.equals("batch") && value.equals("1"))) {
        label.add(value(factor, value));
      }
    }
    return brief(label.length() == 0 ? "all cells" : label.toString(), MOST);
  }

  /** A value that says what it is a value of, unless it does so itself. */
  public static String value(String factor, String value) {
    boolean tellsNothing = number(value) != null || value.equals("true") || value.equals("false");
    return brief(tellsNothing ? title(factor) + " " + value : value, 40);
  }

  /** A factor as a reader would call it. */
  public static String title(String factor) {
    return switch (factor) {
      case "inFlight" -> "in flight";
      case "writeConcern" -> "write concern";
      case "retryWrites" -> "retryable writes";
      default -> brief(factor, 40);
    };
  }

  /** A factor as an axis names it. */
  public static String axis(String factor) {
    return switch (factor) {
      case "inFlight" -> "operations in flight";
      case "batch" -> "documents per batch";
      default -> title(factor);
    };
  }

  public static @Nullable Double number(String text) {
    if (text.isEmpty() || text.length() > 18 || !Character.isDigit(text.charAt(0))) {
      return null;
    }
    try {
      return Double.valueOf(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The factors in which the cells differ, in the order of the record. */
  public static List<String> varied(List<CellRecord> cells) {
    Set<String> names = new LinkedHashSet<>();
    cells.forEach(cell -> names.addAll(cell.factors().keySet()));
    return names.stream()
        .filter(name -> cells.stream().map(c -> c.factors().get(name)).distinct().count() > 1)
        .toList();
  }
}
