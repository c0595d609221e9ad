package dev.weir.study.sample;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonType;
import org.bson.Document;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/** A sample as JSON: a list of its nodes, the forms with their weights, the paths of an update. */
final class SampleText {
  private static final String NODES = "nodes";
  private static final String FORMS = "forms";
  private static final String UPDATE = "update";

  private static final JsonWriterSettings RELAXED =
      JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

  /** The names of {@code $type}. */
  private static final Map<BsonType, String> NAMES = new EnumMap<>(BsonType.class);

  private static final Map<String, BsonType> TYPES = new HashMap<>();

  static {
    NAMES.put(BsonType.DOUBLE, "double");
    NAMES.put(BsonType.STRING, "string");
    NAMES.put(BsonType.DOCUMENT, "object");
    NAMES.put(BsonType.ARRAY, "array");
    NAMES.put(BsonType.BINARY, "binData");
    NAMES.put(BsonType.UNDEFINED, "undefined");
    NAMES.put(BsonType.OBJECT_ID, "objectId");
    NAMES.put(BsonType.BOOLEAN, "bool");
    NAMES.put(BsonType.DATE_TIME, "date");
    NAMES.put(BsonType.NULL, "null");
    NAMES.put(BsonType.REGULAR_EXPRESSION, "regex");
    NAMES.put(BsonType.DB_POINTER, "dbPointer");
    NAMES.put(BsonType.JAVASCRIPT, "javascript");
    NAMES.put(BsonType.SYMBOL, "symbol");
    NAMES.put(BsonType.JAVASCRIPT_WITH_SCOPE, "javascriptWithScope");
    NAMES.put(BsonType.INT32, "int");
    NAMES.put(BsonType.TIMESTAMP, "timestamp");
    NAMES.put(BsonType.INT64, "long");
    NAMES.put(BsonType.DECIMAL128, "decimal");
    NAMES.put(BsonType.MIN_KEY, "minKey");
    NAMES.put(BsonType.MAX_KEY, "maxKey");
    NAMES.forEach((type, name) -> TYPES.put(name, type));
  }

  private SampleText() {}

  static String write(SampleNodes nodes, List<Sample.Form> forms, List<UpdatePath> updates) {
    List<Object> rows = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      rows.add(row(nodes.get(i)));
    }
    return new Document(NODES, rows)
        .append(FORMS, forms.stream().map(form -> List.of(form.root(), form.weight())).toList())
        .append(UPDATE, updates.stream().map(UpdatePath::text).toList())
        .toJson(RELAXED);
  }

  private static List<Object> row(SampleNode node) {
    List<Object> row = new ArrayList<>();
    row.add(NAMES.get(node.type()));
    if (node instanceof SampleNode.Text text) {
      row.add(text.length());
      if (text.type() == BsonType.BINARY) {
        row.add(text.subtype());
      } else if (text.type() == BsonType.REGULAR_EXPRESSION) {
        row.add(text.options());
      }
    } else if (node instanceof SampleNode.Whole whole) {
      row.add(whole.low());
      row.add(whole.high());
    } else if (node instanceof SampleNode.Real real) {
      row.add(real.low());
      row.add(real.high());
      row.add(real.digits());
    } else if (node instanceof SampleNode.Code code) {
      row.add(code.length());
      row.add(code.scope());
    } else if (node instanceof SampleNode.Fields fields) {
      for (int i = 0; i < fields.names().size(); i++) {
        row.add(fields.names().get(i));
        row.add(fields.values().get(i));
      }
    } else if (node instanceof SampleNode.Items items) {
      for (int i = 0; i < items.values().size(); i++) {
        row.add(items.values().get(i));
        row.add(items.counts().get(i));
      }
    }
    return row;
  }

  static Sample read(String text) throws SampleException {
    if (text.length() > 2 * Sample.MOST_CHARACTERS) {
      throw new SampleException("the model of a sample is larger than any that is written");
    }
    Document model = SampleFile.document(text);
    SampleNodes nodes = new SampleNodes();
    for (Object row : list(model.get(NODES))) {
      nodes.add(node(new Row(list(row))));
    }
    List<Integer> roots = new ArrayList<>();
    List<Integer> weights = new ArrayList<>();
    for (Object form : list(model.get(FORMS))) {
      Row row = new Row(list(form));
      int root = row.whole();
      if (root < 0 || root >= nodes.size()) {
        throw damaged();
      }
      roots.add(root);
      weights.add(row.whole());
    }
    List<UpdatePath> updates = new ArrayList<>();
    for (Object path : list(model.get(UPDATE))) {
      updates.add(UpdatePath.parse(String.valueOf(path)));
    }
    return Sample.of(nodes, Sample.weights(roots, weights)).updating(updates);
  }

  private static SampleNode node(Row row) throws SampleException {
    BsonType type = TYPES.get(row.text());
    if (type == null) {
      throw damaged();
    }
    return switch (type) {
      case STRING, SYMBOL, JAVASCRIPT, DB_POINTER -> new SampleNode.Text(type, row.whole(), 0, "");
      case BINARY -> new SampleNode.Text(type, row.whole(), row.whole() & 0xFF, "");
      case REGULAR_EXPRESSION -> new SampleNode.Text(type, row.whole(), 0, options(row.text()));
      case INT32 -> new SampleNode.Whole(type, row.whole(), row.whole());
      case INT64, DATE_TIME, TIMESTAMP ->
          new SampleNode.Whole(type, row.number().longValue(), row.number().longValue());
      case DOUBLE, DECIMAL128 ->
          new SampleNode.Real(type, row.real(), row.real(), Math.min(15, Math.max(0, row.whole())));
      case JAVASCRIPT_WITH_SCOPE -> new SampleNode.Code(Math.max(0, row.whole()), row.whole());
      case DOCUMENT -> fields(row);
      case ARRAY -> items(row);
      default -> new SampleNode.Plain(type);
    };
  }

  private static String options(String text) throws SampleException {
    if (!text.matches("[a-z]{0,8}")) {
      throw damaged();
    }
    return text;
  }

  private static SampleNode fields(Row row) throws SampleException {
    List<String> names = new ArrayList<>();
    List<Integer> values = new ArrayList<>();
    while (row.more()) {
      String name = row.text();
      if (name.indexOf(0) >= 0) {
        throw damaged(); // BSON ends names with it
      }
      names.add(name);
      values.add(row.whole());
    }
    return new SampleNode.Fields(List.copyOf(names), List.copyOf(values));
  }

  private static SampleNode items(Row row) throws SampleException {
    List<Integer> values = new ArrayList<>();
    List<Integer> counts = new ArrayList<>();
    while (row.more()) {
      values.add(row.whole());
      counts.add(row.whole());
    }
    return new SampleNode.Items(List.copyOf(values), List.copyOf(counts));
  }

  private static List<?> list(@Nullable Object value) throws SampleException {
    if (value instanceof List<?> list) {
      return list;
    }
    throw damaged();
  }

  private static SampleException damaged() {
    return new SampleException("the model of a sample is damaged");
  }

  /** The entries of a node, one after the other. */
  private static final class Row {
    private final List<?> entries;
    private int next;

    Row(List<?> entries) {
      this.entries = entries;
    }

    boolean more() {
      return next < entries.size();
    }

    String text() throws SampleException {
      if (more() && entries.get(next++) instanceof String text) {
        return text;
      }
      throw damaged();
    }

    Number number() throws SampleException {
      if (more() && entries.get(next++) instanceof Number number) {
        return number;
      }
      throw damaged();
    }

    int whole() throws SampleException {
      if (number() instanceof Integer whole) {
        return whole;
      }
      throw damaged();
    }

    double real() throws SampleException {
      double real = number().doubleValue();
      if (Double.isFinite(real)) {
        return real;
      }
      throw damaged();
    }
  }
}
