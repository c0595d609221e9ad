package dev.weir.study;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a call writes, apart from how it is sent.
 *
 * <p>Upserts find their document every second time and insert it else, unless a number says how
 * many of 100 insert, as in the name {@code "upsert20"}. A mix names its weights in percent, in
 * this order: {@code mix70update20insert10delete}. Where inserts and deletes weigh the same, the
 * collection keeps its size.
 *
 * @param name the one name in study files and records
 * @param update share of updates, in percent; all shares together are 100
 * @param insert share of inserts of fresh keys
 * @param upsert share of updates that insert where nothing matches
 * @param replace share of replacements of whole documents
 * @param delete share of deletes of documents that are there
 * @param upsertInserts of 100 upserts, those that find nothing and so insert
 */
public record WriteKind(
    String name, int update, int insert, int upsert, int replace, int delete, int upsertInserts)
    implements Comparable<WriteKind> {
  /** What is written where nothing is said. */
  public static final WriteKind UPDATE = new WriteKind("update", 100, 0, 0, 0, 0, 0);

  public static final WriteKind INSERT = new WriteKind("insert", 0, 100, 0, 0, 0, 0);
  public static final WriteKind REPLACE = new WriteKind("replace", 0, 0, 0, 100, 0, 0);
  public static final WriteKind DELETE = new WriteKind("delete", 0, 0, 0, 0, 100, 0);

  private static final int WHOLE = 100;
  private static final String WORDS =
      "update, insert, upsert, upsert with the percent inserted such as upsert20, replace, delete,"
          + " or a mix such as mix70update20insert10delete";
  private static final int HALF = 50;
  private static final String KINDS = "update|insert|upsert|replace|delete";
  private static final Pattern UPSERT = Pattern.compile("upsert(0|[1-9]\\d?|100)?");
  private static final Pattern MIX = Pattern.compile("mix((?:[1-9]\\d?(?:" + KINDS + "))+)");
  private static final Pattern PART = Pattern.compile("(\\d+)(" + KINDS + ")");

  /**
   * Reads a kind from its name.
   *
   * @throws IllegalArgumentException if it names none; the message says what does
   */
  public static WriteKind parse(String text) {
    Matcher upsert = UPSERT.matcher(text);
    if (upsert.matches()) {
      int inserts = upsert.group(1) == null ? HALF : Integer.parseInt(upsert.group(1));
      return new WriteKind(
          inserts == HALF ? "upsert" : "upsert" + inserts, 0, 0, WHOLE, 0, 0, inserts);
    }
    for (WriteKind kind : List.of(UPDATE, INSERT, REPLACE, DELETE)) {
      if (kind.name.equals(text)) {
        return kind;
      }
    }
    Matcher mix = MIX.matcher(text);
    if (mix.matches()) {
      return mix(text, mix.group(1));
    }
    throw new IllegalArgumentException("'" + text + "' is not " + WORDS);
  }

  /** What its names look like. */
  static Form.Scalar form() {
    String regex = "(update|insert|replace|delete|" + UPSERT.pattern() + "|" + MIX.pattern() + ")";
    return Form.pattern(regex, WORDS);
  }

  private static WriteKind mix(String text, String parts) {
    List<String> kinds = List.of(KINDS.split("\\|", -1));
    int[] weights = new int[kinds.size()];
    Matcher part = PART.matcher(parts);
    while (part.find()) {
      int kind = kinds.indexOf(part.group(2));
      if (weights[kind] > 0) {
        throw new IllegalArgumentException("'" + text + "' is not a mix: it names a kind twice");
      }
      weights[kind] = Integer.parseInt(part.group(1));
    }
    int sum = 0;
    List<String> named = new ArrayList<>();
    for (int kind = 0; kind < weights.length; kind++) {
      sum += weights[kind];
      if (weights[kind] > 0) {
        named.add(weights[kind] + kinds.get(kind));
      }
    }
    if (sum != WHOLE || named.size() < 2) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a mix: write two kinds or more whose percents make 100");
    }
    return new WriteKind(
        "mix" + String.join("", named),
        weights[0],
        weights[1],
        weights[2],
        weights[3],
        weights[4],
        weights[2] > 0 ? HALF : 0);
  }

  /** Whether it is made of several kinds. */
  public boolean mixed() {
    return Math.max(update, Math.max(insert, Math.max(upsert, Math.max(replace, delete)))) < WHOLE;
  }

  /** Whether any of it adds documents. */
  public boolean adds() {
    return insert > 0 || upsert * upsertInserts > 0;
  }

  /** Whether any of it removes documents. */
  public boolean removes() {
    return delete > 0;
  }

  /** Whether other documents are there after it. */
  public boolean changesPopulation() {
    return adds() || removes();
  }

  /** Whether any of it says its data field by field. */
  public boolean setsFields() {
    return update + upsert > 0;
  }

  /** Whether any of it sends a whole document. */
  public boolean sendsWhole() {
    return insert + replace > 0;
  }

  /**
   * What runs the same code and never uses up the documents: a load that only deletes has none left
   * before a JVM is warm.
   */
  public WriteKind forWarmUp() {
    return delete > insert ? parse("mix50insert50delete") : this;
  }

  /**
   * Single kinds first, in the order of a mix's name; then mixes, those with most updates first.
   */
  @Override
  public int compareTo(WriteKind other) {
    return Comparator.comparing(WriteKind::mixed)
        .thenComparingInt(kind -> -kind.update())
        .thenComparingInt(kind -> -kind.insert())
        .thenComparingInt(kind -> -kind.upsert())
        .thenComparingInt(kind -> -kind.replace())
        .thenComparingInt(WriteKind::upsertInserts)
        .compare(this, other);
  }

  @Override
  public String toString() {
    return name;
  }
}
