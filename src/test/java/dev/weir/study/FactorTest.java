package dev.weir.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Walks all factors, so that a new one is tested by being declared. */
class FactorTest {
  /** Texts of which every factor reads at least one as something else than its default. */
  private static final List<String> VALUES =
      List.of(
          "7",
          "1000",
          "false",
          "true",
          "virtual",
          "bulkOrdered",
          "role40to1000",
          "setSubdocument",
          "replace",
          "2changed",
          "zlib",
          "zipfian",
          "raw",
          "majority",
          "perCall",
          "modulo",
          "stopped",
          "oneShard",
          "staggered",
          "gameKilled");

  static Stream<Factor<?>> factors() {
    return Factor.all().stream();
  }

  @ParameterizedTest
  @MethodSource("factors")
  void defaultIsAValueAsItIsWritten(Factor<?> factor) {
    Object value = factor.defaultValue();
    assertThat(factor.parse(value.toString())).isEqualTo(value);
    assertThat(Factor.named(factor.yamlName())).contains(factor);
    assertThat(Cell.of(Map.of()).get(factor)).isEqualTo(value);
    assertThat(Cell.of(Map.of()).changesOfDeployment()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("factors")
  void anotherValueSurvivesItsRecordAndShowsInASafeId(Factor<?> factor) {
    Cell base = Cell.parse(Map.of("operation", "bulkUnordered", "dispatch", "modulo"));
    if (factor == Factor.IN_FLIGHT) {
      base = Cell.of(Map.of());
    }
    if (factor == Factor.FAULT_SECONDS) {
      base = Cell.parse(Map.of("fault", "gameKilled"));
    }
    Cell cell = Cell.parse(with(base.factors(), factor, another(factor)));
    assertThat(cell.get(factor)).isNotEqualTo(factor.defaultValue());
    assertThat(Cell.parse(cell.factors())).isEqualTo(cell).hasSameHashCodeAs(cell);
    assertThat(cell.id(List.of(factor), cell)).matches("[A-Za-z0-9_]+").isNotEqualTo("cell");
    assertThat(WarmPath.of(cell).equals(WarmPath.of(base)))
        .isEqualTo(!factor.changesCode() || cell.get(factor).equals(base.get(factor)));
    assertThat(cell.changesOfDeployment().contains(factor)).isEqualTo(factor.changesDeployment());
  }

  @ParameterizedTest
  @MethodSource("factors")
  void isDocumented(Factor<?> factor) throws Exception {
    assertThat(factor.meaning()).matches("\\p{Lu}.*[^.]");
    assertThat(Files.readString(Path.of("docs/study-file.md")))
        .contains("\n| `" + factor.yamlName() + "` | ")
        .contains(" | `" + factor.defaultValue() + "` | " + factor.meaning() + " |\n");
  }

  private static String another(Factor<?> factor) {
    return VALUES.stream().filter(text -> differs(factor, text)).findFirst().orElseThrow();
  }

  private static boolean differs(Factor<?> factor, String text) {
    try {
      return !factor.parse(text).equals(factor.defaultValue());
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static Map<String, String> with(Map<String, String> cell, Factor<?> factor, String text) {
    cell.put(factor.yamlName(), text);
    return cell;
  }

  @ParameterizedTest
  @MethodSource("factors")
  void nonsenseIsRefusedWithWhatWouldDo(Factor<?> factor) {
    assertThatThrownBy(() -> factor.parse("nonsense"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'nonsense' ")
        .hasMessageMatching(".*(is not|write).*");
    assertThatThrownBy(() -> factor.parse("")).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "batch, 1, 100000",
    "inFlight, 1, 10000",
    "pool, 1, 10000",
  })
  void numbersHaveBounds(String name, int min, int max) {
    Factor<?> factor = Factor.named(name).orElseThrow();
    assertThat((Object) factor.parse(String.valueOf(min))).isEqualTo(min);
    assertThat((Object) factor.parse(String.valueOf(max))).isEqualTo(max);
    assertThatThrownBy(() -> factor.parse(String.valueOf(min - 1)))
        .hasMessageContaining("from " + min + " to " + max);
    assertThatThrownBy(() -> factor.parse(String.valueOf(max + 1)))
        .hasMessageContaining("from " + min + " to " + max);
  }

  @Test
  void namesAreUnique() {
    assertThat(new HashSet<>(Factor.names())).hasSameSizeAs(Factor.all());
    assertThat(Factor.named("BATCH")).isEmpty();
  }

  @Test
  void whatOnlyRecordsSayIsRefusedInFilesWithWhatToWrite() {
    assertThat(Factor.SHAPE.parse("replace")).isEqualTo(UpdateShape.REPLACE);
    assertThatThrownBy(() -> Factor.SHAPE.read("replace"))
        .hasMessage("'replace' is no value of files; say write: replace");
    assertThatThrownBy(
            () -> StudyReader.parse("s.yaml", "name: s\nfactors:\n  shape: [setFields, replace]\n"))
        .hasMessage("s.yaml:3:22: shape: 'replace' is no value of files; say write: replace");
  }
}
