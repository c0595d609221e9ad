package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CapacityPlanTest {
  private static final double DEMAND = SyntheticCells.demand(SyntheticCells.role(true, 50, 1));

  private static MeasuredCells measured() {
    return measured(SyntheticCells.star(0, 1));
  }

  private static MeasuredCells measured(List<Observation> cells) {
    MeasuredHost host =
        new MeasuredHost("MongoDB 6", "rs1", 2, 24L << 30, 12L << 30, true, 2, 10_000L, 16e3);
    return new MeasuredCells(cells, Map.of(), host, List.of(Path.of("results/x-capacity")));
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
  void saysHowFarEstimatesWereOff() throws Exception {
    assertThat(plan(design()).notes().get(0)).contains("known bias", "2.4 to 4.1 times");
  }

  /**
   * 20,000 of 150,000 accounts of 6 kB: 13 % of documents, five on a page, so half of the pages.
   */
  @Test
  void playersWhoFlushInARhythmDirtyHalfOfThePagesOfAnEighthOfTheAccounts() throws Exception {
    Design design = design("players: 20_000", "players: 20_000\naccounts: 150_000");
    StorageLoad storage = new StorageLoad(design, FlushLoad.of(design));
    double pages = 150_000 / (StorageLoad.PAGE_BYTES / design.documents().get(0).storedBytes());
    double oplog = storage.oplogBytesPerSecond() * StorageLoad.CHECKPOINT_SECONDS;
    assertThat((storage.dirtyBytes() - oplog) / StorageLoad.PAGE_BYTES / pages)
        .isCloseTo(0.54, within(0.01));
    Design seldom = design.withFlush(design.flush().every(600));
    StorageLoad less = new StorageLoad(seldom, FlushLoad.of(seldom));
    assertThat(less.dirtyBytes())
        .as("a tenth is flushed between two checkpoints")
        .isLessThan(storage.dirtyBytes() / 6);
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
  void everyoneAtOnceIsABurst() throws Exception {
    CapacityPlan timer = plan(design("staggered", "timer"));
    assertThat(figure(timer, "documents of one flush, per replica set").value())
        .isCloseTo(20_000, within(20.0));
    assertThat(timer.figures()).noneMatch(figure -> figure.name().startsWith("p99"));
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
