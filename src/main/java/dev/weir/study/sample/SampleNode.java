package dev.weir.study.sample;

import java.util.List;
import org.bson.BsonType;

/**
 * One value of a sampled document without the value itself. Nodes stand in a list; a node names
 * those inside it by their places in that list, which are before its own.
 */
public sealed interface SampleNode {
  /** Its type in BSON. */
  BsonType type();

  /** A value of which nothing but the type matters: ids, booleans, null, the keys without value. */
  record Plain(BsonType type) implements SampleNode {}

  /**
   * A value with a length.
   *
   * @param length in bytes, as UTF-8 where it is text
   * @param subtype of binary data, else 0
   * @param options of a regular expression, else empty
   */
  record Text(BsonType type, int length, int subtype, String options) implements SampleNode {}

  /**
   * A whole number: an int, a long, a date in epoch ms, a timestamp in epoch seconds.
   *
   * @param low the least value
   * @param high the greatest
   */
  record Whole(BsonType type, long low, long high) implements SampleNode {}

  /**
   * A double or a decimal.
   *
   * @param digits after the point
   */
  record Real(BsonType type, double low, double high, int digits) implements SampleNode {}

  /**
   * JavaScript with a scope.
   *
   * @param length of the code in bytes
   * @param scope place of its {@link Fields}
   */
  record Code(int length, int scope) implements SampleNode {
    @Override
    public BsonType type() {
      return BsonType.JAVASCRIPT_WITH_SCOPE;
    }
  }

  /** A document: names and the places of their values. */
  record Fields(List<String> names, List<Integer> values) implements SampleNode {
    @Override
    public BsonType type() {
      return BsonType.DOCUMENT;
    }
  }

  /** An array: runs of elements that are alike, each a place and a number. */
  record Items(List<Integer> values, List<Integer> counts) implements SampleNode {
    @Override
    public BsonType type() {
      return BsonType.ARRAY;
    }

    /** Elements in all. */
    public int length() {
      return counts.stream().mapToInt(Integer::intValue).sum();
    }
  }
}
