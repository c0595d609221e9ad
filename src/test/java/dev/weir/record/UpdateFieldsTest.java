package dev.weir.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.study.DocumentKind;
import dev.weir.workload.RoleSchema;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateFieldsTest {
  @ParameterizedTest
  @ValueSource(strings = {"role56", "role2000", "role41", "role40to1000"})
  void asManyAsTheSchemaWrites(String document) {
    DocumentKind kind = DocumentKind.parse(document);
    double mean =
        IntStream.rangeClosed(kind.minBytes(), kind.maxBytes())
            .map(bytes -> RoleSchema.of(kind).fields(bytes).size())
            .average()
            .orElseThrow();

    assertThat(UpdateFields.of(Map.of("document", document, "shape", "setFields"))).isEqualTo(mean);
  }

  @Test
  void otherShapesNameNoSingleFields() {
    assertThat(UpdateFields.of(Map.of("document", "role56", "shape", "replace"))).isNull();
    assertThat(UpdateFields.of(Map.of("document", "of a later version"))).isNull();
  }
}
