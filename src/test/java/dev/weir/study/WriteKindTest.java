package dev.weir.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WriteKindTest {
  @ParameterizedTest
  @CsvSource({
    "update, update",
    "insert, insert",
    "replace, replace",
    "delete, delete",
    "upsert, upsert",
    "upsert50, upsert",
    "upsert20, upsert20",
    "upsert0, upsert0",
    "upsert100, upsert100",
    "mix70update20insert10delete, mix70update20insert10delete",
    "mix10delete70update20insert, mix70update20insert10delete",
    "mix50upsert50replace, mix50upsert50replace",
  })
  void eachHasOneName(String text, String name) {
    WriteKind kind = WriteKind.parse(text);
    assertThat(kind).hasToString(name).isEqualTo(WriteKind.parse(name));
    assertThat(kind.update() + kind.insert() + kind.upsert() + kind.replace() + kind.delete())
        .isEqualTo(100);
    assertThat(kind.mixed()).isEqualTo(name.startsWith("mix"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "upserts",
        "upsert101",
        "upsert05",
        "mix",
        "mix100update",
        "mix70update20insert",
        "mix70update40insert",
        "mix50update50update",
        "mix0update50insert50delete",
        "UPDATE"
      })
  void nonsenseIsRefused(String text) {
    assertThatThrownBy(() -> WriteKind.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'" + text + "' is not");
  }

  @Test
  void saysWhatItDoesToACollection() {
    assertThat(WriteKind.UPDATE.changesPopulation()).isFalse();
    assertThat(WriteKind.parse("upsert0").changesPopulation()).isFalse();
    assertThat(WriteKind.parse("upsert1").adds()).isTrue();
    assertThat(WriteKind.DELETE.removes()).isTrue();
    assertThat(WriteKind.DELETE.forWarmUp()).hasToString("mix50insert50delete");
    assertThat(WriteKind.parse("mix70update20insert10delete").forWarmUp())
        .hasToString("mix70update20insert10delete");
  }

  /** Records from before {@code write} say it with {@code shape}. */
  @Test
  void shapeReplaceIsWriteReplace() {
    Cell old = Cell.parse(Map.of("shape", "replace"));
    Cell today = Cell.parse(Map.of("write", "replace"));
    assertThat(old).isEqualTo(today);
    assertThat(old.factors()).containsEntry("write", "replace").containsEntry("shape", "setFields");
    assertThat(Cell.parse(old.factors())).isEqualTo(old);
    assertThat(old.id(List.of(), Cell.of(Map.of()))).isEqualTo("replace");
    assertThat(old.id(List.of(Factor.SHAPE), Cell.of(Map.of()))).isEqualTo("replace");
    assertThat(Cell.parse(Map.of("shape", "replace", "write", "upsert")).contradiction())
        .hasValue("shape: replace is write: replace");
  }

  @Test
  void whatCantBeIsRefusedWithItsReason() {
    assertThat(Cell.parse(Map.of("operation", "insertMany", "batch", "5")).contradiction())
        .hasValue("insertMany inserts: it needs write: insert, not update");
    assertThat(Cell.parse(Map.of("write", "insert", "unchangedPercent", "20")))
        .isEqualTo(Cell.parse(Map.of("write", "insert")));
    assertThat(
            Cell.parse(Map.of("write", "mix50update50insert", "unchangedPercent", "20"))
                .contradiction())
        .hasValue("unchangedPercent is of updates or of replacements, not of a mix");
    assertThat(Cell.parse(Map.of("collections", "3")).contradiction())
        .hasValue("collections needs a bulk with a document for each of them");
    assertThat(Cell.parse(Map.of("indexes", "16changed")).contradiction())
        .hasValue("16changed needs more fields than the 16 of role56");
    assertThat(Cell.parse(Map.of("operation", "findNewest", "write", "insert")).write())
        .isEqualTo(WriteKind.UPDATE);
  }
}
