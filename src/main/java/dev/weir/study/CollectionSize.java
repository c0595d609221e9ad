package dev.weir.study;

import java.util.Comparator;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many documents a collection holds at first: {@code study} for as many as the study's own
 * {@code documents} says, a number, or {@code 4cache} for as many as fill four times the server's
 * cache, uncompressed as they are there.
 *
 * @param name the one name in study files and records
 * @param number of documents, 0 where the study or the cache decides
 * @param caches how many times the cache, 0 where the size is no multiple of it
 */
public record CollectionSize(String name, int number, int caches)
    implements Comparable<CollectionSize> {
  public static final CollectionSize STUDY = new CollectionSize("study", 0, 0);

  private static final int MOST = 100_000_000;
  private static final Pattern NAME = Pattern.compile("([1-9]\\d{0,8})(cache)?");
  private static final int MOST_CACHES = 100;
  private static final String WORDS =
      "study, a number of documents up to 100000000, or a multiple of the server's cache such as"
          + " 4cache";

  /** A number of documents. */
  public static CollectionSize of(int documents) {
    return parse(Integer.toString(documents));
  }

  /**
   * Reads a size from its name.
   *
   * @throws IllegalArgumentException if the name is not of this form; the message says what is
   */
  public static CollectionSize parse(String text) {
    if (text.equals(STUDY.name)) {
      return STUDY;
    }
    Matcher matcher = NAME.matcher(text);
    if (matcher.matches()) {
      int value = Integer.parseInt(matcher.group(1));
      if (matcher.group(2) == null && value <= MOST) {
        return new CollectionSize(text, value, 0);
      }
      if (matcher.group(2) != null && value <= MOST_CACHES) {
        return new CollectionSize(text, 0, value);
      }
    }
    throw new IllegalArgumentException("'" + text + "' is not " + WORDS);
  }

  /** What its names look like. */
  static Form.Scalar form() {
    return Form.name("(study|" + NAME.pattern() + ")", WORDS);
  }

  /** The number of documents, where it can be known without the server and the study. */
  public OptionalInt documents() {
    return number > 0 ? OptionalInt.of(number) : OptionalInt.empty();
  }

  /** The study's, then numbers, then multiples of the cache. */
  @Override
  public int compareTo(CollectionSize other) {
    return Comparator.comparingInt(CollectionSize::caches)
        .thenComparingInt(CollectionSize::number)
        .compare(this, other);
  }

  @Override
  public String toString() {
    return name;
  }
}
