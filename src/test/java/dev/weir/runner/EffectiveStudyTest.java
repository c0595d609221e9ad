package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.study.Plan;
import dev.weir.study.ShippedStudies;
import dev.weir.study.Study;
import dev.weir.study.StudyException;
import dev.weir.study.StudyReader;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a run records of its study is enough to go on with it. */
class EffectiveStudyTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  static java.util.List<String> shipped() {
    return ShippedStudies.NAMES;
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void recordedStudyIsReadBackAsItWas(String name) throws Exception {
    Study study = StudyReader.open(name);
    Study read = reread(study);
    assertThat(EffectiveStudy.of(read)).isEqualTo(EffectiveStudy.of(study));
    assertThat(read.budget()).isEqualTo(study.budget());
    assertThat(read.trial()).isEqualTo(study.trial());
    assertThat(read.rounds()).isEqualTo(study.rounds());
    assertThat(read.seed()).isEqualTo(study.seed());
    Plan plan = Plan.of(study, cell -> Optional.empty());
    Plan again = new Plan(read, plan.cells(), plan.excluded(), plan.baseline());
    for (int round = 1; round < 5; round++) {
      assertThat(again.order(round)).isEqualTo(plan.order(round));
    }
  }

  private static Study reread(Study study) throws StudyException, java.io.IOException {
    return StudyReader.parse("run.json", JSON.writeValueAsString(EffectiveStudy.of(study)));
  }
}
