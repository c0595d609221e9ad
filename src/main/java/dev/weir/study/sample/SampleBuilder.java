package dev.weir.study.sample;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/**
 * Makes a sample's model of its documents. Each document gives a form: which fields it has, of
 * which types and lengths, so that what belongs together stays together and sizes follow. Ranges of
 * numbers are those of all documents. Where the forms would be too large a model, each stands for
 * its neighbours by size, and no type of any field gets lost.
 */
public final class SampleBuilder {
  /** Fewer are not tried: a form for each hundredth of the sizes keeps their 95th percentile. */
  private static final int FEWEST_FORMS = 25;

  /** A model of more would be too large anyway. */
  private static final int MOST_FIELDS = 20_000;

  private final List<BsonDocument> documents;
  private final Place root = new Place();
  private final List<BitSet> kinds = new ArrayList<>();
  private int kindsSeen;

  private SampleBuilder(List<BsonDocument> documents) {
    this.documents = documents;
  }

  /**
   * The model of these documents, without updates.
   *
   * @throws SampleException if they can't be stored, or are of too many different forms
   */
  public static Sample of(List<BsonDocument> documents) throws SampleException {
    return new SampleBuilder(documents).build();
  }

  /** A field of all documents, or the elements of an array. */
  private static final class Place {
    private final Map<String, Place> fields = new HashMap<>();
    private final Map<BsonType, ValueRange> ranges = new EnumMap<>(BsonType.class);
    private final Map<BsonType, Integer> kinds = new EnumMap<>(BsonType.class);
    private @Nullable Place elements;

    Place field(String name) {
      return fields.computeIfAbsent(name, n -> new Place());
    }

    Place elements() {
      Place known = elements;
      if (known == null) {
        known = new Place();
        elements = known;
      }
      return known;
    }

    ValueRange range(BsonType type) {
      return ranges.computeIfAbsent(type, t -> new ValueRange());
    }
  }

  private Sample build() throws SampleException {
    if (documents.isEmpty()) {
      throw new SampleException("it holds no document");
    }
    for (BsonDocument document : documents) {
      BitSet seen = new BitSet();
      look(document, root, seen, 1);
      kinds.add(seen);
    }
    for (int number = documents.size(); ; number /= 2) {
      Sample sample = model(chosen(number));
      int characters = sample.text().length();
      if (characters <= Sample.MOST_CHARACTERS) {
        return sample;
      }
      if (number / 2 < FEWEST_FORMS) {
        throw new SampleException(
            "its documents are of too many different fields or forms: a model of "
                + characters
                + " characters, "
                + Sample.MOST_CHARACTERS
                + " at most; leave out fields whose names are data");
      }
    }
  }

  /** Takes in ranges, and which types of which fields the document has. */
  private void look(BsonValue value, Place place, BitSet seen, int depth) throws SampleException {
    if (depth > SampleNodes.DEEPEST + 1) {
      throw new SampleException(
          "its documents nest deeper than MongoDB's " + SampleNodes.DEEPEST + " levels");
    }
    seen.set(place.kinds.computeIfAbsent(value.getBsonType(), type -> kindsSeen++));
    if (kindsSeen > MOST_FIELDS) {
      throw new SampleException(
          "its documents have more than "
              + MOST_FIELDS
              + " different fields; leave out those whose names are data");
    }
    if (value instanceof BsonDocument document) {
      for (Map.Entry<String, BsonValue> field : document.entrySet()) {
        look(field.getValue(), place.field(field.getKey()), seen, depth + 1);
      }
    } else if (value instanceof BsonArray array) {
      for (BsonValue element : array) {
        look(element, place.elements(), seen, depth + 1);
      }
    } else if (value.isJavaScriptWithScope()) {
      look(value.asJavaScriptWithScope().getScope(), place.elements(), seen, depth + 1);
    } else {
      place.range(value.getBsonType()).add(value);
    }
  }

  /**
   * Some documents by their places, each with the number of those that it stands for: the middle
   * one of equal shares by size, and those without which a type of a field would be lost.
   */
  private int[] chosen(int number) {
    List<Integer> bySize = new ArrayList<>();
    for (int i = 0; i < documents.size(); i++) {
      bySize.add(i);
    }
    int[] weights = new int[documents.size()];
    if (number >= documents.size()) {
      Arrays.fill(weights, 1);
      return weights;
    }
    long[] bytes = documents.stream().mapToLong(SampleBuilder::bytes).toArray();
    bySize.sort(Comparator.comparingLong(i -> bytes[i]));
    int[] middles = new int[number];
    BitSet covered = new BitSet();
    for (int share = 0; share < number; share++) {
      middles[share] = bySize.get((int) ((share + 0.5) * bySize.size() / number));
      covered.or(kinds.get(middles[share]));
    }
    BitSet alone = new BitSet();
    for (int i : bySize) {
      BitSet more = (BitSet) kinds.get(i).clone();
      more.andNot(covered);
      if (!more.isEmpty()) {
        covered.or(more);
        alone.set(i);
        weights[i] = 1;
      }
    }
    for (int place = 0; place < bySize.size(); place++) {
      if (!alone.get(bySize.get(place))) {
        weights[middles[(int) ((long) place * number / bySize.size())]]++;
      }
    }
    return weights;
  }

  private static long bytes(BsonDocument document) {
    return new RawBsonDocument(document, new BsonDocumentCodec()).getByteBuffer().remaining();
  }

  private Sample model(int[] weights) throws SampleException {
    Nodes nodes = new Nodes();
    List<Integer> roots = new ArrayList<>();
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] > 0) {
        roots.add(nodes.of(documents.get(i), root));
        all.add(weights[i]);
      }
    }
    return Sample.of(nodes.nodes, Sample.weights(roots, all));
  }

  /** Nodes of values, equal ones once. */
  private static final class Nodes {
    private final SampleNodes nodes = new SampleNodes();
    private final Map<SampleNode, Integer> places = new HashMap<>();

    int of(BsonValue value, Place place) throws SampleException {
      return place(node(value, place));
    }

    private int place(SampleNode node) throws SampleException {
      Integer known = places.get(node);
      if (known != null) {
        return known;
      }
      int at = nodes.add(node);
      places.put(node, at);
      return at;
    }

    private SampleNode node(BsonValue value, Place place) throws SampleException {
      BsonType type = value.getBsonType();
      return switch (type) {
        case DOCUMENT -> fields(value.asDocument(), place);
        case ARRAY -> items(value.asArray(), place);
        case STRING -> text(type, value.asString().getValue());
        case SYMBOL -> text(type, value.asSymbol().getSymbol());
        case JAVASCRIPT -> text(type, value.asJavaScript().getCode());
        case DB_POINTER -> text(type, value.asDBPointer().getNamespace());
        case BINARY -> {
          BsonBinary binary = value.asBinary();
          yield new SampleNode.Text(type, binary.getData().length, binary.getType() & 0xFF, "");
        }
        case REGULAR_EXPRESSION -> {
          BsonRegularExpression expression = value.asRegularExpression();
          yield new SampleNode.Text(
              type, SampleNodes.utf8(expression.getPattern()), 0, expression.getOptions());
        }
        case JAVASCRIPT_WITH_SCOPE ->
            new SampleNode.Code(
                SampleNodes.utf8(value.asJavaScriptWithScope().getCode()),
                of(value.asJavaScriptWithScope().getScope(), place.elements()));
        case INT32, INT64, DATE_TIME, TIMESTAMP -> place.range(type).whole(type);
        case DOUBLE, DECIMAL128 -> place.range(type).real(type);
        default -> new SampleNode.Plain(type);
      };
    }

    private static SampleNode text(BsonType type, String text) {
      return new SampleNode.Text(type, SampleNodes.utf8(text), 0, "");
    }

    private SampleNode fields(BsonDocument document, Place place) throws SampleException {
      List<String> names = new ArrayList<>(document.size());
      List<Integer> values = new ArrayList<>(document.size());
      for (Map.Entry<String, BsonValue> field : document.entrySet()) {
        names.add(field.getKey());
        values.add(of(field.getValue(), place.field(field.getKey())));
      }
      return new SampleNode.Fields(List.copyOf(names), List.copyOf(values));
    }

    private SampleNode items(BsonArray array, Place place) throws SampleException {
      List<Integer> values = new ArrayList<>();
      List<Integer> counts = new ArrayList<>();
      for (BsonValue element : array) {
        int value = of(element, place.elements());
        int last = values.size() - 1;
        if (last >= 0 && values.get(last) == value) {
          counts.set(last, counts.get(last) + 1);
        } else {
          values.add(value);
          counts.add(1);
        }
      }
      return new SampleNode.Items(List.copyOf(values), List.copyOf(counts));
    }
  }
}
