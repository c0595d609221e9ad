package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.study.DocumentKind;
import dev.weir.study.StudyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan whose documents are a user's own. */
class SampledDesignTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  private Design plan(String document, String write) throws Exception {
    Files.copy(
        Path.of("benchmarks/samples/player.json"),
        folder.resolve("player.json"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    Path file = folder.resolve("plan.yaml");
    Files.writeString(
        file,
        "name: own\nplayers: 1000\nwrite: "
            + write
            + "\ndocuments:\n  - {name: role, updatesPerMinute: 20, "
            + document
            + "}\nflush: {period: 30s}\n");
    return DesignReader.open(file);
  }

  @Test
  void sizesAndFieldsAreThoseOfTheSample() throws Exception {
    Design design =
        plan("sample: player.json, update: [stats.gold, 'inventory.$[i].count']", "update");
    Design.DocumentType type = design.documents().get(0);
    assertThat(type.fields()).isEqualTo(2);
    // {"$set": {"stats.gold": int64, "inventory.0.count": int32}}
    assertThat(type.updateBytes()).isEqualTo(16 + 2 + 10 + 8 + 2 + 17 + 4);
    assertThat(type.storedBytes()).isEqualTo(2985);
    assertThat(design.sampled()).isTrue();
    DocumentKind kind = DocumentKind.parse(Objects.requireNonNull(type.sample()));
    assertThat(kind.name()).isEqualTo("sample_role");
    assertThat(kind.model().updates()).hasSize(2);
    assertThat(type.ofBytes(1).sample()).isEqualTo(type.sample());
    assertThat(type.ofBytes(0.5).sample()).isNull();
    ObjectMapper json = new ObjectMapper();
    assertThat(json.readValue(json.writeValueAsString(type), Design.DocumentType.class))
        .isEqualTo(type);
    assertThat(
            json.readValue(
                "{\"name\":\"r\",\"updatesPerMinute\":1,\"fields\":2,\"updateBytes\":3,"
                    + "\"storedBytes\":4}",
                Design.DocumentType.class))
        .isEqualTo(new Design.DocumentType("r", 1, 2, 3, 4));
  }

  @Test
  void replacementsAreWholeDocuments() throws Exception {
    Design.DocumentType type = plan("sample: player.json", "replace").documents().get(0);
    assertThat(type.updateBytes()).isEqualTo(type.storedBytes()).isEqualTo(2985);
  }

  @Test
  void mistakesAreNamedWithTheirPlace() {
    refused("sample: player.json", ":5:48: ", "name what an update sets");
    refused("sample: player.json, update: [stats.gould]", "did you mean 'stats.gold'?");
    refused("sample: player.json, update: name, fields: 3", "follows from the sample");
    refused("fields: 3, updateBytes: 1kB, update: [a]", "there is no 'sample'");
    refused("fields: 3", "'updateBytes' is missing");
  }

  private void refused(String document, String... parts) {
    assertThatThrownBy(() -> plan(document, "update"))
        .isInstanceOf(StudyException.class)
        .hasMessageContainingAll(parts);
  }
}
