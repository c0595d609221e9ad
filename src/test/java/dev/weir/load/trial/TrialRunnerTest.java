package dev.weir.load.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.Writer;
import dev.weir.driver.Written;
import dev.weir.load.FakeLoad;
import dev.weir.load.FakeWriter;
import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.CallLoop;
import dev.weir.record.Percentiles;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialMeasurement.LatencyInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrialRunnerTest {
  private static final int BATCH = 10;

  private final List<LoadEvent> events = new ArrayList<>();

  private TrialMeasurement run(
      LongUnaryOperator answers, long measureMillis, long windowMillis, long settleAtMostMillis)
      throws InterruptedException {
    FakeLoad load = new FakeLoad(answers);
    return run(load, load.open(), measureMillis, windowMillis, settleAtMostMillis);
  }

  private TrialMeasurement run(
      FakeLoad load, Writer writer, long measureMillis, long windowMillis, long settleAtMostMillis)
      throws InterruptedException {
    return run(load, writer, measureMillis, windowMillis, settleAtMostMillis, 0);
  }

  private TrialMeasurement run(
      FakeLoad load,
      Writer writer,
      long measureMillis,
      long windowMillis,
      long settleAtMostMillis,
      long runInMillis)
      throws InterruptedException {
    TrialRunner runner =
        runner(
            load,
            () -> load.timing().nanoTime() / 2, // half a core
            event -> {
              events.add(event);
              if (event instanceof LoadEvent.Measured) {
                load.answerTheRest();
              }
            });
    var cell = FakeLoad.cell(BATCH);
    LoadOrder.Work work = new LoadOrder.Work("id", cell.factors(), "roles");
    try (CallLoop loop = CallLoop.closed(writer, cell, 100, 1, load.timing())) {
      LoadOrder.Trial trial =
          new LoadOrder.Trial(
              work, 1, measureMillis, windowMillis, settleAtMostMillis, runInMillis);
      return runner.run(loop, writer, trial, new SettlesAlone(load.timing(), trial, events::add));
    }
  }

  private static TrialRunner runner(
      FakeLoad load, LongSupplier cpuNanos, Consumer<LoadEvent> events) {
    return new TrialRunner(
        new Instruments(load.timing(), cpuNanos, () -> 0, OptionalLong::empty, events));
  }

  @Test
  void flatRatesSettleAtOnceAndAreMeasured() throws Exception {
    TrialMeasurement trial = run(ms -> 2, 2_500, 250, 10_000);
    assertThat(trial.steady()).as(trial.steadyReason()).isTrue();
    assertThat(trial.settleMillis()).as("a window to connect, then 1.5 s").isEqualTo(1_750);
    assertThat(trial.rates().windowMillis()).isEqualTo(250);
    assertThat(trial.measuredNanos()).isEqualTo(2_500_000_000L);
    assertThat(trial.measured().seconds()).isEqualTo(2.5);
    assertThat(trial.rates().windows()).hasSize(10).containsOnly(2_000.0 * BATCH);
    assertThat(trial.documents()).isEqualTo(5_000L * BATCH);
    assertThat(batches(trial)).isEqualTo(5_000);
    assertThat(trial.rates().megabytesPerSecond() * 1e6)
        .isGreaterThan(trial.rates().documentsPerSecond() * 4);
    assertThat(trial.clientCpuMicros()).isEqualTo(1_250_000);
    assertThat(trial.total().acknowledged())
        .as("settling and draining included")
        .isGreaterThanOrEqualTo(8_000L * BATCH);
    assertThat(trial.total().unanswered()).isZero();
    assertThat(trial.overflows()).isZero();
  }

  @Test
  void aTurnLeadsInForAFixedTimeWhateverItsRates() throws Exception {
    TrialMeasurement turn = turn(ms -> ms < 500 ? 9 : 2, 450);
    assertThat(turn.steady()).as(turn.steadyReason()).isTrue();
    assertThat(turn.settleMillis()).as("whole windows").isEqualTo(500);
    assertThat(turn.rates().windows()).hasSize(4).containsOnly(2_000.0 * BATCH);
  }

  @Test
  void aTurnBeginsWhenSlowCallsWereAnsweredAndHoldsSome() throws Exception {
    TrialMeasurement turn = turn(ms -> ms % 500 == 499 ? 1 : 0, 250);
    assertThat(turn.steady()).as(turn.steadyReason()).isTrue();
    assertThat(turn.settleMillis()).as("two calls of a lane").isEqualTo(1_000);
    assertThat(turn.rates().windowMillis()).as("16 calls in four").isEqualTo(2_000);
    assertThat(turn.rates().windows()).hasSize(4).containsOnly(2.0 * BATCH);
  }

  @Test
  void aTurnWhoseCallsAreNotAnsweredIsNotLedIn() throws Exception {
    TrialMeasurement turn = turn(ms -> ms == 499 ? 1 : 0, 250);
    assertThat(turn.steady()).isFalse();
    assertThat(turn.steadyReason())
        .contains("1 of 2 calls were answered in 10 s of leading in: give settleAtMost more time");
    assertThat(turn.settleMillis()).isEqualTo(10_000);
  }

  /** A process may stand still for longer than the whole turn, just before it is measured. */
  @ParameterizedTest
  @ValueSource(longs = {300, 5_000})
  void aTurnAfterAStallIsMeasuredForItsWholeTime(long stallMillis) throws Exception {
    FakeLoad load = new FakeLoad(ms -> 2);
    boolean[] stalled = {false};
    LongSupplier cpu =
        () -> {
          boolean measuresSoon = load.timing().nanoTime() > 400 * 1_000_000L;
          if (measuresSoon && !stalled[0]) {
            stalled[0] = true;
            pass(load, stallMillis);
          }
          return 0;
        };
    TrialMeasurement turn = turn(load, cpu, 450);
    assertThat(stalled[0]).isTrue();
    assertThat(turn.measuredNanos()).isBetween(1_000_000_000L, 1_250_000_000L);
    assertThat(turn.documents()).isEqualTo(turn.measuredNanos() / 1_000_000 * 2 * BATCH);
  }

  /** A turn of a second on one lane. */
  private static TrialMeasurement turn(LongUnaryOperator batchesPerMilli, long leadInMillis)
      throws Exception {
    return turn(new FakeLoad(batchesPerMilli), () -> 0, leadInMillis);
  }

  private static TrialMeasurement turn(FakeLoad load, LongSupplier cpuNanos, long leadInMillis)
      throws Exception {
    TrialRunner runner =
        runner(
            load,
            cpuNanos,
            event -> {
              if (event instanceof LoadEvent.Measured) {
                load.answerTheRest();
              }
            });
    var cell = FakeLoad.cell(BATCH);
    LoadOrder.Work work = new LoadOrder.Work("id", cell.factors(), "roles");
    LoadOrder.Visit visit =
        new LoadOrder.Visit(new LoadOrder.Trial(work, 1, 1_000, 250, 10_000), leadInMillis);
    Writer writer = load.open();
    try (CallLoop loop = CallLoop.closed(writer, cell, 100, 1, load.timing())) {
      return runner.run(loop, writer, visit.trial(), new LeadsIn(load.timing(), visit, 1));
    }
  }

  @Test
  void latencyIsOfTheMeasuredSpanSecondBySecond() throws Exception {
    TrialMeasurement trial = run(ms -> 2, 2_500, 250, 10_000);
    assertThat(trial.latency())
        .extracting(interval -> interval.endMillis() - interval.startMillis())
        .containsExactly(1_000L, 1_000L, 500L);
    var all = Percentiles.merge(trial.latency().stream().map(LatencyInterval::histogram).toList());
    assertThat(all.getTotalCount()).isEqualTo(batches(trial));
    // Four in flight, two answers a millisecond: two milliseconds each (Little's law).
    assertThat(all.getMean()).isCloseTo(2e6, Percentage.withPercentage(1));
  }

  @Test
  void eventsTellTheSpan() throws Exception {
    run(ms -> 2, 1_000, 250, 10_000);
    assertThat(events.stream().filter(e -> e instanceof LoadEvent.Rate)).hasSize(6 + 4);
    assertThat(events.get(6)).isInstanceOf(LoadEvent.Measuring.class);
    assertThat(events.get(events.size() - 1)).isInstanceOf(LoadEvent.Measured.class);
  }

  /** The first event of a fresh JVM loads classes, the first look at a counter too. */
  @Test
  void whatTakesTimeAsTheSpanBeginsLeavesTheFirstWindowWhole() throws Exception {
    FakeLoad load = new FakeLoad(ms -> 2);
    Writer writer = load.open();
    boolean[] slow = {false};
    TrialRunner runner =
        runner(
            load,
            () -> {
              pass(load, slow[0] ? 0 : 60);
              slow[0] = true;
              return load.timing().nanoTime() / 2;
            },
            event -> {
              events.add(event);
              if (event instanceof LoadEvent.Measuring) {
                pass(load, 100);
              } else if (event instanceof LoadEvent.Measured) {
                load.answerTheRest();
              }
            });
    LoadOrder.Work work = new LoadOrder.Work("id", FakeLoad.cell(BATCH).factors(), "roles");
    LoadOrder.Trial trial = new LoadOrder.Trial(work, 1, 2_500, 250, 10_000);
    try (CallLoop loop = CallLoop.closed(writer, FakeLoad.cell(BATCH), 100, 1, load.timing())) {
      TrialMeasurement measured =
          runner.run(loop, writer, trial, new SettlesAlone(load.timing(), trial, events::add));
      assertThat(measured.rates().windows()).hasSize(10).containsOnly(2_000.0 * BATCH);
      assertThat(measured.documents() * 1e9 / measured.measuredNanos())
          .isCloseTo(2_000.0 * BATCH, Percentage.withPercentage(0.01));
    }
  }

  private static void pass(FakeLoad load, long millis) {
    try {
      load.timing().sleepUntil(load.timing().nanoTime() + millis * 1_000_000);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void slowCallsGetWideWindows() throws Exception {
    TrialMeasurement trial = run(ms -> ms % 200 == 0 ? 1 : 0, 2_500, 250, 60_000);
    assertThat(trial.rates().windowMillis()).isEqualTo(3_750);
    assertThat(trial.steady()).as(trial.steadyReason()).isTrue();
    assertThat(trial.rates().windows()).as("at least four windows").hasSize(4);
    assertThat(trial.measuredNanos()).isEqualTo(15_000_000_000L);
    assertThat(trial.rates().windows())
        .allSatisfy(rate -> assertThat(rate).isCloseTo(50, Offset.offset(3.0)));
  }

  @Test
  void windowsHaveALimit() throws Exception {
    TrialMeasurement trial = run(ms -> ms % 3_000 == 0 ? 1 : 0, 1_000, 250, 8_000);
    assertThat(trial.rates().windowMillis()).isEqualTo(5_000);
    assertThat(trial.measuredNanos()).isEqualTo(20_000_000_000L);
    assertThat(trial.steady()).isFalse();
  }

  @Test
  void risingRatesNeverSettle() throws Exception {
    TrialMeasurement trial = run(ms -> (long) Math.exp(ms / 2_500.0 + 1), 1_000, 250, 5_000);
    assertThat(trial.steady()).isFalse();
    assertThat(trial.settleMillis()).isEqualTo(5_000);
    assertThat(trial.steadyReason()).startsWith("warming: over the last").contains("% per second");
    assertThat(trial.rates().windows()).as("measured and shown all the same").hasSize(4);
  }

  @Test
  void aLateRiseDelaysTheMeasurement() throws Exception {
    TrialMeasurement trial = run(ms -> ms < 3_000 ? 1 + ms / 300 : 20, 1_000, 250, 20_000);
    assertThat(trial.steady()).isTrue();
    assertThat(trial.settleMillis()).isBetween(4_000L, 5_500L);
    assertThat(trial.rates().windows()).containsOnly(20_000.0 * BATCH);
  }

  @Test
  void aLoadThatRunsInIsMeasuredAfterThat() throws Exception {
    // As fast as ever for ten seconds, then at the pace that lasts.
    FakeLoad load = new FakeLoad(ms -> ms < 10_000 ? 20 : 2);
    TrialMeasurement trial = run(load, load.open(), 2_500, 250, 10_000, 30_000);
    assertThat(trial.steady()).as(trial.steadyReason()).isTrue();
    assertThat(trial.settleMillis()).isEqualTo(1_750);
    assertThat(trial.rates().windows()).hasSize(10).containsOnly(2_000.0 * BATCH);
    assertThat(trial.total().acknowledged())
        .as("ten fast seconds less a millisecond, 21.75 slow ones, and the measured span")
        .isGreaterThanOrEqualTo((9_999L * 20 + 43_502 + 5_000) * BATCH);
  }

  @Test
  void aServerThatSwingsForMinutesIsMeasuredAfterItRanIn() throws Exception {
    FakeLoad load = new FakeLoad(ms -> ms / 1_000 % 4 + 1);
    TrialMeasurement swinging = run(load, load.open(), 4_000, 250, 5_000, 20_000);
    assertThat(swinging.steady()).isTrue();
    assertThat(swinging.steadyReason()).isEqualTo("ran in for 20 s");
  }

  /** Both halves of what is measured are alike then. */
  @Test
  void aRateThatFallsAsMeasuringBeginsIsNoFigure() throws Exception {
    TrialMeasurement trial = run(ms -> ms < 1_800 ? 20 : 2, 2_500, 250, 10_000);
    assertThat(trial.settleMillis()).isEqualTo(1_750);
    assertThat(trial.steady()).isFalse();
    assertThat(trial.steadyReason())
        .isEqualTo("the rate moved from 200000 documents/s, where it had settled, to 20000");
  }

  @Test
  void aDipWhileItSettlesDisturbsNoFigure() throws Exception {
    TrialMeasurement trial = run(ms -> ms < 1_750 ? 2 : 20, 2_500, 250, 10_000);
    assertThat(trial.steady()).as(trial.steadyReason()).isTrue();
  }

  /** A study may choose any window; a wide one takes longer to show a steady state. */
  @ParameterizedTest
  @ValueSource(longs = {50, 100, 300, 500, 1_000, 2_000})
  void anyWindowOfAStudyWorks(long windowMillis) throws Exception {
    TrialMeasurement trial = run(ms -> 4, 4 * windowMillis, windowMillis, 30_000);
    assertThat(trial.steady()).as(trial.steadyReason()).isTrue();
    assertThat(trial.rates().windowMillis()).isEqualTo(windowMillis);
    assertThat(trial.settleMillis()).isGreaterThanOrEqualTo(Math.max(1_500, 5 * windowMillis));
    assertThat(trial.rates().windows()).hasSize(4);
  }

  @Test
  void tooLittleTimeToSettleIsSaid() throws Exception {
    TrialMeasurement trial = run(ms -> 2, 1_000, 250, 1_000);
    assertThat(trial.steady()).isFalse();
    assertThat(trial.steadyReason()).contains("the shortest span is 1.5 s");
  }

  @Test
  void aLoopThatGaveUpIsNotMeasuredOn() throws Exception {
    FakeLoad load = new FakeLoad(ms -> 1);
    Writer writer =
        FakeWriter.answering(
            (batch, completion) ->
                completion.failed(new IllegalStateException("gone"), Written.NOTHING));
    TrialMeasurement trial = run(load, writer, 1_000, 250, 10_000);
    assertThat(trial.rates().windows()).isEmpty();
    assertThat(trial.documents()).isZero();
    assertThat(trial.steady()).isFalse();
    assertThat(trial.total().failedDocuments()).isEqualTo(4 * 20 * BATCH);
    assertThat(TrialValidity.reasons(trial, null, true))
        .anyMatch(reason -> reason.contains("documents failed: {IllegalStateException=800}"))
        .contains("stopped before it was measured");
  }

  private static long batches(TrialMeasurement trial) {
    return Math.round(trial.rates().batchesPerSecond() * trial.measuredNanos() / 1e9);
  }
}
