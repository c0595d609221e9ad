package dev.weir.study;

import java.util.Comparator;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Secondary indexes of a collection: {@code none}, or a number, then {@code changed} or {@code
 * unchanged}, then the kind, if it is not ascending: {@code 1changed}, {@code 4unchanged}, {@code
 * 2changedHashed}, {@code 2changedCompound}.
 *
 * @param name the one name in study files and records
 * @param number how many
 * @param unchanged whether they lie on fields that no update writes
 * @param kind of each
 */
public record Indexes(String name, int number, boolean unchanged, Kind kind)
    implements Comparable<Indexes> {
  public static final Indexes NONE = new Indexes("none", 0, false, Kind.ASCENDING);

  private static final Pattern NAME =
      Pattern.compile("([1-9]\\d?)(changed|unchanged)(Hashed|Compound)?");

  /** MongoDB's own limit is 64 in all. */
  private static final int MOST = 16;

  private static final String WORDS =
      "none or 1 to 16 indexes such as 1changed, 4unchanged, 2changedHashed, 2changedCompound";

  /** Kinds of index. */
  public enum Kind {
    /** On one field. */
    ASCENDING,
    /** On the hash of one field. */
    HASHED,
    /** On two fields. */
    COMPOUND
  }

  /**
   * Reads them from their name.
   *
   * @throws IllegalArgumentException if the name is not of this form; the message says what is
   */
  public static Indexes parse(String text) {
    if (text.equals(NONE.name)) {
      return NONE;
    }
    Matcher matcher = NAME.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(1)) > MOST) {
      throw new IllegalArgumentException("'" + text + "' is not " + WORDS);
    }
    Kind kind =
        matcher.group(3) == null
            ? Kind.ASCENDING
            : Kind.valueOf(matcher.group(3).toUpperCase(Locale.ROOT));
    return new Indexes(
        text, Integer.parseInt(matcher.group(1)), matcher.group(2).equals("unchanged"), kind);
  }

  /** What their names look like. */
  static Form.Scalar form() {
    return Form.pattern("(none|" + NAME.pattern() + ")", WORDS);
  }

  /** Fields that they lie on, all together: one each, and one more where each lies on two. */
  public int fields() {
    return kind == Kind.COMPOUND ? number + 1 : number;
  }

  /** By number. */
  @Override
  public int compareTo(Indexes other) {
    return Comparator.comparingInt(Indexes::number)
        .thenComparing(Indexes::unchanged)
        .thenComparing(Indexes::kind)
        .compare(this, other);
  }

  @Override
  public String toString() {
    return name;
  }
}
