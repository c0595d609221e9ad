package dev.weir.capacity;

import dev.weir.study.StudyException;
import dev.weir.study.YamlTree;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One mapping of a plan file: its values with their units. Decimal prefixes: 1 kB is 1000 B. */
final class PlanValues {
  private static final Pattern BYTES =
      Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?) ?(B|kB|MB|GB|TB)");
  private static final Pattern TIME = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?) ?(ms|s|m|h|d)");
  private static final Pattern SHARE = Pattern.compile("(\\d{1,4}(?:\\.\\d{1,4})?) ?%");

  private static final Map<String, Double> BYTE_UNITS =
      Map.of("B", 1.0, "kB", 1e3, "MB", 1e6, "GB", 1e9, "TB", 1e12);
  private static final Map<String, Double> SECONDS =
      Map.of("ms", 1e-3, "s", 1.0, "m", 60.0, "h", 3600.0, "d", 86_400.0);

  private final YamlTree node;
  private final String what;
  private final Map<String, YamlTree> entries;

  /**
   * @param known the keys that may stand there
   */
  PlanValues(YamlTree node, String what, List<String> known) throws StudyException {
    this.node = node;
    this.what = what;
    this.entries = node.mapping(what, known);
  }

  boolean has(String key) {
    return entries.containsKey(key);
  }

  YamlTree require(String key) throws StudyException {
    YamlTree value = entries.get(key);
    if (value == null) {
      throw node.error("'" + key + "' is missing in " + what);
    }
    return value;
  }

  @Nullable PlanValues child(String key, List<String> known) throws StudyException {
    YamlTree value = entries.get(key);
    return value == null ? null : new PlanValues(value, key, known);
  }

  StudyException error(String key, String problem) {
    return Objects.requireNonNullElse(entries.get(key), node).error("'" + key + "': " + problem);
  }

  String text(String key) throws StudyException {
    return require(key).text(key);
  }

  String text(String key, String absent) throws StudyException {
    return has(key) ? text(key) : absent;
  }

  String choice(String key, List<String> names, String absent) throws StudyException {
    String text = text(key, absent);
    if (!names.contains(text)) {
      throw error(key, "'" + text + "' is not one of " + String.join(", ", names));
    }
    return text;
  }

  double number(String key, double min, double max, double absent) throws StudyException {
    return has(key) ? number(key, min, max) : absent;
  }

  double number(String key, double min, double max) throws StudyException {
    String text = text(key);
    if (text.matches("[0-9][0-9_]{0,14}(\\.[0-9]{1,9})?")) {
      double value = Double.parseDouble(text.replace("_", ""));
      if (value >= min && value <= max) {
        return value;
      }
    }
    throw error(
        key,
        String.format(
            Locale.ROOT, "'%s' is not a number from %s to %s", text, plain(min), plain(max)));
  }

  long whole(String key, long min, long max, long absent) throws StudyException {
    return has(key) ? whole(key, min, max) : absent;
  }

  long whole(String key, long min, long max) throws StudyException {
    double value = number(key, (double) min, (double) max);
    if (value != Math.rint(value)) {
      throw error(key, "'" + text(key) + "' is not a whole number");
    }
    return (long) value;
  }

  /** A percentage as a share. */
  double share(String key, double min, double max, double absent) throws StudyException {
    if (!has(key)) {
      return absent;
    }
    Matcher matcher = SHARE.matcher(text(key));
    if (matcher.matches()) {
      double value = Double.parseDouble(matcher.group(1)) / 100;
      if (value >= min && value <= max) {
        return value;
      }
    }
    throw error(
        key,
        String.format(
            Locale.ROOT,
            "'%s' is not a percentage from %s%% to %s%%, such as 40%%",
            text(key),
            plain(min * 100),
            plain(max * 100)));
  }

  double bytes(String key) throws StudyException {
    return unit(key, text(key), BYTES, BYTE_UNITS, "a size such as 613B, 4kB or 50GB");
  }

  /** Bytes per second. */
  double rate(String key) throws StudyException {
    String text = text(key);
    String size = text.endsWith("/s") ? text.substring(0, text.length() - 2) : "";
    return unit(key, size, BYTES, BYTE_UNITS, "a rate such as 125MB/s");
  }

  double seconds(String key) throws StudyException {
    return unit(key, text(key), TIME, SECONDS, "a time such as 50ms, 30s, 5m or 24h");
  }

  private double unit(
      String key, String text, Pattern pattern, Map<String, Double> units, String wanted)
      throws StudyException {
    Matcher matcher = pattern.matcher(text);
    if (matcher.matches()) {
      double value =
          Double.parseDouble(matcher.group(1))
              * Objects.requireNonNull(units.get(matcher.group(2)));
      if (value > 0) {
        return value;
      }
    }
    throw error(key, "'" + text(key) + "' is not " + wanted);
  }

  private static String plain(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.valueOf(value);
  }
}
