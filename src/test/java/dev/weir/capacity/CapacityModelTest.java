package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.record.Interval;
import dev.weir.study.Durability;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapacityModelTest {
  @Test
  void recoversTheLawFromExactCells() throws Exception {
    CapacityModel model = CapacityModel.fit(SyntheticCells.star(0, 1), "sync");
    for (Work unseen :
        List.of(
            SyntheticCells.role(true, 100, 4),
            SyntheticCells.role(true, 25, 12),
            SyntheticCells.document(48, 2_000, 2))) {
      double truth = SyntheticCells.documentsPerSecond(unseen);
      assertThat(model.documentsPerSecond(unseen).mean()).isCloseTo(truth, within(truth * 0.01));
      double server = SyntheticCells.demand(unseen) * SyntheticCells.SERVER_SHARE;
      assertThat(model.predict(Quantity.SERVER_CPU, unseen).mean())
          .isCloseTo(server, within(server * 0.01));
    }
  }

  @Test
  void findsTheCostOfACallAndOfAField() throws Exception {
    CapacityModel model = CapacityModel.fit(SyntheticCells.star(0, 1), "sync");
    Work base = SyntheticCells.document(16, 1_200, 1);
    double field =
        model.predict(Quantity.SERVER_CPU, SyntheticCells.document(17, 1_200, 1)).mean()
            - model.predict(Quantity.SERVER_CPU, base).mean();
    double expected = SyntheticCells.PER_FIELD * SyntheticCells.SERVER_SHARE;
    assertThat(field).isCloseTo(expected, within(expected * 0.02));
  }

  @Test
  void intervalsHoldAboutNineOfTenNewCells() throws Exception {
    int inside = 0;
    int all = 0;
    for (long seed = 1; seed <= 20; seed++) {
      CapacityModel model =
          CapacityModel.fitted(
              SyntheticCells.star(0.05, seed), "sync", List.of(Quantity.LANE_MICROS));
      List<Observation> fresh = SyntheticCells.star(0.05, 1_000 + seed);
      for (Observation cell : fresh) {
        Interval interval = model.documentsPerSecond(cell.work());
        inside += interval.contains(cell.documentsPerSecond()) ? 1 : 0;
        all++;
      }
    }
    assertThat((double) inside / all).isBetween(0.84, 0.99);
  }

  @Test
  void refusesToExtrapolateAndNamesTheCellToMeasure() throws Exception {
    CapacityModel model = CapacityModel.fit(SyntheticCells.star(0, 1), "sync");
    assertThatThrownBy(() -> model.documentsPerSecond(SyntheticCells.role(true, 2_000, 8)))
        .isInstanceOf(CapacityException.class)
        .hasMessageContaining("batch size 2000 is outside of what was measured, 5 to 1000")
        .hasMessageContaining("operation: bulkUnordered, batch: 2000, inFlight: 8");
    assertThatThrownBy(() -> model.documentsPerSecond(SyntheticCells.role(true, 50, 64)))
        .hasMessageContaining("calls in flight 64");
    assertThatThrownBy(() -> model.documentsPerSecond(SyntheticCells.document(500, 3_000, 8)))
        .hasMessageContaining("number of fields 500");
    Work majority = new Work(true, 50, 8, 16, 613, false, Durability.MAJORITY);
    assertThatThrownBy(() -> model.documentsPerSecond(majority))
        .hasMessageContaining("write concern majority");
    Work replace = new Work(true, 50, 8, 16, 613, true, Durability.W1);
    assertThatThrownBy(() -> model.documentsPerSecond(replace)).hasMessageContaining("replace");
  }

  @Test
  void refusesTooFewCellsAndASeriesWithoutSixLevels() {
    List<Observation> star = SyntheticCells.star(0, 1);
    assertThatThrownBy(() -> CapacityModel.fit(star.subList(0, 8), "sync"))
        .hasMessageContaining("at least 12, 8 can be used");
    assertThatThrownBy(() -> CapacityModel.fit(star.subList(1, star.size()), "sync"))
        .hasMessageContaining("at least 6 levels");
  }

  @Test
  void tellsTheWaitForAMajorityFromWork() throws Exception {
    List<Observation> cells = new ArrayList<>(SyntheticCells.star(0, 1));
    for (double n : new double[] {1, 8}) {
      Work work = new Work(true, 50, n, 16, 613, false, Durability.MAJORITY);
      double rate = n / (SyntheticCells.laneMicros(work) + 2_000 / 50.0) * 1e6;
      Observation plain = SyntheticCells.cell("majority" + n, work, 1);
      cells.add(new Observation(plain.cell(), work, rate, plain.perDocument()));
    }
    CapacityModel model = CapacityModel.fit(cells, "sync");
    Work unseen = new Work(true, 20, 4, 16, 613, false, Durability.MAJORITY);
    double truth = 4 / (SyntheticCells.laneMicros(unseen) + 2_000 / 20.0) * 1e6;
    assertThat(model.documentsPerSecond(unseen).mean()).isCloseTo(truth, within(truth * 0.02));
  }

  @Test
  void saturatesWhereThroughputIsLargest() throws Exception {
    CapacityModel model = CapacityModel.fit(SyntheticCells.star(0, 1), "sync");
    Work work = SyntheticCells.role(true, 50, 1);
    Work most = model.saturation(work);
    assertThat(model.documentsPerSecond(most).mean())
        .isGreaterThanOrEqualTo(model.documentsPerSecond(work.withInFlight(8)).mean());
  }
}
