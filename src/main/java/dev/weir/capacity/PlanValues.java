package dev.weir.capacity;

import dev.weir.study.StudyException;
import dev.weir.study.YamlTree;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One mapping of a plan file that {@link PlanKeys} has checked: its values with their units.
 * Decimal prefixes: 1 kB is 1000 B.
 */
final class PlanValues {
  private static final Pattern WITH_UNIT = Pattern.compile("([0-9.]+) ?([A-Za-z]+)(/s)?");

  /** In bytes and in seconds. */
  private static final Map<String, Double> UNITS =
      Map.ofEntries(
          Map.entry("B", 1.0),
          Map.entry("kB", 1e3),
          Map.entry("MB", 1e6),
          Map.entry("GB", 1e9),
          Map.entry("TB", 1e12),
          Map.entry("ms", 1e-3),
          Map.entry("s", 1.0),
          Map.entry("m", 60.0),
          Map.entry("h", 3600.0),
          Map.entry("d", 86_400.0));

  private final YamlTree node;
  private final String prefix;
  private final Map<String, YamlTree> entries;

  /**
   * @param prefix of its keys in messages, such as {@code flush.}
   */
  PlanValues(YamlTree node, String prefix) throws StudyException {
    this.node = node;
    this.prefix = prefix;
    this.entries = node.mapping(prefix);
  }

  boolean has(String key) {
    return entries.containsKey(key);
  }

  YamlTree require(String key) throws StudyException {
    YamlTree value = entries.get(key);
    if (value == null) {
      throw node.error("'" + prefix + key + "' is missing");
    }
    return value;
  }

  @Nullable PlanValues child(String key) throws StudyException {
    YamlTree value = entries.get(key);
    return value == null ? null : new PlanValues(value, key + ".");
  }

  StudyException error(String key, String problem) {
    return Objects.requireNonNullElse(entries.get(key), node).error(prefix + key + ": " + problem);
  }

  String text(String key) throws StudyException {
    return require(key).text(key);
  }

  String text(String key, String absent) throws StudyException {
    return has(key) ? text(key) : absent;
  }

  double number(String key, double absent) throws StudyException {
    return has(key) ? number(key) : absent;
  }

  double number(String key) throws StudyException {
    return Double.parseDouble(text(key).replace("_", ""));
  }

  /** A percentage as a share. */
  double share(String key, double max, double absent) throws StudyException {
    if (!has(key)) {
      return absent;
    }
    double value = Double.parseDouble(text(key).replace("%", "").strip()) / 100;
    if (value > max) {
      throw error(
          key,
          String.format(Locale.ROOT, "'%s' is more than %.0f%%, the most", text(key), max * 100));
    }
    return value;
  }

  /** Bytes, or with {@code /s} bytes per second, or seconds. */
  double withUnit(String key) throws StudyException {
    String text = text(key);
    Matcher matcher = WITH_UNIT.matcher(text);
    Double unit = matcher.matches() ? UNITS.get(matcher.group(2)) : null;
    if (unit == null) {
      throw error(key, "'" + text + "' has no unit");
    }
    return Double.parseDouble(matcher.group(1)) * unit;
  }

  double withUnit(String key, double absent) throws StudyException {
    return has(key) ? withUnit(key) : absent;
  }
}
