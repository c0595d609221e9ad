package dev.weir.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import dev.weir.study.Cell;
import dev.weir.study.Encoding;
import dev.weir.study.Factor;
import dev.weir.study.UpdateShape;
import dev.weir.study.WriteKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateStreamTest {
  private static final int DOCUMENTS = 50;

  /** One update as it goes over the wire. */
  private record Sent(long key, BsonDocument statement, int version) {}

  private static Cell cell(String... factors) {
    Map<String, String> given = new HashMap<>();
    for (int i = 0; i < factors.length; i += 2) {
      given.put(factors[i], factors[i + 1]);
    }
    return Cell.parse(given);
  }

  private static List<Sent> send(Cell cell, int lane, long seed, int batches) {
    return send(UpdateStream.of(cell, DOCUMENTS, lane, seed), cell, batches);
  }

  private static <D> List<Sent> send(UpdateStream<D> stream, Cell cell, int batches) {
    UpdateBatch<D> batch = stream.newBatch();
    List<Sent> sent = new ArrayList<>();
    for (int i = 0; i < batches; i++) {
      stream.fill(batch);
      assertThat(batch.size()).isEqualTo(cell.batch());
      long bytes = 0;
      for (WriteModel<D> model : batch.models()) {
        Sent one = sent(model, cell);
        bytes += Bsons.size(one.statement);
        sent.add(one);
      }
      assertThat(batch.bytes()).isEqualTo(bytes);
    }
    return sent;
  }

  private static <D> Sent sent(WriteModel<D> model, Cell cell) {
    Bson filter;
    Bson update;
    if (model instanceof ReplaceOneModel<D> replace) {
      filter = replace.getFilter();
      update = (Bson) replace.getReplacement();
    } else {
      filter = ((UpdateOneModel<D>) model).getFilter();
      update = Objects.requireNonNull(((UpdateOneModel<D>) model).getUpdate());
    }
    BsonDocument key = Bsons.encode(filter);
    assertThat(key.keySet()).containsExactly("_id");
    BsonDocument statement = Bsons.encode(update);
    return new Sent(key.getInt64("_id").getValue(), statement, version(statement, cell));
  }

  /** The first field of the role, wherever the shape puts it. */
  private static int version(BsonDocument statement, Cell cell) {
    RoleSchema schema = RoleSchema.of(cell.document());
    String name = schema.fields(cell.document().minBytes()).get(0).name();
    return switch (shapeOf(cell)) {
      case SET_FIELDS ->
          statement.getDocument("$set").getInt32(schema.parent() + "." + name).getValue();
      case SET_SUBDOCUMENT ->
          statement.getDocument("$set").getDocument(schema.parent()).getInt32(name).getValue();
      case REPLACE -> statement.getDocument(schema.parent()).getInt32(name).getValue();
    };
  }

  @ParameterizedTest
  @CsvSource({
    "role56, document, 613",
    "role56, raw, 613",
    "role2000, document, 9906",
    "role2000, raw, 9906"
  })
  void statementHasTheSizeOfTheFieldStudy(String kind, String encoding, int bytes) {
    List<Sent> sent = send(cell("document", kind, "encoding", encoding), 0, 1, 5);
    assertThat(sent).allSatisfy(s -> assertThat(Bsons.size(s.statement)).isEqualTo(bytes));
  }

  @ParameterizedTest
  @EnumSource
  void role56IsTwelveIntsAndFourStrings(UpdateShape shape) {
    Cell cell = cell("shape", shape.yamlName());
    List<String> structure = Bsons.structure(send(cell, 0, 1, 1).get(0).statement);
    assertThat(structure.stream().filter(f -> f.endsWith(" INT32"))).hasSize(12);
    assertThat(structure.stream().filter(f -> f.endsWith(" STRING2"))).hasSize(4);
    assertThat(structure.stream().filter(f -> f.endsWith(" INT64")))
        .hasSize(shape == UpdateShape.REPLACE ? 1 : 0);
  }

  /** The two encodings write the same updates: same keys, versions, fields, types and sizes. */
  @ParameterizedTest
  @CsvSource({
    "setFields, role56",
    "setSubdocument, role56",
    "replace, role56",
    "setFields, role2000",
    "setFields, role40to1000",
    "setSubdocument, role40to1000",
    "replace, role40to1000",
    "replace, role4",
    "setFields, role7"
  })
  void rawUpdatesAreBuiltAsDocumentsAre(String shape, String kind) {
    String[] common = {
      "shape", shape, "document", kind, "operation", "bulkOrdered", "batch", "7", "inFlight", "3"
    };
    Cell document = cell(common);
    Cell raw = document.with(Factor.ENCODING, Encoding.RAW);
    List<Sent> documents = send(document, 2, 11, 20);
    List<Sent> raws = send(raw, 2, 11, 20);
    assertThat(raws).extracting(Sent::version).isEqualTo(versions(documents));
    assertThat(raws).hasSameSizeAs(documents);
    for (List<Sent> sent : List.of(documents, raws)) {
      assertThat(sent).allSatisfy(s -> assertThat(s.key).isBetween(0L, DOCUMENTS - 1L));
      if (shapeOf(document) == UpdateShape.REPLACE) {
        assertThat(sent)
            .allSatisfy(s -> assertThat(s.statement.getInt64("_id").getValue()).isEqualTo(s.key));
      }
    }
    // Encodings ask for randomness in another order, so sizes are drawn alike but not the same.
    Map<List<String>, Integer> expected = expected(document);
    for (Sent s : concat(documents, raws)) {
      assertThat(expected).containsKey(Bsons.structure(s.statement));
      assertThat(expected.get(Bsons.structure(s.statement))).isEqualTo(Bsons.size(s.statement));
    }
    if (document.document().variable()) {
      assertThat(sizes(documents)).hasSizeGreaterThan(50);
      assertThat(sizes(raws)).hasSizeGreaterThan(50);
    }
  }

  /** Every structure that an update of the cell may have, with its BSON bytes. */
  private static Map<List<String>, Integer> expected(Cell cell) {
    RoleSchema schema = RoleSchema.of(cell.document());
    UpdateSizes sizes = new UpdateSizes(schema, shapeOf(cell));
    boolean paths = shapeOf(cell) == UpdateShape.SET_FIELDS;
    Map<List<String>, Integer> expected = new HashMap<>();
    for (int bytes = cell.document().minBytes(); bytes <= cell.document().maxBytes(); bytes++) {
      List<String> fields = new ArrayList<>();
      for (RoleField field : schema.fields(bytes)) {
        String type = field.isInt() ? " INT32" : " STRING" + field.characters();
        fields.add((paths ? schema.parent() + "." : "") + field.name() + type);
      }
      List<String> structure = new ArrayList<>();
      structure.add(shapeOf(cell) == UpdateShape.REPLACE ? "_id INT64" : "$set {");
      if (!paths) {
        structure.add(schema.parent() + " {");
        fields.add("}");
      }
      structure.addAll(fields);
      if (shapeOf(cell) != UpdateShape.REPLACE) {
        structure.add("}");
      }
      expected.put(structure, sizes.of(bytes));
    }
    return expected;
  }

  private static List<Sent> concat(List<Sent> a, List<Sent> b) {
    List<Sent> all = new ArrayList<>(a);
    all.addAll(b);
    return all;
  }

  private static List<Integer> versions(List<Sent> sent) {
    return sent.stream().map(Sent::version).toList();
  }

  private static Set<Integer> sizes(List<Sent> sent) {
    Set<Integer> sizes = new HashSet<>();
    sent.forEach(s -> sizes.add(Bsons.size(s.statement)));
    return sizes;
  }

  @ParameterizedTest
  @ValueSource(strings = {"document", "raw"})
  void everySizeOfAVariableKindIsInItsRange(String encoding) {
    Cell cell = cell("document", "role40to60", "encoding", encoding);
    RoleSchema schema = RoleSchema.of(cell.document());
    UpdateSizes sizes = new UpdateSizes(schema, shapeOf(cell));
    Set<Integer> wanted = new HashSet<>();
    for (int bytes = 40; bytes <= 60; bytes++) {
      wanted.add(sizes.of(bytes));
    }
    assertThat(sizes(send(cell, 0, 3, 2_000))).isEqualTo(wanted);
  }

  @ParameterizedTest
  @ValueSource(strings = {"document", "raw"})
  void seedDecidesEverything(String encoding) {
    Cell cell =
        cell("encoding", encoding, "operation", "bulkOrdered", "batch", "9", "inFlight", "2");
    assertThat(send(cell, 1, 42, 10)).isEqualTo(send(cell, 1, 42, 10));
    assertThat(send(cell, 1, 42, 10)).isNotEqualTo(send(cell, 1, 43, 10));
    List<Sent> lane0 = send(cell, 0, 42, 10);
    List<Sent> lane1 = send(cell, 1, 42, 10);
    assertThat(lane0).extracting(Sent::key).isNotEqualTo(lane1.stream().map(Sent::key).toList());
  }

  /** What makes every update change its document: no version is ever written twice. */
  @ParameterizedTest
  @ValueSource(strings = {"document", "raw"})
  void noTwoUpdatesWriteTheSameVersion(String encoding) {
    Cell cell =
        cell("encoding", encoding, "operation", "bulkOrdered", "batch", "10", "inFlight", "8");
    Set<Integer> versions = new HashSet<>(Set.of(0));
    for (int lane = 0; lane < cell.inFlight(); lane++) {
      for (Sent sent : send(cell, lane, 5, 50)) {
        assertThat(versions.add(sent.version)).as("version %d is new", sent.version).isTrue();
      }
    }
  }

  /** Turns of a trial, and sides of a comparison, write the same documents. */
  @ParameterizedTest
  @ValueSource(strings = {"document", "raw"})
  void streamsOfOtherSeedsWriteOtherVersions(String encoding) {
    Cell cell = cell("encoding", encoding, "document", "role4");
    Set<Integer> versions = new HashSet<>(versions(send(cell, 0, 31, 1_000)));
    assertThat(versions(send(cell, 0, 32, 1_000))).doesNotContainAnyElementsOf(versions);
  }

  @ParameterizedTest
  @ValueSource(strings = {"document", "raw"})
  void valuesAreFresh(String encoding) {
    List<Sent> sent = send(cell("encoding", encoding), 0, 1, 200);
    Set<BsonDocument> withoutVersion = new HashSet<>();
    for (Sent s : sent) {
      BsonDocument set = s.statement.getDocument("$set").clone();
      set.remove("persistentState.version");
      withoutVersion.add(set);
    }
    assertThat(withoutVersion).hasSameSizeAs(sent);
  }

  @Test
  void aBatchIsFilledByItsOwnStreamOnly() {
    Cell cell = cell("encoding", "raw");
    UpdateStream<?> one = UpdateStream.of(cell, DOCUMENTS, 0, 1);
    UpdateStream<?> other = UpdateStream.of(cell, DOCUMENTS, 0, 1);
    assertThatThrownBy(() -> fillForeign(one, other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another stream");
  }

  @SuppressWarnings("unchecked") // both are of the same cell
  private static <D> void fillForeign(UpdateStream<D> one, UpdateStream<?> other) {
    one.fill((UpdateBatch<D>) other.newBatch());
  }

  @ParameterizedTest
  @ValueSource(strings = {"document", "raw"})
  void theSameVersionOfADocumentIsAlwaysTheSameSave(String encoding) {
    Cell cell = cell("operation", "bulkUnordered", "batch", "3", "encoding", encoding);
    Iterator<UpdateStream.Save> saves =
        List.of(
                new UpdateStream.Save(7, 1),
                new UpdateStream.Save(8, 1),
                new UpdateStream.Save(7, 2),
                new UpdateStream.Save(7, 1),
                new UpdateStream.Save(9, 5),
                new UpdateStream.Save(8, 1))
            .iterator();
    List<Sent> sent = send(UpdateStream.ofSaves(cell, saves::next), cell, 2);
    assertThat(sent).extracting(Sent::key).containsExactly(7L, 8L, 7L, 7L, 9L, 8L);
    assertThat(sent).extracting(Sent::version).containsExactly(1, 1, 2, 1, 5, 1);
    assertThat(sent.get(3)).isEqualTo(sent.get(0)).isNotEqualTo(sent.get(2));
    assertThat(sent.get(5)).isEqualTo(sent.get(1));
  }

  @Test
  void firstDocumentsHoldWhatUpdatesWrite() {
    Cell cell = cell("shape", "replace");
    RoleDocuments roles = new RoleDocuments(cell.document(), 1);
    BsonDocument first = Bsons.encode(roles.document(7));
    assertThat(first.getInt64("_id").getValue()).isEqualTo(7);
    assertThat(version(first, cell)).isZero();
    assertThat(Bsons.structure(first))
        .isEqualTo(Bsons.structure(send(cell, 0, 1, 1).get(0).statement));
    assertThat(new RoleDocuments(cell.document(), 1).document(7))
        .isEqualTo(new RoleDocuments(cell.document(), 1).document(7))
        .isNotEqualTo(new RoleDocuments(cell.document(), 2).document(7));
  }

  /** How a cell's statements are laid out. */
  private static UpdateShape shapeOf(Cell cell) {
    return cell.write().equals(WriteKind.REPLACE) ? UpdateShape.REPLACE : cell.get(Factor.SHAPE);
  }
}
