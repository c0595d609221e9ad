package dev.weir.capacity.oplog;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;

class OplogStatisticsTest {
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  private final OplogStatistics statistics =
      new OplogStatistics(BEGIN, BEGIN.plusSeconds(600), 1_000);

  private static RawBsonDocument entry(
      double seconds, String op, String namespace, int id, String o, String more) {
    return RawBsonDocument.parse(
        String.format(
            Locale.ROOT,
            "{op: \"%s\", ns: \"%s\", o: %s, o2: {_id: %d}, wall: {$date: \"%s\"}%s}",
            op,
            namespace,
            o,
            id,
            BEGIN.plusMillis(Math.round(seconds * 1e3)),
            more));
  }

  private void update(double seconds, String namespace, int id, String more) {
    statistics.add(entry(seconds, "u", namespace, id, "{$v: 2, diff: {u: {a: 1}}}", more));
  }

  private static String call(int session, int number) {
    return ", lsid: {id: " + session + "}, txnNumber: {$numberLong: \"" + number + "\"}";
  }

  private CollectionSummary only() {
    OplogSummary summary = statistics.summary();
    assertThat(summary.collections()).hasSize(1);
    return summary.collections().get(0);
  }

  @Test
  void whatLiesOutsideTheSpanDoesNotCount() {
    update(-0.001, "g.roles", 1, "");
    update(0, "g.roles", 1, "");
    update(599.999, "g.roles", 2, "");
    update(600, "g.roles", 3, "");
    assertThat(only().updates()).isEqualTo(2);
    assertThat(only().documents()).isEqualTo(2);
  }

  @Test
  void aStaggeredFlushShowsItsPeriod() {
    SplittableRandom random = new SplittableRandom(1);
    for (int flush = 0; flush < 20; flush++) {
      for (int id = 0; id < 100; id++) {
        if (random.nextDouble() < 0.6) {
          update(flush * 30 + id * 0.3 + random.nextDouble(), "g.roles", id, "");
        }
      }
    }
    FlushRhythm rhythm = requireNonNull(only().rhythm());
    assertThat(rhythm.seconds()).isCloseTo(30, within(0.3));
    assertThat(rhythm.allAtOnce()).isFalse();
  }

  @Test
  void aTimerWritesAllAtOnce() {
    for (int flush = 0; flush < 10; flush++) {
      for (int id = 0; id < 100; id++) {
        update(flush * 60 + 5 + id * 0.02, "g.roles", id, "");
      }
    }
    FlushRhythm rhythm = requireNonNull(only().rhythm());
    assertThat(rhythm.seconds()).isCloseTo(60, within(0.3));
    assertThat(rhythm.share()).isEqualTo(1);
    assertThat(rhythm.allAtOnce()).isTrue();
  }

  @Test
  void writesByChanceHaveNoPeriod() {
    for (int seed = 0; seed < 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      OplogStatistics each = new OplogStatistics(BEGIN, BEGIN.plusSeconds(600));
      random
          .doubles(2_000, 0, 600)
          .sorted()
          .forEach(
              at ->
                  each.add(
                      entry(
                          at,
                          "u",
                          "g.roles",
                          random.nextInt(60),
                          "{$v: 2, diff: {u: {a: 1}}}",
                          "")));
      assertThat(each.summary().collections().get(0).rhythm()).as("seed %d", seed).isNull();
    }
  }

  @Test
  void differentDocumentsAreCountedByPeriod() {
    for (int second = 0; second < 600; second++) {
      update(second, "g.roles", second % 3, "");
    }
    assertThat(only().windows())
        .contains(new CollectionSummary.Window(1, 1, 1), new CollectionSummary.Window(2, 2, 2))
        .contains(new CollectionSummary.Window(5, 3, 5), new CollectionSummary.Window(300, 3, 300));
  }

  @Test
  void ofTooManyDocumentsAPartStandsForAll() {
    for (int round = 0; round < 3; round++) {
      for (int id = 0; id < 10_000; id++) {
        update(round * 200 + id * 0.01, "g.roles", id, "");
      }
    }
    CollectionSummary many = only();
    assertThat(many.updates()).isEqualTo(30_000);
    assertThat(many.estimated()).isTrue();
    assertThat(many.documents()).isCloseTo(10_000, within(1_500.0));
    assertThat(requireNonNull(many.rhythm()).seconds()).isCloseTo(200, within(1.0));
  }

  @Test
  void aCallIsWhatHasOneNumberInASession() {
    for (int id = 0; id < 50; id++) {
      update(1 + id * 0.001, "g.roles", id, call(1, 1));
      update(1 + id * 0.001, "g.roles", id, call(2, 1)); // beside it
    }
    for (int id = 0; id < 7; id++) {
      update(2, "g.roles", id, call(1, 2));
    }
    CollectionSummary.Calls calls = only().calls();
    assertThat(calls.calls()).isEqualTo(3);
    assertThat(calls.updates()).isEqualTo(107);
    assertThat(calls.typical()).isEqualTo(50);
    assertThat(calls.largest()).isEqualTo(50);
    assertThat(calls.runs()).isZero();
  }

  @Test
  void withoutSessionsRunsAreOnlyWhatTheyAre() {
    IntStream.range(0, 10).forEach(id -> update(1, "g.roles", id, ""));
    IntStream.range(0, 4).forEach(id -> update(2, "g.roles", id, ""));
    CollectionSummary.Calls calls = only().calls();
    assertThat(calls.calls()).isZero();
    assertThat(calls.runs()).isEqualTo(2);
    assertThat(calls.runUpdates()).isEqualTo(14);
  }

  @Test
  void transactionsCountWhenTheyTakeEffect() {
    String update = "{op: \"u\", ns: \"g.roles\", o: {$v: 2, diff: {u: {a: 1}}}, o2: {_id: 1}}";
    String part = "{applyOps: [" + update + "], %s: true}";
    statistics.add(entry(1, "c", "admin.$cmd", 0, part.formatted("partialTxn"), call(1, 1)));
    statistics.add(entry(1, "c", "admin.$cmd", 0, "{applyOps: [" + update + "]}", call(1, 1)));
    statistics.add(entry(2, "c", "admin.$cmd", 0, part.formatted("prepare"), call(2, 1)));
    statistics.add(entry(3, "c", "admin.$cmd", 0, "{abortTransaction: 1}", call(2, 1)));
    statistics.add(entry(4, "c", "admin.$cmd", 0, part.formatted("prepare"), call(2, 2)));
    statistics.add(entry(5, "c", "admin.$cmd", 0, "{commitTransaction: 1}", call(2, 2)));
    assertThat(only().updates()).isEqualTo(3);
    assertThat(only().calls().inTransactions()).isEqualTo(3);
  }

  @Test
  void theBusiestMinute() {
    for (int minute = 0; minute < 10; minute++) {
      for (int i = 0; i < (minute == 4 ? 30 : 10); i++) {
        update(minute * 60 + i, "g.roles", i, "");
      }
    }
    assertThat(statistics.summary().busiestMinute()).isCloseTo(2.5, within(1e-9));
  }
}
