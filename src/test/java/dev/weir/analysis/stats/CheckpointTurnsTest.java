package dev.weir.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.record.CellRecord;
import dev.weir.record.Samples;
import dev.weir.record.Span;
import dev.weir.record.TrialTurn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CheckpointTurnsTest {
  private static TrialTurn turn(double rate, @Nullable String leftOut) {
    return new TrialTurn(1, new Span(0, 1_000), 100, rate, leftOut, null);
  }

  private static CellRecord cell(String id, TrialTurn... turns) {
    List<TrialTurn> all = new ArrayList<>(List.of(turns));
    return Samples.cell(
        id, "1", null, List.of(Samples.trial(id, 1, 100, List.of()).with(t -> t.turns(all))));
  }

  @Test
  void turnsWithACheckpointAreHeldAgainstTheOthersOfTheirTrial() {
    CheckpointTurns fell =
        CheckpointTurns.of(
                List.of(
                    cell("a", turn(100, null), turn(81, TrialTurn.CHECKPOINT), turn(100, null)),
                    cell("b", turn(10, null), turn(6.4, TrialTurn.CHECKPOINT)),
                    cell("c", turn(5, null), turn(1, "host busy: gradle"), turn(5, null))))
            .orElseThrow();
    assertThat(fell.leftOut()).isEqualTo(2);
    assertThat(fell.turns()).isEqualTo(8);
    assertThat(fell.ofOthers().mean()).isCloseTo(Math.sqrt(0.81 * 0.64), within(1e-12));
    assertThat(fell.shareOfRate()).isCloseTo((1 - 0.72) * 2 / 8, within(1e-12));
  }

  @Test
  void aRunWithoutSuchTurnsTellsNothing() {
    assertThat(CheckpointTurns.of(List.of(cell("a", turn(5, null), turn(4, "host busy: x")))))
        .isEmpty();
    assertThat(CheckpointTurns.of(List.of(Samples.cell("a", "1", 100)))).isEmpty();
    assertThat(CheckpointTurns.of(List.of(cell("a", turn(4, TrialTurn.CHECKPOINT)))))
        .as("nothing to hold it against")
        .isEmpty();
  }
}
