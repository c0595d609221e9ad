package dev.weir.study;

import dev.weir.Mutations;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Whatever a study file holds, it is planned or refused with a reason. */
class HostileStudyTest {
  @Test
  void studyFile() throws IOException {
    Mutations.feed(
        text -> Plan.of(StudyReader.parse("study.yaml", text), cell -> Optional.empty()),
        StudyException.class,
        shipped("quick"),
        shipped("full"),
        "name: a\nfactors:\n  batch: [1, 2]\n  driver: [sync]\ninclude:\n - {pool: 3}\n");
  }

  @Test
  void combinationsBeyondReasonAreRefused() {
    String many = java.util.stream.IntStream.rangeClosed(1, 300).boxed().toList().toString();
    Assertions.assertThatThrownBy(
            () ->
                Plan.of(
                    StudyReader.parse(
                        "study.yaml",
                        "name: a\nfactors: {operation: bulkOrdered, batch: "
                            + many
                            + ", inFlight: "
                            + many
                            + "}"),
                    cell -> Optional.empty()))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining("more than 10000 combinations");
  }

  private static String shipped(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            HostileStudyTest.class.getResourceAsStream("/dev/weir/studies/" + name + ".yaml"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
