package dev.weir.capacity;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Answers on a server of two cores whose costs are known. */
class PlayedAnswerTest {
  private static final double PER_CALL = 500e-6;
  private static final double PER_DOCUMENT = 200e-6;

  private static Design design(String more) throws Exception {
    return DesignReader.parse("p.yaml", DesignReaderTest.PLAN + more);
  }

  private static PlayedPoint point(
      Design load, PlayedPoint.Kind kind, double p99, @Nullable Double atCheckpoint) {
    FlushLoad flush = FlushLoad.of(load);
    double calls = flush.batchesPerSecond();
    double documents = flush.documentsPerSecond();
    return new PlayedPoint(
        kind + "-" + Math.round(load.players()) + "-" + load.flush().batch(),
        kind,
        new PlayedPoint.Load(
            Math.round(load.players()), load.flush().period(), load.flush().batch()),
        180,
        true,
        new PlayedPoint.Rates(
            1, documents, documents, calls, bytes(load, documents), documents * 700, 1e4, 0),
        new PlayedPoint.CallTimes(
            5, new Interval(p99, p99 * 0.8, p99 * 1.2, 0.95, 3, "t"), atCheckpoint, 200),
        new PlayedPoint.Cpu(0.1 + PER_CALL * calls + PER_DOCUMENT * documents, 0.2),
        new PlayedPoint.Cache(0.7, 0.04, 0.054, 0.0, 3, 2.5),
        new PlayedPoint.DiskUse(1e6 + 3_000 * documents, 50.0, 5e5, null, 1e9, 2e9, 1e9, null),
        30.0,
        List.of());
  }

  private static double bytes(Design load, double documents) {
    return documents * load.documents().get(0).updateBytes();
  }

  /** 40,000 players held, 50,000 did not. */
  static PlayedRun played(Design design) throws Exception {
    PlayedRun run = new PlayedRun(design, false, 150_000, 2, 1e9, 1e11, 300, List.of(), List.of());
    run = run.with(point(design, PlayedPoint.Kind.PLANNED, 40, 60.0));
    Design small = design.withFlush(design.flush().ofBatch(10));
    run = run.with(point(small, PlayedPoint.Kind.AROUND, 40, null));
    run = run.with(point(design.withPlayers(40_000), PlayedPoint.Kind.CONFIRMED, 60, 90.0));
    return run.with(point(design.withPlayers(50_000), PlayedPoint.Kind.RAISED, 80, 150.0));
  }

  private static PlanAnswer answer(Design design) throws Exception {
    return PlayedAnswer.of(played(design), List.of());
  }

  @Test
  void answersInTheOrderThatIsAsked() throws Exception {
    PlanAnswer answer = answer(design("price: {perHostMonth: 100, currency: EUR}\n"));
    assertThat(answer.sentences())
        .satisfiesExactly(
            holds -> assertThat(holds).startsWith("It holds: 20,000 players are saved every 30 s"),
            most ->
                assertThat(most)
                    .contains(
                        "At most 40,000 players held, over several checkpoints; 50,000 did not.",
                        "plan for 24,000."),
            binds ->
                assertThat(binds)
                    .startsWith(
                        "First to give way, at 50,000 players: p99 at a checkpoint 150.0 ms"),
            cost -> assertThat(cost).contains("300 EUR a month: 1 replica set of 3 hosts"));
    assertThat(requireNonNull(answer.players().most()).low()).isEqualTo(40_000);
    assertThat(requireNonNull(answer.players().most()).high()).isEqualTo(50_000);
  }

  /** A number that nobody played is never said to hold: 36,000 is a tenth less than 40,000. */
  @Test
  void afterARefutedConfirmationTheMostIsWhatWasPlayedAndHeld() throws Exception {
    Design design = design("target: {p99: 85ms}\n");
    PlayedPoint raised = point(design.withPlayers(30_000), PlayedPoint.Kind.RAISED, 60, 70.0);
    PlanAnswer answer = PlayedAnswer.of(played(design).with(raised), List.of());
    assertThat(answer.sentences().get(2))
        .startsWith("At most 30,000 players held, in one short play; 40,000 did not.");
    assertThat(requireNonNull(answer.players().most()).low()).isEqualTo(30_000);
  }

  @Test
  void theCheckpointsTimeIsATargetTooAndSoIsTheHeadroom() throws Exception {
    PlanAnswer strict = answer(design("target: {p99: 50ms}\n"));
    assertThat(strict.players().holds()).isFalse();
    assertThat(strict.sentences().get(0)).contains("p99 at a checkpoint 60.0 ms, wanted 50.0 ms");
    PlanAnswer tight = answer(design("target: {headroom: 60%}\n"));
    assertThat(tight.players().holds()).isFalse();
    assertThat(tight.sentences().get(0))
        .contains("20,000 players are 50 % of the 40,000 that hold");
    assertThat(tight.sentences().get(1))
        .isEqualTo(
            "Split the players over 2 replica sets like this one: 10,000 on each, of at most"
                + " 16,000.");
    PlanAnswer none = answer(design("target: {p99: 1ms}\n"));
    assertThat(none.sentences())
        .noneMatch(sentence -> sentence.contains("Split"))
        .anyMatch(sentence -> sentence.contains("holds. Change the plan (a longer flush period"));
    assertThat(answer(design("members: 2\n")).players().holds()).isFalse();
  }

  @Test
  void anOplogTooSmallIsASizeToSetAndNoLimitOfTheLoad() throws Exception {
    PlanAnswer answer = answer(design("target: {oplogWindow: 48h}\n"));
    assertThat(answer.players().holds()).isFalse();
    assertThat(answer.sentences().get(0)).contains("the oplog reaches back 30.0 h, wanted 48.0 h");
    assertThat(answer.sentences().get(1)).contains("an oplog of 87 GB", "0.50 MB/s", "48 h");
    assertThat(answer.played())
        .allSatisfy(p -> assertThat(p.missed()).noneMatch(line -> line.contains("oplog")));
    assertThat(requireNonNull(answer.players().most()).low()).isEqualTo(40_000);
  }

  @Test
  void aLimitThatWasNotSeenIsNotReached() throws Exception {
    assertThat(answer(design("")).limits())
        .extracting(PlanAnswer.Limit::name, PlanAnswer.Limit::state)
        .contains(
            tuple("dirty cache: evicted in the background", "reached"),
            tuple("dirty cache: evicted by calls", "not reached"));
  }

  @Test
  void modelsBetweenWhatWasPlayedAndRefusesBeyondTwice() throws Exception {
    Design design = design("growth: {perMonth: 3%, months: 12}\n");
    List<WhatIf> rows = answer(design).whatIf();
    for (WhatIf row : rows) {
      if (row.note().isEmpty()) {
        double cores =
            0.1 + PER_CALL * row.callsPerSecond() + PER_DOCUMENT * row.documentsPerSecond();
        assertThat(row.serverCores()).as(row.change()).isCloseTo(cores, within(0.01));
      } else {
        assertThat(row.serverCores()).as(row.change()).isNull();
        assertThat(row.note()).containsAnyOf("beyond twice", "sizes of updates were not played");
      }
    }
    List<String> refused = new ArrayList<>();
    rows.stream().filter(row -> !row.note().isEmpty()).forEach(row -> refused.add(row.change()));
    assertThat(rows).extracting(WhatIf::change).contains("28,515 players, in 12 months");
    assertThat(refused).doesNotContain("80,000 players", "28,515 players, in 12 months");
    PlayedRun all = played(design);
    PlayedRun few = all.withPoints(all.points().subList(0, 2));
    assertThat(WhatIf.of(few))
        .filteredOn(row -> row.note().contains("beyond twice"))
        .allSatisfy(row -> assertThat(row.serverCores()).isNull())
        .extracting(WhatIf::change)
        .contains("80,000 players", "flush every 10 s")
        .doesNotContain("40,000 players");
    PlayedRun sizes =
        all.with(point(design.withUpdateBytes(0.5), PlayedPoint.Kind.AROUND, 40, null));
    assertThat(WhatIf.of("smaller", design.withUpdateBytes(0.7), sizes).note()).isEmpty();
    assertThat(WhatIf.of("smaller", design.withUpdateBytes(0.5), all).note())
        .isEqualTo("other sizes of updates were not played; ");
  }

  @Test
  void whatFallsBehindOrFailsBreaks() throws Exception {
    Design design = design("");
    PlayedPoint good = point(design, PlayedPoint.Kind.PLANNED, 40, null);
    PlayedPoint.Rates rates = good.rates();
    assertThat(good.judged(design).holds()).isTrue();
    PlayedPoint.Rates behind =
        new PlayedPoint.Rates(1, rates.due(), rates.due() * 0.9, 10, 1e5, null, null, 7);
    PlayedPoint bad =
        new PlayedPoint(
            good.cell(),
            good.kind(),
            good.load(),
            good.seconds(),
            true,
            behind,
            good.times(),
            good.cpu(),
            good.cache(),
            good.disk(),
            2.0,
            List.of());
    assertThat(bad.judged(design).missed())
        .anyMatch(line -> line.contains("documents/s due"))
        .anyMatch(line -> line.contains("7 documents of failed calls"));
  }
}
