package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.record.Interval;
import dev.weir.study.Durability;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CostModelTest {
  private static CostModel model(List<Observation> cells) throws CapacityException {
    return CostModel.of(cells, "sync");
  }

  private static double rate(CostModel model, Work work) throws CapacityException {
    return 1e6 / model.predict(Quantity.TIME, work).mean();
  }

  @Test
  void recoversTheLawFromExactCells() throws Exception {
    CostModel model = model(SyntheticCells.star(0, 1));
    for (Work unseen :
        List.of(
            SyntheticCells.role(true, 100),
            SyntheticCells.role(true, 25),
            SyntheticCells.document(48, 2_000))) {
      double truth = SyntheticCells.documentsPerSecond(unseen, 8);
      assertThat(rate(model, unseen)).isCloseTo(truth, within(truth * 0.01));
      double server = SyntheticCells.demand(unseen) * SyntheticCells.SERVER_SHARE;
      assertThat(model.predict(Quantity.SERVER_CPU, unseen).mean())
          .isCloseTo(server, within(server * 0.01));
    }
  }

  @Test
  void findsTheCostOfAField() throws Exception {
    CostModel model = model(SyntheticCells.star(0, 1));
    double field =
        model.predict(Quantity.SERVER_CPU, SyntheticCells.document(17, 1_200)).mean()
            - model.predict(Quantity.SERVER_CPU, SyntheticCells.document(16, 1_200)).mean();
    double expected = SyntheticCells.PER_FIELD * SyntheticCells.SERVER_SHARE;
    assertThat(field).isCloseTo(expected, within(expected * 0.02));
  }

  @Test
  void cellsThatLeftTheServerIdleAreNoCosts() throws Exception {
    // One call in flight uses one of two cores: it would say twice the time.
    assertThat(model(SyntheticCells.star(0, 1)).nearlyFull()).isEqualTo(2);
  }

  @Test
  void intervalsHoldAboutNineOfTenNewCells() throws Exception {
    int inside = 0;
    int all = 0;
    for (long seed = 1; seed <= 20; seed++) {
      CostModel model = model(SyntheticCells.star(0.05, seed));
      for (Observation cell : SyntheticCells.star(0.05, 1_000 + seed)) {
        if (cell.inFlight() > 1) {
          Interval time = model.predict(Quantity.TIME, cell.work());
          inside += time.contains(1e6 / cell.documentsPerSecond()) ? 1 : 0;
          all++;
        }
      }
    }
    assertThat((double) inside / all).isBetween(0.84, 0.99);
  }

  @Test
  void refusesToExtrapolateAndNamesTheCellToMeasure() throws Exception {
    CostModel model = model(SyntheticCells.star(0, 1));
    assertThatThrownBy(() -> model.predict(Quantity.TIME, SyntheticCells.role(true, 2_000)))
        .isInstanceOf(CapacityException.class)
        .hasMessageContaining("batch size 2000 is outside of what was measured, 5 to 200")
        .hasMessageContaining("operation: bulkUnordered, batch: 2000, inFlight: 8");
    assertThatThrownBy(() -> model.predict(Quantity.TIME, SyntheticCells.document(500, 3_000)))
        .hasMessageContaining("number of fields 500");
    Work majority = new Work(true, 50, 16, 613, false, Durability.MAJORITY);
    assertThatThrownBy(() -> model.predict(Quantity.TIME, majority))
        .hasMessageContaining("write concern majority");
    Work replace = new Work(true, 50, 16, 613, true, Durability.W1);
    assertThatThrownBy(() -> model.predict(Quantity.TIME, replace)).hasMessageContaining("replace");
  }

  @Test
  void refusesTooFewCells() {
    List<Observation> star = SyntheticCells.star(0, 1);
    assertThatThrownBy(() -> model(star.subList(0, 8)))
        .hasMessageContaining("at least 12, 8 can be used");
    List<Observation> idle = star.stream().filter(c -> c.work().batch() > 10).toList();
    assertThatThrownBy(() -> model(idle.subList(0, 12)))
        .hasMessageContaining("from which on the server is full");
  }

  @Test
  void tellsTheWaitForAMajorityFromWork() throws Exception {
    List<Observation> cells = new ArrayList<>(SyntheticCells.star(0, 1));
    for (int batch : new int[] {10, 50}) {
      Work work = new Work(true, batch, 16, 613, false, Durability.MAJORITY);
      double micros = 1e6 / SyntheticCells.documentsPerSecond(work, 8) + 250.0 / batch;
      Observation plain = SyntheticCells.cell("majority" + batch, work, 8, 1);
      cells.add(new Observation(plain.cell(), work, 8, 1e6 / micros, plain.perDocument()));
    }
    Work unseen = new Work(true, 20, 16, 613, false, Durability.MAJORITY);
    double truth = 1e6 / SyntheticCells.documentsPerSecond(unseen, 8) + 250.0 / 20;
    assertThat(model(cells).predict(Quantity.TIME, unseen).mean())
        .isCloseTo(truth, within(truth * 0.02));
  }

  @Test
  void predictsCellsOfAKnownLawThatItNeverSaw() throws Exception {
    List<CostModel.Unseen> rows = model(SyntheticCells.star(0.03, 4)).unseen();
    assertThat(rows.stream().mapToDouble(row -> Math.abs(row.error())).average().orElseThrow())
        .isLessThan(0.06);
    assertThat(rows.stream().filter(CostModel.Unseen::inside).count())
        .isGreaterThan((long) (0.7 * rows.size()));
    assertThat(rows)
        .extracting(CostModel.Unseen::leftOut)
        .contains("batch 10", "fields 32")
        .as("at the edge of what was measured")
        .doesNotContain("batch 5", "batch 200", "fields 128");
  }

  @Test
  void showsAWrongModelAsWrong() throws Exception {
    // One level whose calls cost three times as much as any law of the others says.
    List<Observation> cells =
        SyntheticCells.star(0, 1).stream()
            .map(
                c ->
                    c.work().batch() == 10
                        ? SyntheticCells.cell(c.cell(), c.work(), c.inFlight(), 1 / 3.0)
                        : c)
            .toList();
    CostModel.Unseen row =
        model(cells).unseen().stream()
            .filter(r -> r.leftOut().equals("batch 10"))
            .findFirst()
            .orElseThrow();
    assertThat(row.error()).isGreaterThan(1);
    assertThat(row.inside()).isFalse();
  }
}
