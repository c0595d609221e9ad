package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.load.LoadEvent;
import dev.weir.record.Totals;
import dev.weir.record.TurnsRecord;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import dev.weir.study.Encoding;
import dev.weir.study.Factor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TurnLengthTest {
  private static final Cell CROWDED = Cell.of(Map.of(Factor.IN_FLIGHT, 8));

  @Test
  void sidesThatAreAlikeTakeTurnsOfACallOrOfTheShortestTime() {
    Cell alone = Cell.of(Map.of());
    assertThat(TurnLength.of(alone, alone.with(Factor.ENCODING, Encoding.RAW)))
        .hasToString("one call");
    assertThat(TurnLength.of(alone, alone).isTried()).isFalse();
    assertThat(TurnLength.of(CROWDED, CROWDED).isTried()).isTrue();
    assertThat(TurnLength.of(alone, CROWDED)).hasToString("3000 ms");
    assertThat(TurnLength.of(alone, CROWDED).isTried()).isFalse();
  }

  /** By turns of one call a driver that waits between its calls looks as slow as the other. */
  @Test
  void differentDriversTakeTurnsOf20MillisAtLeast() {
    Cell alone = Cell.of(Map.of());
    Cell reactive = alone.with(Factor.DRIVER, DriverKind.REACTIVE);
    TurnLength length = TurnLength.of(alone, reactive);
    assertThat(length).hasToString("20 ms");
    assertThat(length.alike()).isTrue();
    assertThat(length.fitting(tried(20, 1))).hasToString("20 ms");
    assertThat(length.fitting(tried(60, 0.5))).as("half in flight").hasToString("110 ms");
    TurnLength apart = TurnLength.of(alone, reactive, TurnLength.UNLIKE_MILLIS, true);
    assertThat(apart.fitting(handedOver(5, 0.1))).hasToString("20 ms");
  }

  @Test
  void aFifthOfTheLanesMayWaitAtMost() {
    // Turns of 20 ms took 30 and lost 12 ms of each lane: 60 ms lose a fifth, 10 of them are extra.
    assertThat(TurnLength.of(CROWDED, CROWDED).fitting(tried(30, 8 * 18 / 30.0)))
        .hasToString("50 ms");
    // The side that loses more decides.
    assertThat(TurnLength.of(CROWDED, CROWDED).fitting(tried(30, 8 * 18 / 30.0, 30, 8 * 27 / 30.0)))
        .hasToString("50 ms");
    // Fewer would do, but turns have a shortest length.
    assertThat(TurnLength.of(CROWDED, CROWDED).fitting(tried(21, 7.9))).hasToString("10 ms");
    assertThat(TurnLength.of(CROWDED, CROWDED).fitting(tried(400, 1))).hasToString("160 ms");
  }

  @Test
  void betweenTwoJvmsAHandOverIsAHundredthOfATurnAndATurnHasSomeCalls() {
    Cell alone = Cell.of(Map.of());
    TurnLength apart = TurnLength.of(alone, alone, TurnLength.UNLIKE_MILLIS, true);
    assertThat(apart).hasToString("20 ms");
    assertThat(apart.isTried()).isTrue();
    assertThat(apart.fitting(handedOver(60, 0.1))).hasToString("6 ms");
    assertThat(apart.fitting(handedOver(61, 0.1))).hasToString("7 ms");
    assertThat(apart.fitting(handedOver(5, 0.1))).hasToString("2 ms");
    assertThat(apart.fitting(handedOver(60, 4))).hasToString("20 ms");
    assertThat(apart.fitting(handedOver(9_000, 4))).hasToString("160 ms");
    assertThat(TurnLength.of(alone, CROWDED, 3_000, true)).hasToString("3000 ms");
  }

  /** What turns of 20 ms of one lane did, by what a hand-over took and each call. */
  private static LoadEvent.TurnsTaken handedOver(double micros, double callMillis) {
    LoadEvent.TurnsTaken.Side side =
        new LoadEvent.TurnsTaken.Side(
            6, 1, 1, 1, Math.round(120 / callMillis), 1, 120_000_000, 1, Totals.NONE, "");
    return new LoadEvent.TurnsTaken(
        List.of(side, side), 0, 400, new TurnsRecord.HandOver(micros, 20, 1.1));
  }

  /** What turns did: how many ms each took, and how many calls were in flight, side by side. */
  private static LoadEvent.TurnsTaken tried(double... tookAndInFlight) {
    double[] both =
        tookAndInFlight.length == 2
            ? new double[] {
              tookAndInFlight[0], tookAndInFlight[1], tookAndInFlight[0], tookAndInFlight[1]
            }
            : tookAndInFlight;
    return new LoadEvent.TurnsTaken(
        List.of(side(both[0], both[1]), side(both[2], both[3])), 0, 400);
  }

  private static LoadEvent.TurnsTaken.Side side(double millis, double inFlight) {
    int turns = 6;
    return new LoadEvent.TurnsTaken.Side(
        turns, inFlight, 1, 1, 1, 1, (long) (turns * millis * 1e6), 1, Totals.NONE, "");
  }
}
