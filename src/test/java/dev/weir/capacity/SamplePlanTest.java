package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.study.StudyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SamplePlanTest {
  private static final String ROLE =
      """
      {"_id": {"$oid": "0123456789abcdef01234567"}, "gold": {"$numberLong": "5"},
       "name": "Ada", "bag": [{"item": 1}], "at": {"$date": "2026-01-01T00:00:00Z"}}
      """;

  @Test
  void sizesAreThoseOfBson(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("role.json"), ROLE);
    String text = SamplePlan.text("mine", List.of(SamplePlan.open(file)), 500.0);
    int stored = RawBsonDocument.parse(ROLE).getByteBuffer().remaining();
    String set = "{\"$set\": " + ROLE.replaceFirst("\"_id\": \\{[^}]*}, ", "") + "}";
    int update = RawBsonDocument.parse(set).getByteBuffer().remaining();
    assertThatThrownBy(() -> DesignReader.parse("p.yaml", text))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining("'updatesPerMinute' is missing in a document");
    Design plan =
        DesignReader.parse(
            "p.yaml",
            text.replaceFirst("# updatesPerMinute:", "updatesPerMinute: 20")
                + "flush: {period: 30s}\n");
    assertThat(plan.players()).isEqualTo(500);
    assertThat(plan.documents())
        .containsExactly(new Design.DocumentType("role", 20, 4, update, stored));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "5",
        "{} {}",
        "{}\n{}",
        "{}, {}",
        "{a: ObjectId(1)}",
        "{a: {$date: 'x'}}",
        "{a: 1"
      })
  void whatIsNotOneDocumentIsRefusedInALine(String text) {
    assertThatThrownBy(() -> SamplePlan.parse("role.json", text))
        .isInstanceOf(CapacityException.class)
        .hasMessageStartingWith("role.json: not one document")
        .message()
        .doesNotContain("\n");
  }

  @Test
  void deepDocumentsEndInAnError() {
    assertThatThrownBy(() -> SamplePlan.parse("role.json", "{a:".repeat(100_000)))
        .isInstanceOf(CapacityException.class);
  }

  @Test
  void missingFilesAreNamed(@TempDir Path folder) {
    assertThatThrownBy(() -> SamplePlan.open(folder.resolve("no.json")))
        .hasMessageContaining("no.json: can't be read");
  }
}
