package dev.weir.load.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.ManualTiming;
import dev.weir.load.trial.JointRates;
import dev.weir.record.TrialMeasurement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class JointTrialTest {
  private static final LoadOrder.Trial TRIAL =
      new LoadOrder.Trial(new LoadOrder.Work("id", Map.of(), "roles"), 1, 1_000, 250, 4_000);

  private final ManualTiming timing = new ManualTiming(() -> {});
  private final List<LoadEvent> events = new ArrayList<>();

  private JointTrial.Result run(FakeClient... clients) throws Exception {
    return new JointTrial(List.of(clients), timing, events::add).run(TRIAL);
  }

  @Test
  void everybodyIsReadyBeforeAnybodyStarts() throws Exception {
    FakeClient first = new FakeClient(1_000, 0);
    FakeClient second = new FakeClient(3_000, 0);
    run(first, second);
    assertThat(first.orders)
        .containsExactly(new LoadOrder.Prepare(TRIAL, 0), first.start, first.measure);
    assertThat(second.orders)
        .containsExactly(new LoadOrder.Prepare(TRIAL, 1), first.start, first.measure);
    assertThat(first.start.atEpochMicros()).isGreaterThan(timing.epochMicros());
  }

  @Test
  void theSumIsJudgedAndMeasured() throws Exception {
    // Each alone swings by half; only together are they steady.
    JointTrial.Result result = run(new FakeClient(1_000, 500), new FakeClient(1_000, -500));
    assertThat(result.measurement().steady()).as(result.measurement().steadyReason()).isTrue();
    assertThat(result.measurement().rates().windows()).hasSize(4).containsOnly(2_000.0);
    assertThat(result.measurement().documents()).isEqualTo(2_000);
    assertThat(events.get(events.size() - 1)).isInstanceOf(LoadEvent.Measured.class);
    assertThat(events).contains(new LoadEvent.Rate("id", 2_000));
  }

  @Test
  void sharesAreKeptWithTheSkew() throws Exception {
    FakeClient late = new FakeClient(3_000, 0);
    late.lateMicros = 4_500;
    FakeClient early = new FakeClient(1_000, 0);
    early.lateMicros = 500;
    var shares = run(late, early).shares();
    assertThat(shares.startSkewMillis()).isEqualTo(4);
    assertThat(shares.shares()).extracting(share -> share.client()).containsExactly(1, 2);
    assertThat(shares.shares()).extracting(share -> share.share()).containsExactly(0.75, 0.25);
    assertThat(shares.shares().get(0).documentsPerSecond())
        .isCloseTo(3_000, Percentage.withPercentage(0.1));
  }

  @Test
  void aTrialThatNeverSettlesEndsAndSaysSo() throws Exception {
    FakeClient rising = new FakeClient(100, 0);
    rising.growth = 400;
    JointTrial.Result result = run(rising, new FakeClient(100, 0));
    assertThat(result.measurement().steady()).isFalse();
    assertThat(result.measurement().steadyReason()).startsWith("warming");
  }

  @Test
  void aClientThatDiesIsNamed() {
    FakeClient dying = new FakeClient(1_000, 0);
    dying.diesAtWindow = 3;
    assertThatThrownBy(() -> run(new FakeClient(1_000, 0), dying))
        .isInstanceOf(LoadFailure.class)
        .hasMessage("client 2 of 2: the load process ended with exit code 137");
  }

  @Test
  void aClientThatGivesUpTellsWhatFailed() {
    FakeClient failing = new FakeClient(1_000, 0);
    failing.givesUpAtWindow = 2;
    assertThatThrownBy(() -> run(failing, new FakeClient(1_000, 0)))
        .isInstanceOf(LoadFailure.class)
        .hasMessageStartingWith("client 1 of 2: gave up: 7 documents failed: {Refused=7}");
  }

  @Test
  void starvedClientsAndLateStartsAreReasons() throws Exception {
    FakeClient starved = new FakeClient(1_000, 0);
    starved.stalledShare = 0.5;
    starved.lateMicros = 900_000;
    assertThat(JointTrial.reasons(run(new FakeClient(1_000, 0), starved), 250))
        .containsExactly(
            "client 2 of 2: generator starved: 50 % of the time was stalls over 100 ms",
            "clients did not start together: 900 ms apart");
  }

  @Test
  void slowCallsAreJudgedInWideWindows() {
    JointRates rates = new JointRates(250, 60_000);
    for (int i = 0; i < 80; i++) {
      rates.add(i % 2 == 0 ? 0 : 16, 2); // a wave within every half second
    }
    assertThat(rates.windowMillis()).isEqualTo(2_000);
    assertThat(rates.verdict().steady()).as(rates.verdict().reason()).isTrue();
  }

  /** Answers every order with the events that a client would tell next. */
  private static final class FakeClient implements LoadClient {
    private final double rate;
    private final double swing;
    private final Deque<LoadEvent> events = new ArrayDeque<>();
    private final List<LoadOrder> orders = new ArrayList<>();
    private LoadOrder.Start start = new LoadOrder.Start(0);
    private LoadOrder.Measure measure = new LoadOrder.Measure(Integer.MAX_VALUE, 0);
    private double growth;
    private long lateMicros;
    private double stalledShare;
    private int diesAtWindow = -1;
    private int givesUpAtWindow = -1;
    private int window;

    FakeClient(double rate, double swing) {
      this.rate = rate;
      this.swing = swing;
    }

    @Override
    public void send(LoadOrder order) {
      orders.add(order);
      if (order instanceof LoadOrder.Prepare) {
        events.add(new LoadEvent.Prepared("id", 0));
      } else if (order instanceof LoadOrder.Start at) {
        start = at;
        events.add(new LoadEvent.Started("id", lateMicros));
      } else if (order instanceof LoadOrder.Measure when) {
        measure = when;
      }
    }

    @Override
    public LoadEvent next(Duration timeout) throws LoadFailure {
      if (!events.isEmpty()) {
        return events.remove();
      }
      if (window == diesAtWindow) {
        throw new LoadFailure("the load process ended with exit code 137");
      }
      if (window == givesUpAtWindow) {
        return new LoadEvent.Done("id", measurement(List.of(), Map.of("Refused", 7L)));
      }
      if (window <= measure.afterWindow()) {
        return new LoadEvent.Window("id", window, rateOf(window++), 1_000);
      }
      List<Double> rates = List.of(rateOf(0), rateOf(1), rateOf(2), rateOf(3));
      events.add(new LoadEvent.Measuring("id", 0));
      rates.forEach(each -> events.add(new LoadEvent.Rate("id", each)));
      events.add(new LoadEvent.Measured("id", 1_000));
      events.add(new LoadEvent.Done("id", measurement(rates, Map.of())));
      return events.remove();
    }

    private double rateOf(int index) {
      return rate + growth * index + (index % 2 == 0 ? swing : -swing);
    }

    private TrialMeasurement measurement(List<Double> rates, Map<String, Long> failed) {
      return ClientMergeTest.measurement(rates, (long) rate, failed, stalledShare, List.of());
    }
  }
}
