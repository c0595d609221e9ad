package dev.weir.workload.sample;

import dev.weir.study.sample.Counted;
import dev.weir.study.sample.Sample;
import dev.weir.study.sample.SampleNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonJavaScript;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonRegularExpression;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonType;
import org.bson.BsonUndefined;
import org.bson.Document;
import org.bson.types.CodeWithScope;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Made-up values of the types, lengths and ranges of a sample. Texts are ASCII and don't compress;
 * none begins with the mark of a numbered one.
 */
final class SampleValues {
  private static final String ALPHABET =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ.abcdefghijklmnopqrstuvwxyz-";

  private static final int BITS = 6; // of the alphabet's 64
  private static final int PER_LONG = Long.SIZE / BITS;
  private static final int MASK = (1 << BITS) - 1;

  /** The first character of a numbered text, which is not in the alphabet. */
  private static final char MARK = '_';

  private static final int OBJECT_ID_BYTES = 12;
  private static final int HIGH_BIT = 0x80;

  /** Doubles below keep their digits when they are multiplied by a power of ten. */
  private static final double SMALL = 1e9;

  private static final double[] POWERS = new double[16];

  static {
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = Math.pow(10, i);
    }
  }

  /** Characters of a key in base 64, enough for 2^36 keys. */
  private static final int KEY_CHARACTERS = 6;

  private final Sample sample;
  private final SplittableRandom random;

  SampleValues(Sample sample, SplittableRandom random) {
    this.sample = sample;
    this.random = random;
  }

  /** A fresh value of the kind at that place. */
  @Nullable Object value(int place) {
    SampleNode node = sample.node(place);
    if (node instanceof SampleNode.Whole whole) {
      return whole(whole.type(), between(whole.low(), whole.high()));
    }
    if (node instanceof SampleNode.Text text) {
      return text(text);
    }
    if (node instanceof SampleNode.Real real) {
      return real(real, real.low() + random.nextDouble() * (real.high() - real.low()));
    }
    if (node instanceof SampleNode.Fields fields) {
      return document(fields);
    }
    if (node instanceof SampleNode.Items items) {
      return list(items);
    }
    if (node instanceof SampleNode.Code code) {
      return new CodeWithScope(
          characters(code.length()), document((SampleNode.Fields) sample.node(code.scope())));
    }
    return plain(node.type());
  }

  /** A value of the kind at that place that holds the number, and so is like no other. */
  Object counted(int place, int number) {
    SampleNode node = sample.node(place);
    if (node instanceof SampleNode.Whole whole) {
      return whole.type() == BsonType.TIMESTAMP
          ? new BsonTimestamp((int) whole.high(), number + 1)
          : whole(whole.type(), whole.high() + number);
    }
    if (node instanceof SampleNode.Real real) {
      double above = Math.ceil(real.high()) + number;
      return real.type() == BsonType.DOUBLE ? (Object) above : new Decimal128((long) above);
    }
    if (node instanceof SampleNode.Text text) {
      return text.type() == BsonType.BINARY
          ? new BsonBinary((byte) text.subtype(), numbered(text.length(), number))
          : string(
              text,
              MARK
                  + base64(number, Counted.CHARACTERS - 1)
                  + characters(text.length() - Counted.CHARACTERS));
    }
    if (node instanceof SampleNode.Fields fields) {
      return counted(fields, number);
    }
    if (node instanceof SampleNode.Items items) {
      return counted(items, number);
    }
    return new ObjectId(numbered(OBJECT_ID_BYTES, number));
  }

  private Document counted(SampleNode.Fields fields, int number) {
    Document document = new Document();
    boolean counted = false;
    for (int i = 0; i < fields.names().size(); i++) {
      int value = fields.values().get(i);
      boolean counts = !counted && sample.counts(value);
      document.put(fields.names().get(i), counts ? counted(value, number) : value(value));
      counted |= counts;
    }
    return document;
  }

  private List<@Nullable Object> counted(SampleNode.Items items, int number) {
    List<@Nullable Object> list = new ArrayList<>(items.length());
    boolean counted = false;
    for (int i = 0; i < items.values().size(); i++) {
      int value = items.values().get(i);
      for (int n = 0; n < items.counts().get(i); n++) {
        boolean counts = !counted && sample.counts(value);
        list.add(counts ? counted(value, number) : value(value));
        counted |= counts;
      }
    }
    return list;
  }

  /** The {@code _id} of a key, of the kind at that place; a long where that has too few values. */
  Object id(int place, long key) {
    SampleNode node = sample.node(place);
    if (node instanceof SampleNode.Whole whole && whole.type() != BsonType.TIMESTAMP) {
      return whole(whole.type(), key);
    }
    if (node instanceof SampleNode.Real real) {
      return real.type() == BsonType.DOUBLE ? (Object) (double) key : new Decimal128(key);
    }
    if (node instanceof SampleNode.Text text && text.length() >= KEY_CHARACTERS) {
      if (text.type() == BsonType.STRING) {
        return "0".repeat(text.length() - KEY_CHARACTERS) + base64(key, KEY_CHARACTERS);
      }
      if (text.type() == BsonType.BINARY && text.length() >= Long.BYTES) {
        return new BsonBinary((byte) text.subtype(), keyed(text.length(), key));
      }
    }
    return node.type() == BsonType.OBJECT_ID ? new ObjectId(keyed(OBJECT_ID_BYTES, key)) : key;
  }

  /** BSON bytes of an {@link #id}. */
  int bytesOfId(Object id) {
    if (id instanceof String text) {
      return Integer.BYTES + text.length() + 1;
    }
    if (id instanceof BsonBinary binary) {
      return Integer.BYTES + 1 + binary.getData().length + (binary.getType() == 2 ? 4 : 0);
    }
    if (id instanceof ObjectId) {
      return OBJECT_ID_BYTES;
    }
    return id instanceof Integer ? Integer.BYTES : id instanceof Decimal128 ? 16 : Long.BYTES;
  }

  int utf8(String text) {
    int bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= HIGH_BIT) {
        return text.getBytes(StandardCharsets.UTF_8).length;
      }
    }
    return bytes;
  }

  private Document document(SampleNode.Fields fields) {
    Document document = new Document();
    for (int i = 0; i < fields.names().size(); i++) {
      document.put(fields.names().get(i), value(fields.values().get(i)));
    }
    return document;
  }

  private List<@Nullable Object> list(SampleNode.Items items) {
    List<@Nullable Object> list = new ArrayList<>(items.length());
    for (int i = 0; i < items.values().size(); i++) {
      for (int n = 0; n < items.counts().get(i); n++) {
        list.add(value(items.values().get(i)));
      }
    }
    return list;
  }

  private long between(long low, long high) {
    if (high - low + 1 > 0) {
      return low + random.nextLong(high - low + 1);
    }
    long any = random.nextLong();
    while (any < low || any > high) { // more than half of all longs are between
      any = random.nextLong();
    }
    return any;
  }

  private static Object whole(BsonType type, long value) {
    return switch (type) {
      case INT32 -> (int) value;
      case DATE_TIME -> new BsonDateTime(value);
      case TIMESTAMP -> new BsonTimestamp((int) value, 1);
      default -> value;
    };
  }

  private static Object real(SampleNode.Real kind, double value) {
    if (kind.type() == BsonType.DOUBLE && Math.abs(value) < SMALL) {
      double power = POWERS[kind.digits()];
      return Math.rint(value * power) / power;
    }
    BigDecimal rounded = new BigDecimal(value).setScale(kind.digits(), RoundingMode.HALF_EVEN);
    return kind.type() == BsonType.DOUBLE ? (Object) rounded.doubleValue() : decimal(rounded);
  }

  /** Decimals have 34 digits. */
  private static Decimal128 decimal(BigDecimal value) {
    return new Decimal128(value.round(java.math.MathContext.DECIMAL128));
  }

  private Object text(SampleNode.Text text) {
    if (text.type() == BsonType.BINARY) {
      return new BsonBinary((byte) text.subtype(), bytes(text.length()));
    }
    return string(text, characters(text.length()));
  }

  private Object string(SampleNode.Text kind, String text) {
    return switch (kind.type()) {
      case SYMBOL -> new BsonSymbol(text);
      case JAVASCRIPT -> new BsonJavaScript(text);
      case REGULAR_EXPRESSION -> new BsonRegularExpression(text, kind.options());
      case DB_POINTER -> new BsonDbPointer(text, new ObjectId(bytes(OBJECT_ID_BYTES)));
      default -> text;
    };
  }

  private @Nullable Object plain(BsonType type) {
    return switch (type) {
      case OBJECT_ID -> new ObjectId(bytes(OBJECT_ID_BYTES));
      case BOOLEAN -> random.nextBoolean();
      case UNDEFINED -> new BsonUndefined();
      case MIN_KEY -> new BsonMinKey();
      case MAX_KEY -> new BsonMaxKey();
      default -> null;
    };
  }

  private String characters(int length) {
    byte[] text = new byte[length];
    long bits = 0;
    for (int i = 0; i < length; i++) {
      bits = i % PER_LONG == 0 ? random.nextLong() : bits >>> BITS;
      text[i] = (byte) ALPHABET.charAt((int) bits & MASK);
    }
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  private static String base64(long number, int characters) {
    char[] text = new char[characters];
    long left = number;
    for (int i = characters - 1; i >= 0; i--) {
      text[i] = ALPHABET.charAt((int) left & MASK);
      left >>>= BITS;
    }
    return new String(text);
  }

  /** Bytes whose first one is no mark. */
  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    if (length > 0) {
      bytes[0] &= HIGH_BIT - 1;
    }
    return bytes;
  }

  private byte[] numbered(int length, int number) {
    byte[] bytes = bytes(length);
    bytes[0] |= (byte) HIGH_BIT;
    ByteBuffer.wrap(bytes).putInt(length - Integer.BYTES, number);
    return bytes;
  }

  private static byte[] keyed(int length, long key) {
    byte[] bytes = new byte[length];
    ByteBuffer.wrap(bytes).putLong(length - Long.BYTES, key);
    return bytes;
  }
}
