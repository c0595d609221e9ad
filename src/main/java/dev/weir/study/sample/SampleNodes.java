package dev.weir.study.sample;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonType;

/**
 * The nodes of a sample with the bytes and the depth of each. Checked: no larger than a document
 * may be.
 */
final class SampleNodes {
  /** The largest document that MongoDB stores, in bytes. */
  static final int MOST_BYTES = 16 << 20;

  /** The deepest that MongoDB stores. */
  static final int DEEPEST = 100;

  /** Length and terminator of a document or array. */
  private static final int FRAME = 5;

  private final List<SampleNode> nodes = new ArrayList<>();
  private int[] bytes = new int[64];
  private int[] depths = new int[64];

  /**
   * Adds a node and says at which place.
   *
   * @throws SampleException if it names a place that is not before its own, or is too large or deep
   */
  int add(SampleNode node) throws SampleException {
    int place = nodes.size();
    long size = size(node, place);
    if (size > MOST_BYTES) {
      throw new SampleException("its documents are larger than MongoDB's 16 MB");
    }
    int depth = depth(node);
    if (depth > DEEPEST) {
      throw new SampleException("its documents nest deeper than MongoDB's " + DEEPEST + " levels");
    }
    if (place == bytes.length) {
      bytes = Arrays.copyOf(bytes, place * 2);
      depths = Arrays.copyOf(depths, place * 2);
    }
    bytes[place] = (int) size;
    depths[place] = depth;
    nodes.add(node);
    return place;
  }

  SampleNode get(int place) {
    return nodes.get(place);
  }

  int size() {
    return nodes.size();
  }

  /** BSON bytes of a value, without its type and name. */
  int bytes(int place) {
    return bytes[place];
  }

  private long size(SampleNode node, int place) throws SampleException {
    if (node instanceof SampleNode.Text text) {
      return lengthOf(text);
    }
    if (node instanceof SampleNode.Code code) {
      return 4L + 4 + code.length() + 1 + inner(code.scope(), place);
    }
    if (node instanceof SampleNode.Fields fields) {
      long sum = FRAME;
      for (int i = 0; i < fields.names().size(); i++) {
        sum += 2L + utf8(fields.names().get(i)) + inner(fields.values().get(i), place);
      }
      return sum;
    }
    if (node instanceof SampleNode.Items items) {
      long sum = FRAME;
      long from = 0;
      for (int i = 0; i < items.values().size(); i++) {
        long count = items.counts().get(i);
        if (count < 1 || count > MOST_BYTES) {
          throw new SampleException("an array holds runs of 1 to " + MOST_BYTES + " elements");
        }
        sum += count * (2L + inner(items.values().get(i), place));
        sum += digits(from + count) - digits(from);
        from += count;
        if (sum > MOST_BYTES) {
          return sum;
        }
      }
      return sum;
    }
    boolean ordered =
        node instanceof SampleNode.Whole whole
            ? whole.low() <= whole.high()
            : !(node instanceof SampleNode.Real real) || real.low() <= real.high();
    if (!ordered) {
      throw new SampleException("the least of a range of numbers is above its greatest");
    }
    return fixed(node.type());
  }

  private int inner(int child, int place) throws SampleException {
    if (child < 0 || child >= place) {
      throw new SampleException("value " + place + " holds value " + child + ", not one before it");
    }
    return bytes[child];
  }

  private static long lengthOf(SampleNode.Text text) throws SampleException {
    if (text.length() < 0) {
      throw new SampleException("a length is below zero");
    }
    return switch (text.type()) {
      case BINARY -> 4L + 1 + text.length() + (text.subtype() == 2 ? 4 : 0);
      case REGULAR_EXPRESSION -> text.length() + 1L + text.options().length() + 1;
      case DB_POINTER -> 4L + text.length() + 1 + 12;
      default -> 4L + text.length() + 1;
    };
  }

  private static int fixed(BsonType type) {
    return switch (type) {
      case DOUBLE, DATE_TIME, TIMESTAMP, INT64 -> 8;
      case DECIMAL128 -> 16;
      case OBJECT_ID -> 12;
      case INT32 -> 4;
      case BOOLEAN -> 1;
      default -> 0;
    };
  }

  private int depth(SampleNode node) {
    List<Integer> inside =
        node instanceof SampleNode.Fields fields
            ? fields.values()
            : node instanceof SampleNode.Items items
                ? items.values()
                : node instanceof SampleNode.Code code ? List.of(code.scope()) : List.of();
    boolean nests = node.type() == BsonType.DOCUMENT || node.type() == BsonType.ARRAY;
    return inside.stream().mapToInt(i -> depths[i]).max().orElse(0) + (nests ? 1 : 0);
  }

  /** Digits of all numbers below this one, written out. */
  private static long digits(long below) {
    long sum = 0;
    for (long from = 0, power = 10, width = 1; from < below; from = power, power *= 10, width++) {
      sum += (Math.min(below, power) - from) * width;
    }
    return sum;
  }

  static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
