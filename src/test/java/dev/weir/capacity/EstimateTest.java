package dev.weir.capacity;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EstimateTest {
  private static final double DEMAND = SyntheticCells.demand(SyntheticCells.role(true, 50));

  private static MeasuredCells measured() {
    return measured(SyntheticCells.star(0, 1));
  }

  private static MeasuredCells measured(List<Observation> cells) {
    MeasuredHost host = new MeasuredHost("MongoDB 6", "rs1", 2, 12L << 30, true, 2, 10_000L, 16e3);
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

  private static PlanAnswer plan(Design design) throws Exception {
    return Estimate.of(design, measured(), "sync");
  }

  private static Figure figure(PlanAnswer plan, String name) {
    return plan.figures().stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void loadFollowsTheCoalescingFormula() throws Exception {
    PlanAnswer plan = plan(design());
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
    StorageLoad storage = new StorageLoad(design);
    double pages = 150_000 / (StorageLoad.PAGE_BYTES / design.documents().get(0).storedBytes());
    double oplog = storage.oplogBytesPerSecond() * StorageLoad.CHECKPOINT_SECONDS;
    assertThat((storage.dirtyBytes() - oplog) / StorageLoad.PAGE_BYTES / pages)
        .isCloseTo(0.54, within(0.01));
    Design seldom = design.withFlush(design.flush().every(600));
    StorageLoad less = new StorageLoad(seldom);
    assertThat(less.dirtyBytes())
        .as("a tenth is flushed between two checkpoints")
        .isLessThan(storage.dirtyBytes() / 6);
  }

  @Test
  void utilisationIsRateOverSaturation() throws Exception {
    PlanAnswer plan = plan(design());
    // At many in flight the synthetic machine takes half its demand per document.
    double saturated = 1e6 / (DEMAND * SyntheticCells.QUEUEING);
    double at32 = SyntheticCells.documentsPerSecond(SyntheticCells.role(true, 50), 32);
    assertThat(at32).isCloseTo(saturated, within(saturated * 0.01));
    double documents = figure(plan, "documents after coalescing").value();
    assertThat(figure(plan, "utilisation").value()).isCloseTo(100 * documents / at32, within(0.1));
    assertThat(plan.sentences().get(0))
        .startsWith("By this estimate, 20,000 players need 1 replica set like");
    assertThat(plan.players().holds()).isTrue();
  }

  @Test
  void anOplogTooSmallIsASizeToSet() throws Exception {
    PlanAnswer plan =
        plan(design("flush:", "host: {oplog: 1GB}\ntarget: {oplogWindow: 2400h}\nflush:"));
    assertThat(plan.sentences())
        .anyMatch(sentence -> sentence.startsWith("A target does not hold: the oplog reaches back"))
        .anyMatch(sentence -> sentence.startsWith("Give each member an oplog of "));
  }

  @Test
  void serverCpuIsRateTimesDemand() throws Exception {
    PlanAnswer plan = plan(design());
    double documents = figure(plan, "documents after coalescing").value();
    double cores = documents * DEMAND * SyntheticCells.SERVER_SHARE / 1e6;
    assertThat(figure(plan, "server CPU").value()).isCloseTo(cores, within(cores * 0.02));
  }

  @Test
  void takesTheFewestSetsThatKeepTheHeadroom() throws Exception {
    Design design =
        design("20_000", "2_000_000", "flush:", "price: {perHostMonth: 90, currency: EUR}\nflush:");
    PlanAnswer plan = plan(design);
    CostModel model = CostModel.of(measured().cells(), "sync");
    Estimate estimate = new Estimate(model, measured().host());
    int sets = estimate.sets(design);
    assertThat(sets).isGreaterThan(1);
    assertThat(estimate.limits(design.perSet(sets)).get(0).planned()).isLessThanOrEqualTo(0.6);
    assertThat(estimate.limits(design.perSet(sets - 1)).get(0).planned()).isGreaterThan(0.6);
    assertThat(plan.cost()).contains(sets + " replica sets of 3 hosts");
    assertThat(plan.players().holds()).as("on one set").isFalse();
    // Two million documents of 6 kB, each dirty every 30 s: not the CPU but the cache fills up.
    assertThat(plan.limits().get(0).name()).contains("cache");
  }

  @Test
  void everyoneAtOnceIsABurst() throws Exception {
    PlanAnswer timer = plan(design("staggered", "timer"));
    assertThat(figure(timer, "documents of one flush").value()).isCloseTo(20_000, within(20.0));
    assertThat(timer.figures()).noneMatch(figure -> figure.name().startsWith("p99"));
  }

  @Test
  void longerPeriodsTradeLoadForLoss() throws Exception {
    List<WhatIf> rows =
        plan(design()).whatIf().stream().filter(r -> r.change().startsWith("flush every")).toList();
    assertThat(rows).hasSize(6);
    for (int i = 1; i < rows.size(); i++) {
      assertThat(rows.get(i).documentsPerSecond()).isLessThan(rows.get(i - 1).documentsPerSecond());
      assertThat(rows.get(i).lost()).isGreaterThan(rows.get(i - 1).lost());
      assertThat(rows.get(i).atRisk()).isGreaterThan(rows.get(i - 1).atRisk());
    }
  }

  @Test
  void playersCostInProportionAndAnyChangeIsModelled() throws Exception {
    List<WhatIf> rows = plan(design()).whatIf();
    WhatIf planned = rows.get(0);
    WhatIf doubled =
        rows.stream().filter(r -> r.change().equals("40,000 players")).findFirst().orElseThrow();
    assertThat(doubled.serverCores())
        .isCloseTo(2 * requireNonNull(planned.serverCores()), within(0.001));
    assertThat(rows.stream().filter(r -> r.change().equals("batches of 10")).findFirst())
        .hasValueSatisfying(
            r -> assertThat(r.serverCores()).isGreaterThan(requireNonNull(planned.serverCores())));
    assertThat(rows)
        .allSatisfy(r -> assertThat(r.note().isEmpty()).isEqualTo(r.serverCores() != null));
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
    PlanAnswer plan = plan(design());
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
    Design design = DesignReader.parse("p.yaml", DesignReaderTest.PLAN + "host: {oplog: 1GB}\n");
    assertThat(plan(design).unmet()).anyMatch(line -> line.startsWith("the oplog reaches back"));
  }
}
