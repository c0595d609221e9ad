package dev.weir.capacity;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The text of a plan file in the making. What is known is a value, what is not known is a commented
 * line that says how to find it out.
 */
public final class PlanDraft {
  private static final int WIDTH = 100;
  private static final int COMMENTS_AT = 28;
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,99}");
  private static final Pattern WORDS_OF_YAML =
      Pattern.compile("(?i)true|false|yes|no|on|off|null|y|n");
  private static final int MOST_NAME = 58;

  private final StringBuilder text = new StringBuilder();
  private String indent = "";
  private boolean first;

  /** Starts with the plan's name. */
  public PlanDraft(String name) {
    known("name", name);
  }

  /** A name that a plan may have, made of any text. */
  public static String name(String text) {
    String clean =
        text.toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-+", "")
            .replaceAll("-+$", "");
    String cut = clean.substring(0, Math.min(MOST_NAME, clean.length()));
    return cut.isEmpty() ? "plan" : cut;
  }

  /** Lines of prose. */
  public PlanDraft comment(String words) {
    StringBuilder line = new StringBuilder(indent + "#");
    for (String word : oneLine(words).split(" ", -1)) {
      if (line.length() + 1 + word.length() > WIDTH) {
        text.append(line).append('\n');
        line = new StringBuilder(indent + "#");
      }
      line.append(' ').append(word);
    }
    text.append(line).append('\n');
    return this;
  }

  /** A value. */
  public PlanDraft known(String key, String value) {
    text.append(begin()).append(key).append(": ").append(value).append('\n');
    return this;
  }

  /** A value and a few words about it. */
  public PlanDraft known(String key, String value, String why) {
    return commented(begin() + key + ": " + value, why);
  }

  /** A key whose value is not known, and how to find it out. */
  public PlanDraft unknown(String key, String how) {
    return commented(indent + "# " + key + ":", how);
  }

  private PlanDraft commented(String line, String words) {
    String padded = line + " ".repeat(Math.max(0, COMMENTS_AT - line.length()));
    text.append(padded).append(" # ").append(oneLine(words)).append('\n');
    return this;
  }

  /** A key whose entries follow. */
  public PlanDraft open(String key) {
    text.append(indent).append(key).append(":\n");
    indent += "  ";
    return this;
  }

  /** The next item of a list, whose entries follow; its first entry is a known one. */
  public PlanDraft item() {
    first = true;
    indent += "  ";
    return this;
  }

  /** Ends the entries of a key or an item. */
  public PlanDraft close() {
    indent = indent.substring(2);
    return this;
  }

  private String begin() {
    if (!first) {
      return indent;
    }
    first = false;
    return indent.substring(2) + "- ";
  }

  /** What no oplog and no sample tells, at the end of the file. */
  public PlanDraft rest() {
    return unknown("growth", "{perMonth: …%, months: …}: how players and accounts grow")
        .unknown("target", "{p99: …, headroom: …%, oplogWindow: …}: what must hold")
        .unknown("surviveMemberDown", "true or false: whether a member may be lost at peak")
        .unknown("price", "{perHostMonth: …, currency: …}: what a host costs");
  }

  /** Five significant digits, as a plan file takes them. */
  public static String number(double value) {
    return digits(value, 5);
  }

  /** Three significant digits, for prose. */
  public static String about(double value) {
    return value >= 100 ? whole(value) : digits(value, 3);
  }

  private static String digits(double value, int significant) {
    return new BigDecimal(value)
        .round(new MathContext(significant))
        .setScale(6, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  /** A number of things. */
  public static String whole(double value) {
    return String.format(Locale.ROOT, "%.0f", value);
  }

  /** A size in whole bytes, at least one; in whole kB where a plan file takes no more digits. */
  public static String bytes(double value) {
    return value >= 1e12 ? Math.round(value / 1e3) + "kB" : Math.max(1, Math.round(value)) + "B";
  }

  /** A time, to the millisecond. */
  public static String seconds(double value) {
    return number(Math.max(1, Math.round(value * 1e3)) / 1e3) + "s";
  }

  /** Any text as one YAML value. */
  public static String quoted(String value) {
    String clean = oneLine(value);
    return PLAIN.matcher(clean).matches() && !WORDS_OF_YAML.matcher(clean).matches()
        ? clean
        : "'" + clean.replace("'", "''") + "'";
  }

  private static String oneLine(String words) {
    return words.replaceAll("[\\p{Cntrl}\\u2028\\u2029\\ufeff\\ufffe\\uffff]", " ");
  }

  /** The file. */
  public String text() {
    return text.toString();
  }
}
