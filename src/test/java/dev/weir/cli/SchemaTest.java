package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.weir.capacity.DesignReader;
import dev.weir.cli.SchemaCommand.Kind;
import dev.weir.study.StudyException;
import dev.weir.study.StudyReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What an editor says of a file, by a validator that is not ours, and what the reader says. */
class SchemaTest {
  private static final String STUDY =
      """
      name: mine
      factors: {driver: [sync, reactive], batch: 50}
      """;

  private static final String PLAN =
      """
      name: shard
      players: 20_000
      documents:
        - {name: role, updatesPerMinute: 20, fields: 16, updateBytes: 613B, storedBytes: 6kB}
      flush: {policy: staggered, period: 30s, batch: 50}
      """;

  private static List<String> complaints(Kind kind, String yaml) throws IOException {
    JsonNode file = new YAMLMapper().readTree(yaml);
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(SchemaCommand.text(kind))
        .validate(file)
        .stream()
        .map(Object::toString)
        .toList();
  }

  private static void read(Kind kind, String yaml) throws StudyException {
    switch (kind) {
      case study -> StudyReader.parse("f.yaml", yaml);
      case plan -> DesignReader.parse("f.yaml", yaml);
    }
  }

  static Stream<Arguments> shipped() throws IOException {
    try (Stream<Path> studies = Files.list(Path.of("benchmarks/studies"));
        Stream<Path> lab = Files.list(Path.of("ops/lab"));
        Stream<Path> plans = Files.list(Path.of("benchmarks/plans"))) {
      return Stream.concat(
          Stream.concat(studies, lab).map(file -> Arguments.of(Kind.study, file)),
          plans.map(file -> Arguments.of(Kind.plan, file)))
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void everyShippedFileNamesItsSchemaAndKeepsToIt(Kind kind, Path file) throws IOException {
    String yaml = Files.readString(file);
    assertThat(yaml.lines().findFirst())
        .contains("# yaml-language-server: $schema=../../docs/schema/" + kind + ".json");
    assertThat(complaints(kind, yaml)).as("%s", file).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void theCommittedSchemaIsTheOneOfThisCode(Kind kind) throws IOException {
    GeneratedFile.check(Path.of("docs/schema/" + kind + ".json"), SchemaCommand.text(kind));
  }

  @Test
  void theCommandPrintsIt() throws IOException {
    StringWriter out = new StringWriter();
    int code = Weir.commandLine().setOut(new PrintWriter(out)).execute("schema", "plan");
    assertThat(code).isZero();
    assertThat(out.toString()).isEqualTo(SchemaCommand.text(Kind.plan));
    assertThat(new ObjectMapper().readTree(out.toString()).get("$schema").asText())
        .endsWith("2020-12/schema");
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        study("factors:", "factor:", ":2:1:", "did you mean 'factors'?"),
        study("driver: [sync", "drivers: [sync", ":2:11:", "did you mean 'driver'?"),
        study("reactive", "reactiv", ":2:26:", "did you mean 'reactive'?"),
        study("[sync, reactive]", "Sync", ":2:19:", "did you mean 'sync'?"),
        study("batch: 50", "batch: 0", ":2:44:", "a whole number from 1 to 100000"),
        study("batch: 50", "batch: 50k", ":2:44:", "a whole number from 1 to 100000"),
        study("[sync, reactive]", "[]", ":2:19:", "give it at least one value"),
        study("[sync, reactive]", "[sync, sync]", ":2:26:", "keep one"),
        study("name: mine", "name: My Study", ":1:7:", "did you mean 'my-study'?"),
        study("factors:", "precision: 8\nfactors:", ":2:12:", "a percentage such as 8%"),
        study("factors:", "budget: 5 minutes\nfactors:", ":2:9:", "a time such as"),
        study("factors:", "rounds: {mim: 3}\nfactors:", ":2:10:", "did you mean 'min'?"),
        study("factors:", "trial: {mesure: 5s}\nfactors:", ":2:9:", "did you mean 'measure'?"),
        study("factors:", "topology: psaa\nfactors:", ":2:11:", "did you mean"),
        study("name: mine\n", "", ":1:1:", "lower-case letters, digits and hyphens"),
        study(
            "factors:",
            "claims: [{id: a, text: b, ratio: {form: 2}, compare: {}, to: {}}]\nfactors:",
            ":2:35:",
            "did you mean 'from'?"),
        plan("players:", "player:", ":2:1:", "did you mean 'players'?"),
        plan("6kB", "6KB", ":4:84:", "a size such as"),
        plan("period: 30s", "period: 30", ":5:36:", "a time such as 50ms"),
        plan("staggered", "stagered", ":5:17:", "did you mean 'staggered'?"),
        plan(", updateBytes: 613B", "", ":4:5:", "a size such as 613B"),
        plan("flush:", "durability: w2\nflush:", ":5:13:", "did you mean 'w1'?"),
        plan("flush:", "target: {headroom: 0.4}\nflush:", ":5:20:", "a percentage such as 40%"),
        plan("20_000", "many", ":2:10:", "a number from 1"));
  }

  private static Arguments study(String part, String instead, String place, String suggestion) {
    return Arguments.of(Kind.study, STUDY.replace(part, instead), place, suggestion);
  }

  private static Arguments plan(String part, String instead, String place, String suggestion) {
    return Arguments.of(Kind.plan, PLAN.replace(part, instead), place, suggestion);
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void aMistakeIsSeenByEditorAndReader(Kind kind, String yaml, String place, String suggestion)
      throws IOException {
    assertThat(complaints(kind, yaml)).as(yaml).isNotEmpty();
    StudyException e = catchThrowableOfType(StudyException.class, () -> read(kind, yaml));
    assertThat(e).as(yaml).isNotNull();
    assertThat(e).hasMessageStartingWith("f.yaml" + place).hasMessageContaining(suggestion);
  }

  @Test
  void withoutMistakesBothAreContent() throws Exception {
    for (Kind kind : Kind.values()) {
      String yaml = kind == Kind.study ? STUDY : PLAN;
      assertThat(complaints(kind, yaml)).isEmpty();
      read(kind, yaml);
    }
  }
}
