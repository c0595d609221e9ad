package dev.weir.capacity;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.weir.analysis.bottleneck.Resource;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.Samples;
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
            cost -> assertThat(cost).contains("300 EUR a month: 1 replica set of 3 hosts"),
            disk ->
                assertThat(disk)
                    .isEqualTo(
                        "The server had 4.0 GB on disk at the end of the planned load: 1.0 of"
                            + " documents, 2.0 of old versions (history store), 1.0 of oplog."));
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

  /** One checkpoint at most is seen in a run of minutes, whose planned load may hold the most. */
  @Test
  void aQuickRunConfirmsNothing() throws Exception {
    Design design = design("");
    PlayedRun run =
        new PlayedRun(design, true, 150_000, 2, 1e9, 1e11, 300, List.of(), List.of())
            .with(point(design, PlayedPoint.Kind.PLANNED, 40, 60.0).withSteady(false))
            .with(point(design.withPlayers(30_000), PlayedPoint.Kind.RAISED, 120, 150.0));
    PlanAnswer answer = PlayedAnswer.of(run, List.of());
    assertThat(answer.sentences())
        .anyMatch(
            line ->
                line.startsWith("At most 20,000 players held, in one short play; 30,000 did not."));
    assertThat(answer.notes()).noneMatch(note -> note.contains("steady"));
  }

  /** A script that reads the mean gets a number that was played and held. */
  @Test
  void theMostPlayersWerePlayed() throws Exception {
    assertThat(requireNonNull(answer(design("")).players().most()).mean()).isEqualTo(40_000);
  }

  private static PlayedPoint withoutOplog(PlayedPoint point) {
    return new PlayedPoint(
        point.cell(),
        point.kind(),
        point.load(),
        point.seconds(),
        point.steady(),
        point.rates(),
        point.times(),
        point.cpu(),
        point.cache(),
        point.disk(),
        null,
        point.missed());
  }

  @Test
  void aTargetThatNobodyMeasuredIsNotSaidToBeMet() throws Exception {
    PlayedRun run = played(design(""));
    assertThat(PlayedAnswer.of(run, List.of()).sentences().get(0))
        .endsWith("with every target met.");
    List<PlayedPoint> blind = run.points().stream().map(PlayedAnswerTest::withoutOplog).toList();
    assertThat(PlayedAnswer.of(run.withPoints(blind), List.of()).sentences().get(0))
        .endsWith("that was measured; how far the oplog reaches back is not known.");
  }

  /** By the played mmo-shard: all was written, and the verdict named the cache, half of it free. */
  @Test
  void aServerThatWritesAllThatIsDueIsNotHeldBack() throws Exception {
    CellRecord.Bottleneck cache =
        new CellRecord.Bottleneck(
            Resource.CACHE.title(), List.of("1.40 pages read", "cache 49 % used, 5 % dirty"));
    List<CellRecord> cells =
        List.of(Samples.cell("RAISED-50000-50", "8", 1_667).withBottleneck(cache));
    PlayedRun run = played(design(""));
    assertThat(PlayedAnswer.of(run, cells).bindsFirst())
        .contains("All that was due was written there; calls took too long.")
        .endsWith("The verdict on the whole load: WiredTiger cache or eviction (1.40 pages read).");
    List<PlayedPoint> points = new ArrayList<>(run.points());
    PlayedPoint last = points.remove(points.size() - 1);
    PlayedPoint.Rates rates = last.rates();
    points.add(
        last.withRates(
            new PlayedPoint.Rates(
                1, rates.due() * 1.5, rates.documents(), 10, 1e5, null, null, 0)));
    assertThat(PlayedAnswer.of(run.withPoints(points), cells).bindsFirst())
        .endsWith(
            "What held the server back there: WiredTiger cache or eviction (1.40 pages read).");
  }

  /** The played mmo-shard: 4,319 writes/s of the server were 2,650 of the disk. */
  @Test
  void writesThatTheSystemMergesAreNoLimitOfTheDisk() throws Exception {
    assertThat(answer(design("host: {diskIops: 40}\n")).limits())
        .filteredOn(limit -> limit.name().startsWith("writes per second, before"))
        .extracting(PlanAnswer.Limit::state)
        .containsExactly("not known: disks get fewer");
    assertThat(answer(design("host: {diskIops: 60}\n")).limits())
        .filteredOn(limit -> limit.name().startsWith("writes per second, before"))
        .extracting(PlanAnswer.Limit::state)
        .containsExactly("not reached");
  }

  @Test
  void whatThePlanGrowsToIsSaidInReplicaSets() throws Exception {
    assertThat(answer(design("growth: {perMonth: 3%, months: 12}\n")).sentences())
        .contains("In 12 months there are 28,515 players: they need 2 replica sets like this one.");
  }

  /** Entries have the bytes of their updates: half of them need less of an oplog. */
  @Test
  void theOplogsWindowFollowsTheBytesOfUpdates() throws Exception {
    Design design = design("");
    PlayedRun run = played(design);
    run = run.with(point(design.withUpdateBytes(0.5), PlayedPoint.Kind.AROUND, 40, null));
    double documents = design.documentsPerSecond();
    double half = 30.0 * 5e5 / (5e5 - documents * 613 / 2);
    assertThat(WhatIf.of(run))
        .filteredOn(row -> row.change().startsWith("updates of 0.5 times"))
        .satisfiesExactly(
            row -> assertThat(requireNonNull(row.oplogHours())).isCloseTo(half, within(0.1)));
    assertThat(requireNonNull(WhatIf.of(run).get(0).oplogHours())).isCloseTo(30, within(0.1));
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

  /** Flushed three times as often, a document's page is still written once a checkpoint. */
  @Test
  void aPageIsWrittenOnceBetweenTwoCheckpointsHoweverOftenItChanges() throws Exception {
    Design design = design("");
    Design.Flush flush = design.flush();
    PlayedRun run = new PlayedRun(design, false, 150_000, 2, 1e9, 1e11, 300, List.of(), List.of());
    for (Design load :
        List.of(
            design,
            design.withFlush(flush.every(60)),
            design.withPlayers(10_000),
            design.withPlayers(40_000))) {
      run = run.with(withPages(load));
    }
    for (double period : new double[] {20, 40, 90}) {
      Design other = design.withFlush(flush.every(period));
      assertThat(requireNonNull(WhatIf.of("other", other, run).diskBytesPerSecond()))
          .as("every %s s", period)
          .isCloseTo(requireNonNull(withPages(other).disk().written()), withinPercentage(1));
    }
  }

  private static PlayedPoint withPages(Design load) {
    PlayedPoint point = point(load, PlayedPoint.Kind.AROUND, 40, null);
    double pages = new StorageLoad(load).changedPages() / 60;
    double written = 12_000 * load.documentsPerSecond() + 30_000 * pages;
    PlayedPoint.DiskUse disk = point.disk();
    return point.withDisk(
        new PlayedPoint.DiskUse(
            written,
            disk.requests(),
            disk.oplog(),
            disk.grown(),
            disk.data(),
            disk.history(),
            disk.oplogSize(),
            disk.journal()));
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
