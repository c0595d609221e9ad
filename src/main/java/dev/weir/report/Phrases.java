package dev.weir.report;

import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.PercentileInterval;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Words for figures and settings, as an answer's sentences use them. */
final class Phrases {
  /** A difference that people ask for, as a share. */
  private static final double WANTED = 0.05;

  /** More rounds than anyone runs. */
  private static final double MOST_ROUNDS = 60;

  private static final String DRIVER = "driver";
  private static final String OPERATION = "operation";
  private static final String WRITE = "write";
  private static final String BATCH = "batch";
  private static final String IN_FLIGHT = "inFlight";
  private static final String CLIENTS = "clients";

  /** Factors of a setting, those that a reader thinks of first. */
  private static final List<String> FIRST =
      List.of(OPERATION, WRITE, BATCH, IN_FLIGHT, CLIENTS, DRIVER);

  /** Factors that a setting names; more are in the table. */
  private static final int MOST_NAMED = 3;

  /** Of them in a noun: a sentence holds two. */
  private static final int MOST_IN_NOUN = 2;

  private static final Pattern KIND = Pattern.compile("(\\d{1,3})([a-z]{1,20})");

  private Phrases() {}

  /** {@code 4.36 times [4.20, 4.53]}. */
  static String times(Interval ratio) {
    return Digits.of(ratio.mean()) + " times" + bounds(ratio);
  }

  /** {@code 40 % less client CPU [37 %, 43 %]}, of a ratio that is shown to differ from 1. */
  static String change(Interval ratio, String what) {
    if (ratio.mean() >= 2) {
      return times(ratio) + " the " + what;
    }
    boolean less = ratio.mean() < 1;
    String share = Digits.percent(Math.abs(1 - ratio.mean()));
    String bounds =
        less
            ? " [" + Digits.percent(1 - ratio.high()) + ", " + Digits.percent(1 - ratio.low()) + "]"
            : " ["
                + Digits.percent(ratio.low() - 1)
                + ", "
                + Digits.percent(ratio.high() - 1)
                + "]";
    return share + (less ? " less " : " more ") + what + bounds;
  }

  /** {@code 27,100 documents/s [25,900, 28,300]}. */
  static String rate(Interval rate, String unit) {
    return Digits.of(rate.mean())
        + " "
        + unit
        + (rate.isKnown()
            ? " [" + Digits.of(Math.max(0, rate.low())) + ", " + Digits.of(rate.high()) + "]"
            : " (measured once)");
  }

  private static String bounds(Interval ratio) {
    return ratio.isKnown()
        ? " [" + Digits.of(ratio.low()) + ", " + Digits.of(ratio.high()) + "]"
        : " (measured once)";
  }

  /** {@code 8.81 ms [8.12, 9.70]}, of microseconds; without bounds where they are unknown. */
  static String millis(double micros, @Nullable PercentileInterval interval) {
    String text = Digits.of(micros / 1e3) + " ms";
    Double low = interval == null ? null : interval.low();
    Double high = interval == null ? null : interval.high();
    return low == null || high == null
        ? text
        : text + " [" + Digits.of(low / 1e3) + ", " + Digits.of(high / 1e3) + "]";
  }

  /** What an interval around 1 leaves open, and what it takes to know more. */
  static String open(Interval ratio) {
    if (!ratio.isKnown()) {
      return "One round can't tell; three or more do.";
    }
    double most = Math.max(ratio.high() - 1, 1 - ratio.low());
    if (most <= WANTED) {
      return "A difference of more than " + Digits.percent(most) + " is ruled out.";
    }
    double half = Math.log(ratio.high() / ratio.low()) / 2 / Math.log1p(WANTED);
    double rounds = Math.ceil(ratio.n() * half * half);
    return rounds <= MOST_ROUNDS
        ? format("To show 5 %%, it takes about %.0f rounds, not %d.", rounds, ratio.n())
        : "To show 5 %, it takes weir versus: more rounds hardly would.";
  }

  /** Whether a ratio is shown to differ from 1. */
  static boolean differs(Interval ratio) {
    return ratio.isKnown() && !ratio.contains(1);
  }

  /**
   * {@code , with 8 calls in flight and the sync driver}; empty if there is nothing to name. What
   * most cells have is left out, bar how, with what and how often was sent.
   */
  static String with(CellSet cells, CellRecord cell, Collection<String> factors) {
    return with(cells, cell, factors, MOST_NAMED);
  }

  /** The same, of a few parts at most. */
  static String with(CellSet cells, CellRecord cell, Collection<String> factors, int most) {
    List<String> parts =
        parts(
            cell,
            factors.stream()
                .filter(factor -> FIRST.contains(factor) || !isUsual(cells, cell, factor))
                .toList(),
            false);
    if (parts.isEmpty()) {
      return "";
    }
    List<String> named = parts.subList(0, Math.min(most, parts.size()));
    return ", with " + list(named);
  }

  private static boolean isUsual(CellSet cells, CellRecord cell, String factor) {
    String value = cell.factors().get(factor);
    long same =
        cells.all().stream()
            .filter(other -> Objects.equals(value, other.factors().get(factor)))
            .count();
    return same * 2 > cells.all().size();
  }

  /** A cell as a noun, by these factors: {@code the reactive driver}, {@code pool 8}. */
  static String noun(CellRecord cell, Collection<String> factors) {
    List<String> parts = parts(cell, factors, true);
    return parts.isEmpty()
        ? "the same"
        : list(parts.subList(0, Math.min(MOST_IN_NOUN, parts.size())));
  }

  /**
   * @param howTo whether kinds of writes are given with the call that makes them
   */
  private static List<String> parts(CellRecord cell, Collection<String> factors, boolean howTo) {
    List<String> ordered = new ArrayList<>(FIRST);
    ordered.retainAll(factors);
    // What is sent, with what and how many: one part.
    @Nullable String first =
        ordered.contains(OPERATION) ? OPERATION : howTo && ordered.contains(WRITE) ? WRITE : null;
    factors.stream().filter(factor -> !FIRST.contains(factor)).forEach(ordered::add);
    List<String> parts = new ArrayList<>();
    for (String factor : ordered) {
      String value = cell.factors().get(factor);
      boolean said =
          (factor.equals(BATCH) && (first != null || single(cell)))
              || (factor.equals(WRITE) && first != null && !first.equals(WRITE));
      if (value == null || said) {
        continue;
      }
      parts.add(
          factor.equals(first)
              ? sent(cell) + (ordered.contains(WRITE) && !single(cell) ? " " + written(cell) : "")
              : part(cell, factor, value));
    }
    return parts;
  }

  private static String part(CellRecord cell, String factor, String value) {
    return switch (factor) {
      case DRIVER -> driver(value);
      case WRITE -> written(cell);
      case BATCH -> value + " per call";
      case IN_FLIGHT -> value.equals("1") ? "1 call in flight" : value + " calls in flight";
      case CLIENTS -> value.equals("1") ? "1 client" : value + " clients";
      default -> Labels.brief(words(Labels.title(factor)) + " " + value, 40);
    };
  }

  /** {@code historySeconds} as {@code history seconds}. */
  static String words(String name) {
    return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  /** {@code the sync driver}. */
  static String driver(String value) {
    return switch (value) {
      case "virtual" -> "virtual threads";
      default -> "the " + Labels.brief(value, 30) + " driver";
    };
  }

  /** {@code unordered bulkWrite of 50}, {@code single updates}. */
  static String sent(CellRecord cell) {
    String operation = cell.factors().getOrDefault(OPERATION, "");
    String of = " of " + cell.factors().getOrDefault(BATCH, "1");
    return switch (operation) {
      case "single" -> "single " + written(cell);
      case "bulkUnordered" -> "unordered bulkWrite" + of;
      case "bulkOrdered" -> "ordered bulkWrite" + of;
      case "clientBulk" -> "the client's bulkWrite" + of;
      case "insertMany" -> "insertMany" + of;
      default -> Labels.brief(operation, 30);
    };
  }

  /** The factors that are left to name where {@link #noun} was given these. */
  static List<String> besides(Collection<String> varied, Collection<String> named) {
    List<String> left = new ArrayList<>(varied);
    left.removeAll(named);
    if (named.contains(WRITE)) {
      left.removeAll(List.of(OPERATION, BATCH));
    }
    return left;
  }

  /** {@code upserts (20 % insert)}, {@code writes (70 % updates and 30 % inserts)}. */
  static String written(CellRecord cell) {
    String write = write(cell);
    if (write.matches("upsert\\d{1,3}")) {
      return "upserts (" + write.replaceFirst("upsert", "") + " % insert)";
    }
    Matcher kinds = KIND.matcher(write.startsWith("mix") ? write : "");
    List<String> parts = new ArrayList<>();
    while (kinds.find()) {
      parts.add(kinds.group(1) + " % " + plural(kinds.group(2)));
    }
    return parts.isEmpty() ? unit(cell) : "writes (" + list(parts) + ")";
  }

  /** What a call sends one or more of. */
  static String unit(CellRecord cell) {
    String kind = write(cell).replaceFirst("^upsert\\d{1,3}$", "upsert");
    return kind.matches("update|insert|upsert|replace|delete") ? plural(kind) : "writes";
  }

  private static String plural(String kind) {
    return kind.equals("replace") ? "replacements" : kind + "s";
  }

  /** Records from before there was {@code write} say replacements by their shape. */
  private static String write(CellRecord cell) {
    boolean replaced = "replace".equals(cell.factors().get("shape"));
    return cell.factors().getOrDefault(WRITE, replaced ? "replace" : "update");
  }

  static boolean single(CellRecord cell) {
    return "single".equals(cell.factors().get(OPERATION));
  }

  /** {@code a, b and c}. */
  static String list(List<String> parts) {
    return parts.size() < 2
        ? String.join("", parts)
        : String.join(", ", parts.subList(0, parts.size() - 1))
            + " and "
            + parts.get(parts.size() - 1);
  }

  /** With the first letter of a sentence. */
  static String capital(String text) {
    return text.isEmpty()
        ? text
        : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /** Without it. */
  static String small(String text) {
    return text.isEmpty()
        ? text
        : text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
  }

  static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
