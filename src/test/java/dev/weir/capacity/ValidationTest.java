package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ValidationTest {
  @Test
  void predictsCellsOfAKnownLaw() throws Exception {
    Validation validation = Validation.of(SyntheticCells.star(0.03, 4), "sync");
    assertThat(validation.meanAbsoluteError()).isLessThan(0.06);
    assertThat(validation.coverage()).isGreaterThan(0.7);
    assertThat(validation.rows())
        .extracting(Validation.Row::leftOut)
        .contains("batch 10", "batch 200", "in flight 4", "in flight 16", "fields 32");
  }

  @Test
  void leavesOutWholeLevels() throws Exception {
    Validation validation = Validation.of(SyntheticCells.star(0, 1), "sync");
    // Batch 10 was measured at 1 and at 8 in flight: the model sees neither.
    assertThat(validation.rows().stream().filter(r -> r.leftOut().equals("batch 10"))).hasSize(2);
  }

  @Test
  void saysWhichLevelsCannotBeLeftOut() throws Exception {
    Validation validation = Validation.of(SyntheticCells.star(0, 1), "sync");
    assertThat(validation.skipped())
        .containsEntry("batch 1000", "at the edge of what was measured")
        .containsKey("in flight 8");
  }

  @Test
  void showsAWrongModelAsWrong() throws Exception {
    // One level whose calls cost three times as much as any law of the others says.
    List<Observation> cells =
        SyntheticCells.star(0, 1).stream()
            .map(
                c -> c.work().batch() == 200 ? SyntheticCells.cell(c.cell(), c.work(), 1 / 3.0) : c)
            .toList();
    Validation.Row row =
        Validation.of(cells, "sync").rows().stream()
            .filter(r -> r.leftOut().equals("batch 200"))
            .findFirst()
            .orElseThrow();
    assertThat(row.error()).isGreaterThan(1);
    assertThat(row.inside()).isFalse();
  }

  @Test
  void refusesWhatNoPlanIsMadeFrom() {
    assertThatThrownBy(() -> Validation.of(SyntheticCells.star(0, 1).subList(0, 5), "sync"))
        .isInstanceOf(CapacityException.class)
        .hasMessageContaining("too few cells");
  }
}
