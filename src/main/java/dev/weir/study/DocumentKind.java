package dev.weir.study;

import dev.weir.study.sample.Sample;
import dev.weir.study.sample.SampleException;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How much data one update carries.
 *
 * <p>{@code role56} is the role of the role-update study: 12 ints and 4 strings of two characters.
 * Any other {@code role<N>} has N / 4 ints and, for the rest, one string; {@code role2000}
 * therefore has 500 ints. {@code role<A>to<B>} draws the bytes of each update uniformly from A to
 * B, both included. {@code fields<F>of<B>} has F fields that hold B bytes together, so that the
 * cost of a field can be separated from that of a byte.
 *
 * <p>{@code item64} is no role but what the pool-exhaustion study reads. {@code sample_<name>} are
 * a user's own documents: its bytes are those of whole documents. Kinds of one name are equal; a
 * record names a sample's kind without its model.
 *
 * @param name the name in study files
 * @param minBytes fewest bytes of data in one update; field names and BSON overhead are not data
 * @param maxBytes most bytes of data in one update
 * @param fields how many fields they make, 0 where that follows from the bytes
 * @param sample what the documents look like; null for all others, and where only the name is known
 */
public record DocumentKind(
    String name, int minBytes, int maxBytes, int fields, @Nullable Sample sample)
    implements Comparable<DocumentKind> {
  /** The data of the role-update study's small update, in bytes. */
  public static final int ROLE_BYTES = 56;

  /** What {@link Operation#FIND_NEWEST} looks for: a type, a name, a text of 64, a date. */
  public static final DocumentKind ITEM = new DocumentKind("item64", 64, 64);

  static final int FEWEST_BYTES = 4;

  /** 12 ints and 4 strings. */
  private static final int ROLE_FIELDS = 16;

  /**
   * Keeps one document under the server's limit of 16 MB and a batch of it under the message limit.
   */
  static final int MOST_BYTES = 1_000_000;

  /** More would be no role any more. */
  private static final int MOST_FIELDS = 10_000;

  private static final Pattern FIELDS = Pattern.compile("fields([1-9]\\d{0,5})of([1-9]\\d{0,6})");

  /** How the names of samples begin. */
  private static final String SAMPLE = "sample_";

  private static final Pattern SAMPLE_NAME = Pattern.compile(SAMPLE + "[a-z0-9_]{1,40}");

  private static final Pattern NAME = Pattern.compile("role([1-9]\\d{0,6})(?:to([1-9]\\d{0,6}))?");

  /** How its name is written. */
  static final Form.Scalar FORM =
      Form.pattern(
          "(item64|role[1-9]\\d{0,6}(to[1-9]\\d{0,6})?|fields[1-9]\\d{0,5}of[1-9]\\d{0,6}"
              + "|sample_[a-z0-9_]{1,40})",
          "role*N*, role*A*to*B*, fields*F*of*B*, item64 or sample_*NAME*");

  /** How a user's own documents are named. */
  static final Form.Mapping SAMPLED =
      Form.shared(
          "sampled",
          "document",
          List.of(
              FileKey.required(
                  "sample",
                  Form.text("a file"),
                  "The documents, as extended JSON; beside the study"),
              FileKey.optional(
                  "name",
                  Form.name(
                      "[a-z0-9_]{1,40}", "lower-case letters, digits and underscores, at most 40"),
                  "that of the file",
                  "The value is then called sample_*NAME*"),
              FileKey.optional(
                  "update",
                  Form.oneOrMore(Form.text("fields such as stats.gold or items.$[i].count")),
                  "",
                  "What an update sets")));

  /** A kind whose fields follow from its bytes. */
  public DocumentKind(String name, int minBytes, int maxBytes) {
    this(name, minBytes, maxBytes, 0, null);
  }

  /** A kind of that number of fields. */
  public DocumentKind(String name, int minBytes, int maxBytes, int fields) {
    this(name, minBytes, maxBytes, fields, null);
  }

  /**
   * The kind of a user's own documents.
   *
   * @throws IllegalArgumentException if the name is not of lower-case letters, digits and
   *     underscores
   */
  public static DocumentKind of(String sampleName, Sample sample) {
    String name = SAMPLE + sampleName;
    if (!SAMPLE_NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'"
              + sampleName
              + "' can't name a sample; take lower-case letters, digits and underscores, at most"
              + " 40");
    }
    return new DocumentKind(name, sample.minBytes(), sample.maxBytes(), 0, sample);
  }

  /**
   * Reads a kind from its name.
   *
   * @throws IllegalArgumentException if the name is not of this form or out of range; the message
   *     says what is
   */
  public static DocumentKind parse(String name) {
    if (name.equals(ITEM.name)) {
      return ITEM;
    }
    if (name.startsWith(SAMPLE)) {
      return parseSample(name);
    }
    Matcher fields = FIELDS.matcher(name);
    if (fields.matches()) {
      return ofFields(name, Integer.parseInt(fields.group(1)), Integer.parseInt(fields.group(2)));
    }
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' is no document kind; write role56, role2000, role<bytes>, role<min>to<max>,"
              + " fields<number>of<bytes> or {sample: FILE, update: [FIELD]}");
    }
    int min = Integer.parseInt(matcher.group(1));
    int max = matcher.group(2) == null ? min : Integer.parseInt(matcher.group(2));
    boolean ordered = matcher.group(2) == null || min < max; // one size has one name
    if (min < FEWEST_BYTES || max > MOST_BYTES || !ordered) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' must have "
              + FEWEST_BYTES
              + " to "
              + MOST_BYTES
              + " bytes, the smaller first");
    }
    return new DocumentKind(name, min, max);
  }

  /** The name of a sample, alone or as {@link #written()}. */
  private static DocumentKind parseSample(String text) {
    int end = text.indexOf(' ');
    String name = end < 0 ? text : text.substring(0, end);
    if (!SAMPLE_NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("'" + name + "' is no name of a sample");
    }
    if (end < 0) {
      return new DocumentKind(name, 0, 0);
    }
    try {
      return of(name.substring(SAMPLE.length()), Sample.parse(text.substring(end + 1)));
    } catch (SampleException e) {
      throw new IllegalArgumentException(name + ": " + e.getMessage());
    }
  }

  /** All that another process needs to make such documents; {@link #parse} reads it. */
  public String written() {
    return sample == null ? name : name + " " + sample.text();
  }

  /** Whether this is a user's own kind of document. */
  public boolean sampled() {
    return name.startsWith(SAMPLE);
  }

  /** The model of a user's own kind of document. */
  public Sample model() {
    if (sample == null) {
      throw new IllegalStateException("the sample of " + name + " is not known here");
    }
    return sample;
  }

  /** The first field is an int of 4 bytes, each other holds at least one. */
  private static DocumentKind ofFields(String name, int fields, int bytes) {
    if (fields < 2
        || fields > MOST_FIELDS
        || bytes > MOST_BYTES
        || bytes < fields + FEWEST_BYTES - 1) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' must have 2 to "
              + MOST_FIELDS
              + " fields and "
              + MOST_BYTES
              + " bytes: four for the first field and at least one for each other");
    }
    return new DocumentKind(name, bytes, bytes, fields);
  }

  /** Whether each update draws its own size. */
  public boolean variable() {
    return minBytes != maxBytes;
  }

  /** Whether this is the 12 ints and 4 strings of the role-update study. */
  public boolean fieldRole() {
    return minBytes == ROLE_BYTES && maxBytes == ROLE_BYTES && fields == 0;
  }

  /** Fields of its largest update. */
  public int fieldCount() {
    if (fieldRole()) {
      return ROLE_FIELDS;
    }
    return fields > 0 ? fields : (maxBytes + FEWEST_BYTES - 1) / FEWEST_BYTES;
  }

  /** By size. */
  @Override
  public int compareTo(DocumentKind other) {
    return Comparator.comparingInt(DocumentKind::minBytes)
        .thenComparingInt(DocumentKind::maxBytes)
        .thenComparing(DocumentKind::name)
        .compare(this, other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DocumentKind kind && kind.name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
