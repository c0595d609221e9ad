package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SustainedLoadTest {
  /** What a document costs a server more over minutes, in µs of all its time. */
  private static final double EXTRA = 5;

  private static final double EXTRA_PER_BYTE = 0.004;

  private static final Work SMALL = SyntheticCells.document(16, 613, 8);
  private static final Work LARGE = SyntheticCells.document(16, 4_250, 8);

  private static double extra(Work work) {
    return EXTRA + EXTRA_PER_BYTE * work.bytes();
  }

  private static double serverCpu(Observation cell) {
    return Objects.requireNonNull(cell.of(Quantity.SERVER_CPU));
  }

  /** The synthetic machine with minutes on it: as much more CPU as time. */
  private static Observation busy(Work work) {
    Observation seconds = SyntheticCells.cell("busy", work, 1);
    double rate = 1e6 / (1e6 / seconds.documentsPerSecond() + extra(work));
    return changed(seconds, rate, serverCpu(seconds) + extra(work));
  }

  /** At some share of what minutes leave, a document costs so many times as much. */
  private static Observation pausing(Work work, double load, double times) {
    Observation saturated = busy(work.withInFlight(32));
    return changed(saturated, saturated.documentsPerSecond() * load, serverCpu(saturated) * times);
  }

  private static Observation changed(Observation from, double rate, double serverCpu) {
    Map<Quantity, Double> costs = new EnumMap<>(from.perDocument());
    costs.put(Quantity.SERVER_CPU, serverCpu);
    SpeedTrace trace = new SpeedTrace(0.25, Collections.nCopies(80, 1.0));
    return new Observation(from.cell(), from.work(), rate, costs, from.quantiles(), List.of(trace));
  }

  private static MeasuredCells measured(SustainedCell... sustained) {
    MeasuredHost host =
        new MeasuredHost(
            "MongoDB 6", "rs1", 2, 24L << 30, 12L << 30, true, 2, 2.5, true, 10_000L, 16e3, 5, 90);
    return new MeasuredCells(
        SyntheticCells.star(0, 1), List.of(sustained), Map.of(), host, List.of(Path.of("x")));
  }

  private static CapacityModel model(SustainedCell... sustained) throws Exception {
    return CapacityModel.fit(measured(sustained), "sync");
  }

  private static SustainedCell[] both() {
    return new SustainedCell[] {
      new SustainedCell(busy(SMALL), false, 50), new SustainedCell(busy(LARGE), false, 90)
    };
  }

  @Test
  void findsWhatADocumentCostsMoreByItsBytes() throws Exception {
    CapacityModel model = model(both());
    for (double bytes : new double[] {613, 2_000, 4_250}) {
      Work most = model.saturation(SyntheticCells.document(16, bytes, 8));
      double seconds = model.mean(Quantity.LANE_MICROS, most) / most.inFlight();
      assertThat(model.sustained().documentMicros(most, model) - seconds)
          .as("%s bytes", bytes)
          .isCloseTo(extra(most), within(extra(most) * 0.02));
    }
  }

  @Test
  void aDesignIsHeldAgainstWhatMinutesLeave() throws Exception {
    Design design = DesignReader.parse("p.yaml", DesignReaderTest.PLAN);
    LoadedServer seconds = new LoadedServer(model(), design);
    LoadedServer minutes = new LoadedServer(model(both()), design);
    Work role = SyntheticCells.role(true, 50, 32);
    double time = 1e6 / SyntheticCells.documentsPerSecond(role);
    assertThat(minutes.meanUtilisation() / seconds.meanUtilisation())
        .isCloseTo(1 + extra(role) / time, within(0.01));
    assertThat(minutes.utilisation().mean()).isCloseTo(minutes.meanUtilisation(), within(1e-9));
    assertThat(minutes.saturated().mean()).isLessThan(seconds.saturated().mean());
    assertThat(minutes.p99Millis(1).mean()).isGreaterThan(seconds.p99Millis(1).mean());
  }

  @Test
  void cpuFollowsTheMeasuredLoads() throws Exception {
    List<SustainedCell> cells = new ArrayList<>(List.of(both()));
    cells.add(new SustainedCell(pausing(SMALL, 0.2, 1.5), true, 20));
    cells.add(new SustainedCell(pausing(SMALL, 0.6, 1.2), true, 40));
    SustainedLoad load = model(cells.toArray(SustainedCell[]::new)).sustained();
    assertThat(load.atLoad(Quantity.SERVER_CPU, 0.05)).as("held").isCloseTo(1.5, within(0.01));
    assertThat(load.atLoad(Quantity.SERVER_CPU, 0.2)).isCloseTo(1.5, within(0.01));
    assertThat(load.atLoad(Quantity.SERVER_CPU, 0.4)).isCloseTo(1.35, within(0.01));
    assertThat(load.atLoad(Quantity.SERVER_CPU, 0.8)).isCloseTo(1.1, within(0.01));
    assertThat(load.atLoad(Quantity.SERVER_CPU, 1)).isCloseTo(1, within(0.01));
  }

  @Test
  void theSlowestHundredthIsThatOfTheMeasuredLoads() throws Exception {
    List<SustainedCell> cells = new ArrayList<>(List.of(both()));
    cells.add(new SustainedCell(pausing(SMALL, 0.2, 1), true, 20));
    cells.add(new SustainedCell(pausing(SMALL, 0.6, 1), true, 70));
    CapacityModel model = model(cells.toArray(SustainedCell[]::new));
    MixedCalls calls = new MixedCalls(model, List.of(new MixedCalls.Kind(1, SMALL)));
    assertThat(calls.queue(1, 0.2, 1).percentile(0.99)).isCloseTo(20, within(0.5));
    assertThat(calls.queue(1, 0.6, 1).percentile(0.99)).isCloseTo(70, within(0.5));
    assertThat(calls.queue(1, 0.8, 1).percentile(0.99))
        .as("rises on as the model has it")
        .isGreaterThan(75);
  }

  @Test
  void withoutMinutesThePlanSaysSo() throws Exception {
    Design design = DesignReader.parse("p.yaml", DesignReaderTest.PLAN);
    assertThat(CapacityPlan.of(design, measured(), "sync").notes())
        .anyMatch(note -> note.startsWith("Measured for seconds only"));
    assertThat(CapacityPlan.of(design, measured(both()), "sync").notes())
        .noneMatch(note -> note.startsWith("Measured for seconds only"))
        .anyMatch(note -> note.startsWith("Over minutes a document takes"));
  }

  @Test
  void minutesThatCostNothingMoreChangeNothing() throws Exception {
    SustainedCell same = new SustainedCell(SyntheticCells.cell("same", SMALL, 1.03), false, 50);
    Design design = DesignReader.parse("p.yaml", DesignReaderTest.PLAN);
    assertThat(new LoadedServer(model(same), design).meanUtilisation())
        .as("a little faster by chance is no gain")
        .isCloseTo(new LoadedServer(model(), design).meanUtilisation(), within(1e-9));
  }
}
