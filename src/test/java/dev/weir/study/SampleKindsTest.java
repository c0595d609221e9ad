package dev.weir.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleKindsTest {
  private static final String PLAYER =
      """
      {"_id": 7, "name": "Aldric", "online": true, "stats": {"gold": 1843250, "level": 47},
       "inventory": [{"item": 1, "count": 3}, {"item": 2, "count": 5}], "tags": ["a", "b"]}
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @BeforeEach
  void write() throws Exception {
    Files.writeString(folder.resolve("player.json"), PLAYER);
  }

  private Study study(String document) throws Exception {
    Path file = folder.resolve("study.yaml");
    Files.writeString(file, "name: own\nfactors:\n  document: " + document + "\n");
    return StudyReader.open(file.toString());
  }

  private static DocumentKind kind(Study study) throws StudyException {
    return Plan.of(study, cell -> Optional.empty()).cells().values().iterator().next().document();
  }

  @Test
  void aSampleIsADocumentKindNamedAfterItsFile() throws Exception {
    DocumentKind kind = kind(study("{sample: player.json, update: [stats.gold, 'tags.$[]']}"));
    assertThat(kind.name()).isEqualTo("sample_player");
    assertThat(kind.sampled()).isTrue();
    assertThat(kind.model().updates())
        .extracting(Object::toString)
        .containsExactly("stats.gold", "tags.$[]");
    assertThat(kind.minBytes()).isEqualTo(kind.maxBytes()).isPositive();
  }

  @Test
  void severalAreNamedApart() throws Exception {
    Study study =
        study(
            "[role56, {sample: player.json, update: stats.gold}, {sample: player.json, name: p2,"
                + " update: ['inventory.$[i].count', 'inventory.$[i].item']}]");
    assertThat(Plan.of(study, cell -> Optional.empty()).cells().keySet())
        .containsExactly("role56", "sample_p2", "sample_player"); // by size, then by name
    error(
        "[{sample: player.json, update: name}, {sample: player.json}]", ":3:51: ", "appears twice");
  }

  @Test
  void aCellWrittenForAnotherProcessIsReadBackWithItsModel() throws Exception {
    Cell cell =
        Cell.of(
            java.util.Map.of(
                Factor.DOCUMENT, kind(study("{sample: player.json, update: stats.gold}"))));
    Cell read = Cell.parse(cell.written());
    assertThat(read).isEqualTo(cell);
    assertThat(read.document().model().text()).isEqualTo(cell.document().model().text());
    assertThat(cell.factors()).containsEntry("document", "sample_player");
    Cell recorded = Cell.parse(cell.factors());
    assertThat(recorded).isEqualTo(cell);
    assertThat(recorded.contradiction()).contains("the study has no sample sample_player");
  }

  @Test
  void mistakesAreNamedWithTheirPlaceAndASuggestion() throws Exception {
    error("{sample: players.json}", ":3:22: ", "there is no file", "players.json");
    error("{sampel: player.json}", ":3:14: ", "unknown key 'sampel'", "did you mean 'sample'?");
    error(
        "{sample: player.json, update: [stats.gould]}",
        ":3:44: ",
        "'stats.gould' is not in the sample",
        "did you mean 'stats.gold'?");
    error(
        "{sample: player.json, update: ['inventory.$[i].cuont']}",
        ":3:44: ",
        "did you mean 'inventory.$[i].count'?");
    error("{sample: player.json, update: ['inventory.$.count']}", "write $[i] for one element");
    error("{sample: player.json, update: inventory.2.count}", "is not in the sample");
    error("{sample: player.json, update: _id}", "can't change the _id");
    error("{sample: player.json, update: [stats, stats.gold]}", "may name the same field");
    error("{sample: player.json, update: online}", "does not always change the document");
    error("{sample: player.json, update: name, name: A-B}", ":3:55: ", "lower-case letters");
    error("{sample: player.json, update: [inventory.$[i].count]}", "quote a field with $[…]");
    error("sample_other", "no sample here is called 'sample_other'");
    error("{update: [a]}", "'sample' is missing");
    assertThatThrownBy(() -> Plan.of(study("{sample: player.json}"), cell -> Optional.empty()))
        .hasMessageContaining("names no field that an update sets");
    assertThat(
            Plan.of(study("{sample: player.json}\n  write: replace"), cell -> Optional.empty())
                .cells())
        .hasSize(1);
  }

  @Test
  void manyDocumentsMustAllHaveOneOfTheFields() throws Exception {
    Files.writeString(
        folder.resolve("player.json"), "{\"a\": 1, \"b\": 2}\n{\"a\": 3}\n{\"c\": 4}\n");
    error("{sample: player.json, update: [a, b]}", "1 of 3 documents have none of these fields");
    assertThat(kind(study("{sample: player.json, update: [a, c]}")).model().forms()).hasSize(3);
  }

  private void error(String document, String... parts) {
    assertThatThrownBy(() -> study(document))
        .isInstanceOf(StudyException.class)
        .satisfies(
            e -> {
              String message = String.valueOf(e.getMessage());
              assertThat(message.lines()).hasSize(1);
              assertThat(List.of(parts)).allSatisfy(part -> assertThat(message).contains(part));
            });
  }

  @Test
  void anUpsertOfAFieldInAnArrayIsRefusedAtItsPlace() throws Exception {
    String inArray = "{sample: player.json, update: [stats.gold, 'inventory.$[i].count']}";
    error(inArray + "\n  write: [update, upsert20]", ":4:10: ", "inventory.$[i].count", "leave");
    error(inArray + "\n  write: mix50update50upsert", ":4:10: ", "makes no array");
    error("{sample: player.json, update: [stats.gold, inventory.0.count]}\n  write: upsert", ":4:");
    error(inArray + "\ninclude:\n- {write: upsert, inFlight: 7}", ":5:3: ", "makes no array");
    assertThat(study("{sample: player.json, update: stats.gold}\n  write: upsert")).isNotNull();
    assertThat(study(inArray + "\n  write: upsert0")).as("never inserts").isNotNull();
    Study without =
        study(
            "[role56, "
                + inArray
                + "]\n"
                + "  write: [update, upsert]\n"
                + "exclude:\n"
                + "- {document: sample_player, write: upsert}");
    assertThat(Plan.of(without, cell -> Optional.empty()).cells()).hasSize(3);
  }
}
