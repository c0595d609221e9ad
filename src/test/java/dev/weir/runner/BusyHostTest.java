package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.capture.HostUse;
import dev.weir.record.DisturbanceRecord;
import dev.weir.record.OthersCpu;
import dev.weir.record.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What others took is given; no turn here is really measured. */
class BusyHostTest {
  private static final RunRecord.Verdict VALID =
      new RunRecord.Verdict(true, List.of(), List.of("a note"));

  private final List<String> lines = new ArrayList<>();

  @Test
  void aTurnIsLeftOutByWhatOthersTookOnly() {
    BusyHost host = busyHost(false);
    assertThat(host.judge(taken(1.5, 0.07, 0), true)).isNull();
    assertThat(host.judge(taken(1.5, 0.5, 0), true))
        .isEqualTo("host busy: gradle (4711) took 0.50 of 2 cores");
    assertThat(host.judge(taken(1.5, 0, 0.1), true))
        .isEqualTo("host busy: other virtual machines took 0.10 of 2 cores");
    // Five ticks of 10 ms are as near as a short turn can be known.
    assertThat(host.judge(taken(0.25, 0.15, 0), true)).isNull();
  }

  @Test
  void aRunThatIsDisturbedNowAndThenIsValidAndTellsBySomething() {
    BusyHost host = busyHost(false);
    turns(host, 36, 0.01);
    turns(host, 4, 0.5);
    RunRecord.Verdict verdict = host.add(VALID);
    assertThat(verdict.valid()).isTrue();
    assertThat(verdict.notes())
        .startsWith(
            "the host was busy in 4 of 40 turns (6 of 60 s): gradle (4711) took 0.50 of 2 cores;"
                + " they were left out and made again")
        .endsWith("a note");
    DisturbanceRecord record = Objects.requireNonNull(host.record());
    assertThat(record.leftOut()).isEqualTo(4);
    assertThat(record.all().foreignCores()).isCloseTo(0.059, within(1e-9));
  }

  @Test
  void aRunThatStayedDisturbedIsNotValidAndSaysFirstByWhomAndWhatToDo() {
    BusyHost host = busyHost(false);
    turns(host, 10, 0.01);
    turns(host, 30, 1.1);
    RunRecord.Verdict verdict =
        host.add(new RunRecord.Verdict(false, List.of("a: no valid trial"), List.of()));
    assertThat(verdict.valid()).isFalse();
    assertThat(verdict.reasons())
        .containsExactly(
            "the host was busy in 30 of 40 turns (45 of 60 s): gradle (4711) took 1.10 of 2 cores;"
                + " end that work and run again, or accept a busy host: --accept-busy-host",
            "a: no valid trial");
    assertThat(RunRecord.Verdict.isBusyHost(verdict.reasons().get(0))).isTrue();
  }

  @Test
  void whereABusyHostIsAcceptedItIsToldAndNothingLeftOut() {
    BusyHost host = busyHost(true);
    assertThat(host.begin().cause()).isNull();
    turns(host, 40, 1.1);
    RunRecord.Verdict verdict = host.add(VALID);
    assertThat(verdict.valid()).isTrue();
    assertThat(verdict.notes().get(0)).contains("gradle (4711)").contains("that was accepted");
    assertThat(Objects.requireNonNull(host.record()).leftOut()).isZero();
  }

  @Test
  void aLineIsSaidWhenItBeginsAndThenEachMinute() {
    BusyHost host = busyHost(false);
    turns(host, 5, 0.01);
    turns(host, 10, 1.1);
    assertThat(lines)
        .containsExactly(
            "host busy: gradle (4711) took 1.10 of 2 cores; 1 of 6 turns disturbed, left out and"
                + " made again");
    turns(host, 40, 1.1);
    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).contains("41 of 46 turns");
  }

  @Test
  void twoRunsSideBySideKeepWhatOneLookSawAndOneOfThemTells() {
    HostUse use = HostUse.local();
    BusyHost a = new BusyHost(use, true, lines::add);
    BusyHost b = new BusyHost(use, true, lines::add);
    HostWatch.Watched watched = HostWatch.both(a, b).begin();
    watched.cause();
    assertThat(watched.foreignCores()).isNotNull();
    HostWatch.both(a, b).begin().kept();
    assertThat(a.record()).isEqualTo(b.record());
    assertThat(Objects.requireNonNull(a.record()).turns()).isEqualTo(2);
    assertThat(lines).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void aRunThatGoesOnCountsTheTurnsOfEarlierSessionsToo() {
    BusyHost first = busyHost(false);
    turns(first, 30, 1.1);
    BusyHost last = new BusyHost(HostUse.local(), false, lines::add, first.record());
    assertThat(last.record()).as("nothing measured yet").isEqualTo(first.record());
    turns(last, 10, 0.01);
    RunRecord.Verdict verdict = last.add(VALID);
    assertThat(verdict.valid()).isFalse();
    assertThat(verdict.reasons().get(0))
        .startsWith(
            "the host was busy in 30 of 40 turns (45 of 60 s): gradle (4711) took 1.10 of 2 cores;"
                + " end that work");
    DisturbanceRecord record = Objects.requireNonNull(last.record());
    assertThat(record.leftOut()).isEqualTo(30);
    assertThat(record.all().foreignCores()).isCloseTo(33.1 / 40, within(1e-9));
  }

  @Test
  void whereOnlyTheLastSessionAcceptedABusyHostBothNumbersAreTold() {
    BusyHost first = busyHost(false);
    turns(first, 10, 1.1);
    BusyHost last = new BusyHost(HostUse.local(), true, lines::add, first.record());
    turns(last, 5, 1.1);
    RunRecord.Verdict verdict = last.add(VALID);
    assertThat(verdict.valid()).isTrue();
    assertThat(verdict.notes().get(0))
        .contains("in 15 of 15 turns", "that was accepted; 10 were left out, 5 kept");
  }

  @Test
  void nothingWatchedNothingTold() {
    BusyHost host = busyHost(false);
    assertThat(host.record()).isNull();
    assertThat(host.add(VALID)).isEqualTo(VALID);
  }

  private BusyHost busyHost(boolean accepted) {
    return new BusyHost(HostUse.local(), accepted, lines::add);
  }

  private static void turns(BusyHost host, int turns, double cores) {
    for (int i = 0; i < turns; i++) {
      host.judge(taken(1.5, cores, 0), cores > 0.08);
    }
  }

  private static OthersCpu taken(double seconds, double cores, double steal) {
    OthersCpu.Taker process = new OthersCpu.Taker("gradle", 4711, cores);
    return new OthersCpu(seconds, 2, cores, steal, null, null, List.of(process));
  }
}
