package dev.weir.workload.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.study.sample.Sample;
import dev.weir.study.sample.SampleBuilder;
import dev.weir.study.sample.SampleFile;
import dev.weir.study.sample.UpdatePath;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleDocumentsTest {
  private static final String ALL =
      """
      {"_id": {"$oid": "64f1c2a9b7e0d41f5c8a9b10"}, "i": 5, "l": {"$numberLong": "7"}, "d": 1.25,
       "n": {"$numberDecimal": "12.34"}, "t": "Thornwood", "short": "abc", "b": true, "z": null,
       "at": {"$date": "2024-06-03T19:42:07.881Z"}, "ts": {"$timestamp": {"t": 1700000000, "i": 3}},
       "o": {"$oid": "64f1c2a9b7e0d41f5c8a9b11"}, "s": {"$symbol": "symbol"}, "c": {"$code": "return 1"},
       "cs": {"$code": "return x", "$scope": {"x": 3}}, "lo": {"$minKey": 1}, "hi": {"$maxKey": 1},
       "r": {"$regularExpression": {"pattern": "^abcdef", "options": "i"}},
       "u": {"$uuid": "73ffd264-44b3-4c69-90e8-e7d1dfc035d4"},
       "x": {"$binary": {"base64": "AAECAwQFBgcICQ==", "subType": "02"}},
       "inner": {"flag": false, "deep": {"count": 9}},
       "items": [{"count": 1, "kind": "sword"}, {"count": 2, "kind": "sword"}, {"kind": "relic"}],
       "scores": [3, 4, 5], "none": []}
      """;

  private static Sample sample(String text, String... paths) throws Exception {
    List<UpdatePath> parsed = new ArrayList<>();
    for (String path : paths) {
      parsed.add(UpdatePath.parse(path));
    }
    return SampleBuilder.of(SampleFile.read(text)).updating(parsed);
  }

  private static int bytes(Document document) {
    return new RawBsonDocument(document, new DocumentCodec()).getByteBuffer().remaining();
  }

  /** The value at a path, elements by their index. */
  private static Object at(Document document, String path) {
    @Nullable Object value = document;
    for (String part : path.split("\\.", -1)) {
      value =
          value instanceof List<?> list
              ? list.get(Integer.parseInt(part))
              : Objects.requireNonNull((Document) value).get(part);
    }
    return Objects.requireNonNull(value);
  }

  @Test
  void documentsFollowFromSeedAndKey() throws Exception {
    Sample sample = sample(ALL);
    Document one = SampleDocuments.first(sample, 1).document(7);
    assertThat(SampleDocuments.first(sample, 1).document(7)).isEqualTo(one);
    assertThat(SampleDocuments.first(sample, 2).document(7)).isNotEqualTo(one);
    assertThat(one.keySet()).first().isEqualTo("_id");
    assertThat(one.get("_id")).isEqualTo(SampleDocuments.ofLane(sample, 0, 1, 5).id(7));
    assertThat(one.getInteger("i")).isBetween(0, 10); // of one value: from 0 to its double
    assertThat(one.getString("short")).hasSize(3);
    assertThat(at(one, "inner.deep.count")).isInstanceOf(Integer.class);
    assertThat(one.getList("items", Document.class)).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "i",
        "l",
        "d",
        "n",
        "t",
        "at",
        "ts",
        "o",
        "s",
        "c",
        "r",
        "u",
        "x",
        "inner",
        "inner.deep",
        "inner.deep.count",
        "items",
        "items.$[a].kind",
        "items.1.count",
        "items.$[i].count",
        "scores",
        "scores.2",
        "scores.$[i]",
        "scores.$[]",
        "items.$[].kind",
        "cs"
      })
  void noTwoUpdatesAndNoFirstDocumentHaveTheSameValue(String path) throws Exception {
    if (path.equals("items.$[].kind") || path.equals("items.$[a].kind") || path.equals("cs")) {
      // Texts of five characters repeat; a scope is none of the values that are numbered.
      assertThat(sample(ALL).alwaysChangedBy(path)).isFalse();
      return;
    }
    Sample sample = sample(ALL, path);
    Set<Object> seen = new HashSet<>();
    SampleDocuments first = SampleDocuments.first(sample, 1);
    for (int key = 0; key < 50; key++) {
      if (!path.contains("$")) {
        seen.add(at(first.document(key), path));
      }
    }
    int updates = 0;
    for (int lane = 0; lane < 3; lane++) {
      SampleDocuments documents = SampleDocuments.ofLane(sample, lane, 3, 40 + lane);
      for (int i = 0; i < 200; i++) {
        Document set = documents.update(i).get("$set", Document.class);
        assertThat(bytes(new Document("$set", set))).isEqualTo(documents.bytes());
        assertThat(seen.add(set.values().iterator().next())).as("%s %s", path, set).isTrue();
        updates++;
      }
    }
    assertThat(seen).hasSizeGreaterThanOrEqualTo(updates);
  }

  @Test
  void replacementsDifferFromFirstDocumentsEvenWhereOneFieldVaries() throws Exception {
    Sample sample = sample("[{\"a\": true, \"n\": 3}, {\"a\": true, \"n\": 3}]");
    Set<Object> seen = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      seen.add(SampleDocuments.first(sample, 1).document(i).get("n"));
    }
    assertThat(seen).containsExactly(3);
    SampleDocuments documents = SampleDocuments.ofLane(sample, 1, 2, 9);
    for (int i = 0; i < 100; i++) {
      assertThat(seen.add(documents.document(i).get("n"))).isTrue();
      assertThat(documents.bytes()).isEqualTo(bytes(new Document(documents.document(i))));
    }
  }

  @Test
  void oneLetterIsOneElement() throws Exception {
    Sample sample = sample(ALL, "i", "items.$[e].count", "items.$[e].kind", "scores.$[s]");
    SampleDocuments documents = SampleDocuments.ofLane(sample, 0, 1, 3);
    Set<String> counts = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      List<String> names = List.copyOf(documents.update(i).get("$set", Document.class).keySet());
      assertThat(names).hasSize(4).first().isEqualTo("i");
      counts.add(names.get(1));
    }
    assertThat(counts).containsExactlyInAnyOrder("items.0.count", "items.1.count");
  }

  @Test
  void idsAreOfTheSamplesTypeAndLength() throws Exception {
    id("{\"_id\": {\"$oid\": \"64f1c2a9b7e0d41f5c8a9b10\"}}", org.bson.types.ObjectId.class);
    id("{\"_id\": 5}", Integer.class);
    id("{\"_id\": {\"$numberLong\": \"5\"}}", Long.class);
    id("{\"_id\": 5.5}", Double.class);
    id(
        "{\"_id\": {\"$uuid\": \"73ffd264-44b3-4c69-90e8-e7d1dfc035d4\"}}",
        org.bson.BsonBinary.class);
    id("{\"_id\": {\"$numberDecimal\": \"5\"}}", org.bson.types.Decimal128.class);
    id("{\"_id\": \"eu-1000482215\"}", String.class);
    id("{\"_id\": \"abc\"}", Long.class); // too few of them
    id("{\"_id\": {\"server\": 1}}", Long.class);
    id("{\"name\": \"x\"}", Long.class);
  }

  private static void id(String text, Class<?> type) throws Exception {
    SampleDocuments documents = SampleDocuments.first(sample(text), 1);
    Set<Object> ids = new HashSet<>();
    for (int key = 0; key < 1_000; key++) {
      Document document = documents.document(key);
      assertThat(document.get("_id")).isInstanceOf(type).isEqualTo(documents.id(key));
      assertThat(bytes(document)).isEqualTo(documents.bytes());
      ids.add(documents.id(key));
    }
    assertThat(ids).hasSize(1_000);
  }
}
