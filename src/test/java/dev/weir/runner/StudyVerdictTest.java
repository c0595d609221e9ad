package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.Interval;
import dev.weir.record.Samples;
import dev.weir.study.Plan;
import dev.weir.study.StudyReader;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StudyVerdictTest {
  @Test
  void oneRoundHasNoIntervalAndTheNoteSaysSo() throws Exception {
    Plan plan = Plan.of(StudyReader.open("quick"), cell -> Optional.empty());
    Interval one = new Interval(5, Double.NaN, Double.NaN, 0.95, 1, "student-t");
    List<String> notes =
        StudyVerdict.of(
                plan,
                List.of(Samples.cell("a", "1", one, List.of(Samples.trial("a", 1, 5, List.of())))))
            .notes();
    assertThat(notes).anyMatch(note -> note.startsWith("a: one round has no interval"));
    assertThat(notes).noneMatch(note -> note.contains("Infinity"));
  }
}
