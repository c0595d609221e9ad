package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.study.Plan;
import dev.weir.study.StudyException;
import dev.weir.study.StudyReader;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RunProgressTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private final RunProgress progress = new RunProgress();

  @SuppressWarnings("NullAway.Init")
  private Plan plan;

  @BeforeEach
  void plan() throws StudyException {
    plan = Plan.of(StudyReader.open("quick"), cell -> Optional.empty());
    progress.planned(plan, Duration.ofMinutes(5));
  }

  @Test
  void goesByThePlanUntilATrialHasEnded() {
    progress.roundStarted(1, 6, START);

    Duration planned = plan.expectedRound().multipliedBy(3);
    assertThat(progress.left(START)).isEqualTo(planned);
    assertThat(progress.left(START.plusSeconds(10))).isEqualTo(planned.minusSeconds(10));
  }

  @Test
  void aRoundThatTakesLongerThanPlannedLeavesTheOthers() {
    progress.roundStarted(1, 6, START);
    Duration round = plan.expectedRound();
    assertThat(progress.left(START.plus(round.multipliedBy(2)))).isEqualTo(round.multipliedBy(2));
  }

  /** All trials in turns end within seconds, after their round's minutes. */
  @Test
  void trialsInTurnsCountByWholeRounds() {
    int cells = plan.cells().size();
    progress.roundStarted(1, 6, START);
    Duration before = progress.left(START.plusSeconds(20));
    progress.trialEnded(2, START.plusSeconds(20));
    assertThat(progress.done()).isEqualTo(2);
    assertThat(progress.trials()).isEqualTo(3 * cells);
    assertThat(progress.left(START.plusSeconds(20))).isEqualTo(before);
    progress.trialEnded(cells, START.plusSeconds(10L * cells));
    assertThat(progress.left(START.plusSeconds(10L * cells + 5)))
        .isEqualTo(Duration.ofSeconds(20L * cells - 5));
  }

  @Test
  void othersGoByWhatTrialsTook() throws StudyException {
    Plan alone =
        Plan.of(
            StudyReader.parse(
                "p.yaml",
                """
                name: alone
                rounds: {min: 3, max: 6}
                trial: {measure: 1s, turn: 1s}
                factors:
                  inFlight: [1, 8]
                """),
            cell -> Optional.empty());
    progress.planned(alone, Duration.ofMinutes(5));
    progress.roundStarted(1, 6, START);
    progress.trialEnded(1, START.plusSeconds(10));
    assertThat(progress.left(START.plusSeconds(10))).isEqualTo(Duration.ofSeconds(50));
    assertThat(progress.left(START.plusSeconds(15))).isEqualTo(Duration.ofSeconds(45));
  }

  @Test
  void aFurtherRoundAddsItsTrialsButNotBeyondTheBudget() {
    int cells = plan.cells().size();
    progress.roundStarted(4, 6, START);
    progress.trialEnded(3 * cells, START.plusSeconds(3L * cells));

    assertThat(progress.round()).isEqualTo("round 4 of 3 to 6");
    assertThat(progress.trials()).isEqualTo(4 * cells);
    assertThat(progress.left(START.plusSeconds(3L * cells))).isEqualTo(Duration.ofSeconds(cells));
    assertThat(progress.left(START.plus(plan.study().budget()))).isZero();
  }
}
