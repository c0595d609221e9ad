package dev.weir.study;

import java.util.Optional;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** A study that asks for more than anybody could measure; see also {@code HostileInputTest}. */
class HostileStudyTest {
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
}
