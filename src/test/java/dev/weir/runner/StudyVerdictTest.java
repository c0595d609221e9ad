package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.Samples;
import dev.weir.record.Span;
import dev.weir.record.TrialRecord;
import dev.weir.record.TrialTurn;
import dev.weir.study.Plan;
import dev.weir.study.StudyReader;
import java.util.ArrayList;
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

  @Test
  void firstTurnsThatDifferAreTold() throws Exception {
    Plan plan = Plan.of(StudyReader.open("quick"), cell -> Optional.empty());
    String far = "the server changes while it is measured, or 'leadIn' is too short";
    assertThat(StudyVerdict.of(plan, ofFirstTurnsAt(90)).notes())
        .contains(
            "the first turns in each JVM ran at 0.90 [0.89, 0.91] times the rate of the later ones:"
                + " "
                + far);
    assertThat(StudyVerdict.of(plan, ofFirstTurnsAt(99)).notes())
        .as("little, though shown")
        .anyMatch(note -> note.startsWith("the first turns in each JVM ran at 0.99 ["))
        .noneMatch(note -> note.contains(far));
  }

  @Test
  void checkpointsCostWhatIsShown() throws Exception {
    assertThat(noteOfCheckpoints(60, 62))
        .isEqualTo(
            "a checkpoint of the server fell on 2 of 4 turns, which were left out and made again:"
                + " they ran at 0.61 [0.50, 0.75] times the rate of the others, so over minutes the"
                + " cells carry 19.5 % less");
    assertThat(noteOfCheckpoints(80, 121))
        .endsWith(
            " times the rate of the others, so checkpoints are not shown to cost documents/s");
    assertThat(noteOfCheckpoints(50))
        .endsWith("ran at 0.50 times the rate of the others, one turn is too few to tell a cost");
  }

  private static String noteOfCheckpoints(double... rates) throws Exception {
    List<TrialTurn> turns = new ArrayList<>();
    for (double rate : rates) {
      turns.add(new TrialTurn(1, new Span(0, 1_000), 100, 100, null, null));
      turns.add(new TrialTurn(1, new Span(0, 1_000), 60, rate, TrialTurn.CHECKPOINT, null));
    }
    Interval one = new Interval(100, Double.NaN, Double.NaN, 0.95, 1, "student-t");
    List<TrialRecord> trials =
        List.of(Samples.trial("a", 1, 100, List.of()).with(trial -> trial.turns(turns)));
    return StudyVerdict.of(
            Plan.of(StudyReader.open("quick"), cell -> Optional.empty()),
            List.of(Samples.cell("a", "1", one, trials)))
        .notes()
        .stream()
        .filter(note -> note.contains("checkpoint"))
        .findFirst()
        .orElseThrow();
  }

  private static List<CellRecord> ofFirstTurnsAt(double percent) {
    List<CellRecord> cells = new ArrayList<>();
    for (String id : List.of("a", "b", "c")) {
      List<TrialRecord> trials = new ArrayList<>();
      for (double spread : List.of(-0.4, 0.0, 0.4)) {
        List<TrialTurn> turns =
            List.of(
                new TrialTurn(1, new Span(0, 1_000), 90, percent + spread, null, null),
                new TrialTurn(2, new Span(2_000, 3_000), 100, 100, null, null));
        trials.add(
            Samples.trial(id, trials.size() + 1, 95, List.of()).with(trial -> trial.turns(turns)));
      }
      cells.add(Samples.cell(id, "1", new Interval(95, 94, 96, 0.95, 3, "student-t"), trials));
    }
    return cells;
  }
}
