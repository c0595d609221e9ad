package dev.weir.study.sample;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Documents whose field names hold no data: names that look like an id, of digits, hexadecimal or a
 * UUID, become others of the same length. All other names stay.
 */
public final class MadeUp {
  private static final Pattern ID =
      Pattern.compile("\\d{4,}|[0-9a-fA-F]{24}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private final Map<String, String> made = new HashMap<>();

  private MadeUp() {}

  /** The documents with such names replaced, the same one by the same. */
  public static List<BsonDocument> names(List<BsonDocument> documents) {
    MadeUp names = new MadeUp();
    return documents.stream().map(names::document).toList();
  }

  private BsonDocument document(BsonDocument from) {
    BsonDocument to = new BsonDocument();
    from.forEach((name, value) -> to.put(name(name), value(value)));
    return to;
  }

  private BsonValue value(BsonValue value) {
    if (value instanceof BsonDocument document) {
      return document(document);
    }
    return value instanceof BsonArray array
        ? new BsonArray(array.stream().map(this::value).toList())
        : value;
  }

  private String name(String name) {
    return ID.matcher(name).matches()
        ? made.computeIfAbsent(name, n -> numbered(n, made.size() + 1))
        : name;
  }

  /** Zeros and a number where it had digits. */
  private static String numbered(String name, int number) {
    char[] text = name.toCharArray();
    int left = number;
    for (int i = text.length - 1; i >= 0; i--) {
      if (text[i] != '-') {
        text[i] = (char) ('0' + left % 10);
        left /= 10;
      }
    }
    return new String(text);
  }
}
