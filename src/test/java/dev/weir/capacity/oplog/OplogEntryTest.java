package dev.weir.capacity.oplog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.capacity.oplog.OplogEntry.Kind;
import java.util.List;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries as MongoDB 6.0 writes them. */
class OplogEntryTest {
  private static final String FRAME =
      """
      {op: "%s", ns: "%s", o: %s, o2: {_id: 7}, ts: {$timestamp: {t: 1, i: 1}}, t: {$numberLong: "1"},
       v: {$numberLong: "2"}, wall: {$date: "2026-01-01T00:00:01.250Z"}%s}
      """;

  static RawBsonDocument entry(String op, String namespace, String o, String more) {
    return RawBsonDocument.parse(FRAME.formatted(op, namespace, o, more));
  }

  private static OplogWrite only(RawBsonDocument document) {
    OplogEntry entry = OplogEntry.of(document);
    assertThat(entry.kind()).isEqualTo(Kind.WRITE);
    assertThat(entry.writes()).hasSize(1);
    return entry.writes().get(0);
  }

  private static int size(String json) {
    return RawBsonDocument.parse(json).getByteBuffer().remaining();
  }

  /** The bytes are those of the update document that a program would send for the same. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{u: {a: 1, b: 'x'}}                          | 2 | {$set: {a: 1, b: 'x'}}",
        "{i: {a: 1}, u: {b: 2}}                       | 2 | {$set: {a: 1, b: 2}}",
        "{d: {a: false}}                              | 1 | {$unset: {a: ''}}",
        "{d: {a: false}, u: {b: 1}}                   | 2 | {$unset: {a: ''}, $set: {b: 1}}",
        "{sstats: {u: {gold: 5}, sbattle: {i: {wins: 1}}}} | 2 | {$set: {'stats.gold': 5,"
            + " 'stats.battle.wins': 1}}",
        "{sstats: {d: {buff: false}}}                 | 1 | {$unset: {'stats.buff': ''}}",
        "{sbag: {a: true, u3: {n: 1}, s12: {u: {n: 2}}}} | 2 | {$set: {'bag.3': {n: 1}, 'bag.12.n':"
            + " 2}}",
        "{sbag: {a: true, l: 2}}                      | 1 | {$set: {'bag': 2}}",
        "{ss: {u: {s: 1}}}                            | 1 | {$set: {'s.s': 1}}",
        "{sé: {u: {'ü': 1}}}                          | 1 | {$set: {'é.ü': 1}}",
      })
  void differencesOfVersion2(String diff, int fields, String update) {
    OplogWrite write =
        only(entry("u", "game.roles", "{$v: 2, diff: " + diff.replace('\'', '"') + "}", ""));
    assertThat(write.kind()).isEqualTo(OplogWrite.Kind.UPDATE);
    assertThat(write.fields()).isEqualTo(fields);
    assertThat(write.bytes()).isEqualTo(size(update.replace('\'', '"')));
  }

  @Test
  void olderUpdatesByOperators() {
    OplogWrite write =
        only(entry("u", "game.roles", "{$v: 1, $set: {a: 1, 'b.c': 2}, $unset: {d: true}}", ""));
    assertThat(write.kind()).isEqualTo(OplogWrite.Kind.UPDATE);
    assertThat(write.fields()).isEqualTo(3);
  }

  @Test
  void wholeDocuments() {
    String document = "{_id: 7, diff: {u: 1}, name: \"x\"}";
    OplogWrite replaced = only(entry("u", "game.roles", document, ""));
    assertThat(replaced.kind()).isEqualTo(OplogWrite.Kind.REPLACE);
    assertThat(replaced.fields()).isEqualTo(2);
    assertThat(replaced.bytes()).isEqualTo(size(document));
    OplogWrite inserted = only(entry("i", "game.roles", document, ""));
    assertThat(inserted.kind()).isEqualTo(OplogWrite.Kind.INSERT);
    assertThat(inserted.fields()).isEqualTo(2);
    assertThat(inserted.document()).isEqualTo(replaced.document());
    OplogWrite deleted = only(entry("d", "game.roles", "{_id: 8}", ""));
    assertThat(deleted.kind()).isEqualTo(OplogWrite.Kind.DELETE);
    assertThat(deleted.document()).isNotEqualTo(replaced.document());
  }

  @Test
  void timeAndCall() {
    String call =
        ", lsid: {id: {$uuid: \"00000000-0000-0000-0000-000000000001\"}}, txnNumber: {$numberLong:"
            + " \"3\"}, stmtId: 0";
    OplogEntry first = OplogEntry.of(entry("d", "a.b", "{_id: 1}", call));
    assertThat(first.wallMillis()).isEqualTo(1_767_225_601_250L);
    assertThat(first.call()).isNotNull();
    assertThat(OplogEntry.of(entry("d", "a.b", "{_id: 2}", call)).call()).isEqualTo(first.call());
    assertThat(OplogEntry.of(entry("d", "a.b", "{_id: 1}", "")).call()).isNull();
  }

  @Test
  void transactions() {
    String two =
        """
        {applyOps: [{op: "i", ns: "game.roles", o: {_id: 1, a: 1}},
          {op: "u", ns: "game.bags", o: {$v: 2, diff: {u: {a: 1}}}, o2: {_id: 1}},
          {op: "u", ns: "game.bags", o: {$v: 2, diff: {u: {a: 1}}}, o2: {_id: 1}, fromMigrate: true},
          {op: "n", ns: "", o: {}}]%s}
        """;
    OplogEntry whole = OplogEntry.of(entry("c", "admin.$cmd", two.formatted(""), ""));
    assertThat(whole.kind()).isEqualTo(Kind.GROUP);
    assertThat(whole.writes())
        .extracting(OplogWrite::namespace)
        .containsExactly("game.roles", "game.bags");
    assertThat(whole.migrated()).isEqualTo(1);
    for (String open : List.of(", prepare: true", ", partialTxn: true")) {
      OplogEntry part = OplogEntry.of(entry("c", "admin.$cmd", two.formatted(open), ""));
      assertThat(part.kind()).isEqualTo(Kind.PART);
      assertThat(part.writes()).hasSize(2);
    }
    assertThat(OplogEntry.of(entry("c", "admin.$cmd", "{commitTransaction: 1}", "")).kind())
        .isEqualTo(Kind.COMMIT);
    assertThat(OplogEntry.of(entry("c", "admin.$cmd", "{abortTransaction: 1}", "")).kind())
        .isEqualTo(Kind.ABORT);
  }

  @Test
  void whatIsNoWriteOfUsers() {
    assertThat(OplogEntry.of(entry("n", "", "{msg: \"periodic noop\"}", "")).kind())
        .isEqualTo(Kind.NOTHING);
    assertThat(OplogEntry.of(entry("c", "game.$cmd", "{create: \"roles\"}", "")).kind())
        .isEqualTo(Kind.COMMAND);
    OplogEntry moved = OplogEntry.of(entry("i", "game.roles", "{_id: 1}", ", fromMigrate: true"));
    assertThat(moved.writes()).isEmpty();
    assertThat(moved.migrated()).isEqualTo(1);
    for (String own : List.of("config.system.sessions", "admin.x", "game.system.views")) {
      assertThat(OplogEntry.of(entry("i", own, "{_id: 1}", "")).writes()).as(own).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{op: \"xi\", ns: \"a.b\", o: {}}",
        "{op: 1}",
        "{op: \"u\", ns: \"a.b\", o: {$v: 2, diff: {q: 1}}, o2: {_id: 1}}",
        "{op: \"u\", ns: \"a.b\", o: {a: 1}}",
        "{op: \"i\", ns: \"a.b\", o: {a: 1}}",
        "{op: \"d\", ns: \"a.b\"}",
        "{op: \"i\", ns: \"a.b\", o: 1}"
      })
  void otherFormsAreUnknownAndNoError(String json) {
    assertThat(OplogEntry.of(RawBsonDocument.parse(json)).kind()).isEqualTo(Kind.UNKNOWN);
  }
}
