package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CapacityPlanTest {
  private static final double DEMAND = SyntheticCells.demand(SyntheticCells.role(true, 50, 1));

  private static MeasuredCells measured() {
    return measured(SyntheticCells.star(0, 1));
  }

  private static MeasuredCells measured(List<Observation> cells) {
    return measured(cells, 5);
  }

  private static MeasuredCells measured(List<Observation> cells, @Nullable Integer history) {
    MeasuredHost host =
        new MeasuredHost(
            "MongoDB 6",
            "rs1",
            2,
            24L << 30,
            12L << 30,
            true,
            2,
            2.5,
            true,
            10_000L,
            16e3,
            history,
            90);
    return new MeasuredCells(
        cells, List.of(), Map.of(), host, List.of(Path.of("results/x-capacity")));
  }

  /** The same cells, each of which stood still for half a second in twenty. */
  private static MeasuredCells stalling() {
    List<Double> speeds = new ArrayList<>(Collections.nCopies(78, 1.025));
    speeds.addAll(40, List.of(0.0, 0.0));
    SpeedTrace trace = new SpeedTrace(0.25, speeds);
    return measured(
        SyntheticCells.star(0, 1).stream()
            .map(
                c ->
                    new Observation(
                        c.cell(),
                        c.work(),
                        c.documentsPerSecond(),
                        c.perDocument(),
                        c.quantiles(),
                        List.of(trace)))
            .toList());
  }

  /** The plan with texts replaced, in pairs. */
  private static Design design(String... changes) throws Exception {
    String text = DesignReaderTest.PLAN;
    for (int i = 0; i < changes.length; i += 2) {
      text = text.replace(changes[i], changes[i + 1]);
    }
    return DesignReader.parse("p.yaml", text);
  }

  private static CapacityPlan plan(Design design) throws Exception {
    return CapacityPlan.of(design, measured(), "sync");
  }

  private static Figure figure(CapacityPlan plan, String name) {
    return plan.figures().stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void loadFollowsTheCoalescingFormula() throws Exception {
    CapacityPlan plan = plan(design());
    double documents = 20_000 * (1 - Math.exp(-10)) / 30;
    assertThat(figure(plan, "documents after coalescing").value())
        .isCloseTo(documents, within(1e-6));
    assertThat(figure(plan, "batches").value()).isCloseTo(documents / 50, within(1e-6));
    assertThat(figure(plan, "updates in memory").value()).isCloseTo(20_000 / 3.0, within(1e-6));
  }

  @Test
  void saysWhenMoreDocumentsArePlannedThanWereMeasured() throws Exception {
    assertThat(plan(design()).notes()).anyMatch(note -> note.startsWith("Measured on 10,000"));
  }

  @Test
  void batchesComeMoreRegularlyThanByChance() throws Exception {
    assertThat(regularity(design())).as("one stream").isCloseTo(50, within(0.1));
    assertThat(regularity(design("batch: 50", "batch: 1"))).as("singles").isEqualTo(1);
    assertThat(regularity(design("policy: staggered", "policy: timer"))).as("bursts").isEqualTo(1);
    Design one = design();
    List<Design.DocumentType> two = List.of(one.documents().get(0), one.documents().get(0));
    assertThat(regularity(one.withDocuments(two))).as("c² = 1/3").isCloseTo(3, within(1e-9));
  }

  private static double regularity(Design design) throws Exception {
    return new LoadedServer(CapacityModel.fit(measured(), "sync"), design).regularity();
  }

  @Test
  void saysForWhichHistoryItHolds() throws Exception {
    assertThat(plan(design()).notes())
        .anyMatch(note -> note.startsWith("Members kept 5 s of history while it was measured"));
    assertThat(notes(300))
        .anyMatch(note -> note.contains("keep 300 s of history") && note.contains("than 90 s"));
    assertThat(notes(null)).anyMatch(note -> note.contains("keep an unknown time"));
  }

  private static List<String> notes(@Nullable Integer history) throws Exception {
    return CapacityPlan.of(design(), measured(SyntheticCells.star(0, 1), history), "sync").notes();
  }

  private static Prediction predicted(double share, MeasuredCells cells) throws Exception {
    return Prediction.at(share, design(), cells, "sync", HostSpeed.AS_MEASURED);
  }

  @Test
  void aSlowerHostCarriesFewerPlayersAtTheSameShare() throws Exception {
    Prediction then = predicted(0.5, measured());
    HostSpeed slower = new HostSpeed(0.8, 1.1);
    Prediction now = Prediction.at(0.5, design(), measured(), "sync", slower);
    assertThat(now.utilisation()).isCloseTo(0.5, within(0.001));
    assertThat(now.documentsPerSecond())
        .isCloseTo(0.8 * then.documentsPerSecond(), within(then.documentsPerSecond() * 0.001));
    assertThat(now.serverCores()).isCloseTo(0.8 * 1.1 * then.serverCores(), within(0.001));
    assertThat(now.p99Millis()).isCloseTo(then.p99Millis() / 0.8, within(0.05));
    assertThat(now.writesPerUpdate()).isCloseTo(then.writesPerUpdate(), within(1e-6));
    // And the same players there as when it was measured: busier by as much.
    Prediction same = then.on(slower, measured(), "sync");
    assertThat(same.utilisation()).isCloseTo(0.5 / 0.8, within(0.001));
    assertThat(same.serverCores()).isCloseTo(1.1 * then.serverCores(), within(0.03));
  }

  @Test
  void theSlowestHundredthSlowsDownAsTheServerFills() throws Exception {
    double before = 0;
    for (double share : new double[] {0.1, 0.3, 0.5, 0.7, 0.9}) {
      double p99 = predicted(share, measured()).p99Millis();
      assertThat(p99).as("p99 at %s", share).isGreaterThan(before);
      before = p99;
    }
  }

  @Test
  void stallsOfTheServerAreWaitedForByWhoComesMeanwhile() throws Exception {
    for (double share : new double[] {0.2, 0.7}) {
      double calm = predicted(share, measured()).p99Millis();
      double stalled = predicted(share, stalling()).p99Millis();
      // Half a second piles up ρ/2 s, gone after as much ÷ (1 − ρ): over 3 and 8 % of the time.
      double longest = 500 * share;
      assertThat(stalled - calm).as("at %s", share).isBetween(longest * 0.3, longest * 1.05);
    }
  }

  @Test
  void utilisationIsRateOverSaturation() throws Exception {
    CapacityPlan plan = plan(design());
    // At many in flight the synthetic machine takes half its demand per document.
    double saturated = 1e6 / (DEMAND * SyntheticCells.QUEUEING);
    double at32 = SyntheticCells.documentsPerSecond(SyntheticCells.role(true, 50, 32));
    assertThat(at32).isCloseTo(saturated, within(saturated * 0.01));
    double documents = figure(plan, "documents after coalescing").value();
    assertThat(figure(plan, "utilisation").value()).isCloseTo(100 * documents / at32, within(0.1));
    assertThat(plan.sets()).isEqualTo(1);
  }

  @Test
  void serverCpuIsRateTimesDemand() throws Exception {
    CapacityPlan plan = plan(design());
    double documents = figure(plan, "documents after coalescing").value();
    double cores = documents * DEMAND * SyntheticCells.SERVER_SHARE / 1e6;
    Figure cpu =
        plan.figures().stream()
            .filter(f -> f.name().equals("CPUs busy") && f.group().startsWith("Server"))
            .findFirst()
            .orElseThrow();
    assertThat(cpu.value()).isCloseTo(cores, within(cores * 0.02));
  }

  @Test
  void takesTheFewestSetsThatKeepTheHeadroom() throws Exception {
    Design design = design("20_000", "2_000_000");
    CapacityPlan plan = plan(design);
    CapacityModel model = CapacityModel.fit(measured().cells(), "sync");
    Constraints limits = new Constraints(model, measured().host());
    assertThat(plan.sets()).isGreaterThan(1);
    assertThat(limits.binding(design.perSet(plan.sets())).used()).isLessThanOrEqualTo(0.6);
    assertThat(limits.binding(design.perSet(plan.sets() - 1)).used()).isGreaterThan(0.6);
    assertThat(figure(plan, "server hosts").value()).isEqualTo(plan.sets() * 3.0);
    // Two million documents of 6 kB, each dirty every 30 s: not the CPU but the cache fills up.
    assertThat(plan.constraints().get(0).name()).contains("cache");
  }

  @Test
  void everyoneAtOnceWaitsForTheBurst() throws Exception {
    CapacityPlan staggered = plan(design());
    CapacityPlan timer = plan(design("staggered", "timer"));
    double burst = figure(timer, "documents of one flush, per replica set").value();
    double p99 = figure(timer, "p99 from due to acknowledged, calm").value();
    double saturated = figure(timer, "documents at saturation").value();
    assertThat(p99).isCloseTo(990 * burst / saturated, within(p99 * 0.05));
    assertThat(figure(staggered, "p99 from due to acknowledged, calm").value())
        .isLessThan(p99 / 20);
    assertThat(timer.unmet()).anyMatch(line -> line.startsWith("p99"));
    assertThat(timer.verdict()).contains("not met");
  }

  @Test
  void longerPeriodsTradeLoadForLoss() throws Exception {
    List<TradeOff> rows = plan(design()).tradeOff();
    for (int i = 1; i < rows.size(); i++) {
      assertThat(rows.get(i).documentsPerSecond()).isLessThan(rows.get(i - 1).documentsPerSecond());
      assertThat(rows.get(i).meanSecondsLost()).isGreaterThan(rows.get(i - 1).meanSecondsLost());
    }
  }

  @Test
  void playersMatterInProportionAndThePeriodAgainst() throws Exception {
    List<Sensitivity> all = plan(design()).sensitivity();
    assertThat(all)
        .filteredOn(s -> s.input().equals("players"))
        .singleElement()
        .satisfies(s -> assertThat(s.elasticity()).isCloseTo(1, within(0.01)));
    // λT = 10: every document is dirty, so more updates cost nothing, a longer period saves.
    assertThat(all)
        .filteredOn(s -> s.input().equals("updates per minute"))
        .singleElement()
        .satisfies(s -> assertThat(s.elasticity()).isCloseTo(0, within(0.01)));
    assertThat(all)
        .filteredOn(s -> s.input().equals("flush period"))
        .singleElement()
        .satisfies(s -> assertThat(s.elasticity()).isLessThan(-0.9));
  }

  @Test
  void refusesADesignOutsideOfWhatWasMeasured() {
    assertThatThrownBy(() -> plan(design("batch: 50", "batch: 5000", "period: 30s", "period: 1s")))
        .isInstanceOf(CapacityException.class)
        .hasMessageContaining("batch size 5000")
        .hasMessageContaining("measure next the cell {driver: sync");
    assertThatThrownBy(() -> plan(design("fields: 16", "fields: 500")))
        .hasMessageContaining("number of fields 500");
  }

  @Test
  void everyFigureSaysWhereItComesFrom() throws Exception {
    CapacityPlan plan = plan(design());
    assertThat(plan.figures())
        .allSatisfy(
            f -> {
              assertThat(f.how()).isNotBlank();
              assertThat(f.value()).isFinite();
              if (f.low() != null) {
                assertThat(f.low()).isLessThanOrEqualTo(f.value());
                assertThat(f.high()).isGreaterThanOrEqualTo(f.value());
              }
            });
    assertThat(plan.figures()).extracting(Figure::basis).contains(Figure.Basis.values());
  }

  @Test
  void aShortOplogIsUnmet() throws Exception {
    Design design =
        DesignReader.parse("p.yaml", DesignReaderTest.PLAN + "host: {oplog: 1GB}\nmembers: 2\n");
    assertThat(plan(design).unmet())
        .anyMatch(line -> line.startsWith("oplog window"))
        .anyMatch(line -> line.contains("2 members keep no majority"));
  }
}
