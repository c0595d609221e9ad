package dev.weir.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.Samples;
import dev.weir.record.Span;
import dev.weir.record.TrialRecord;
import dev.weir.record.TrialTurn;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstTurnsTest {
  private static CellRecord cell(String id, double[]... jvms) {
    List<TrialRecord> trials = new ArrayList<>();
    for (double[] rates : jvms) {
      List<TrialTurn> turns = new ArrayList<>();
      for (double rate : rates) {
        int pass = turns.size() + 1;
        String leftOut = rate < 0 ? "host busy: gradle" : null;
        turns.add(new TrialTurn(pass, new Span(0, 1_000), 100, rate, leftOut, null));
      }
      trials.add(
          Samples.trial(id, trials.size() + 1, 100, List.of()).with(trial -> trial.turns(turns)));
    }
    return Samples.cell(id, "1", null, trials);
  }

  @Test
  void firstTurnsAreHeldAgainstTheMeanOfTheLaterOnes() {
    double[] one = {90, 80, 120};
    double[] other = {110, 90, 110};
    List<CellRecord> cells =
        List.of(cell("a", one, other), cell("b", one, other), cell("c", one, other));
    Interval ratio = FirstTurns.ofLater(cells).orElseThrow();
    assertThat(ratio.mean()).isCloseTo(Math.sqrt(0.9 * 1.1), within(1e-12));
    assertThat(ratio.n()).as("JVMs, not cells").isEqualTo(2);
    assertThat(ratio.contains(1)).isTrue();
  }

  @Test
  void aTrialWithoutItsFirstTurnTellsNothing() {
    double[] slow = {50, 100, 100};
    double[] disturbed = {-1, 100, 100};
    List<CellRecord> cells =
        List.of(cell("a", slow), cell("b", slow), cell("c", slow), cell("d", disturbed));
    Interval ratio = FirstTurns.ofLater(cells).orElseThrow();
    assertThat(ratio.mean()).isCloseTo(0.5, within(1e-12));
    assertThat(ratio.isKnown()).as("one JVM").isFalse();
    assertThat(FirstTurns.ofLater(cells.subList(2, 4))).as("too few cells").isEmpty();
  }

  @Test
  void trialsAtAStretchHaveNone() {
    assertThat(FirstTurns.ofLater(List.of(Samples.cell("a", "1", 100)))).isEmpty();
  }
}
