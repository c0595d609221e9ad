package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.capacity.HostSpeed;
import dev.weir.capacity.PlayedShare;
import org.junit.jupiter.api.Test;

class PredictionTableTest {
  private static PlayedShare row(HostSpeed before, HostSpeed after) {
    return new PlayedShare(
        0.5, 95_274, 10_000, before, after, 6_000, 6_300, 0.11, 0.11, 1, null, 0.1, 0.15, 80, 60,
        0);
  }

  @Test
  void saysWhatTheHostDidAndHowFarThePlanIsOff() {
    String text = PredictionTable.text(row(new HostSpeed(0.83, 1.15), new HostSpeed(0.86, 1.13)));
    assertThat(text)
        .startsWith("at 50 % of predicted capacity: 95,274 players")
        .contains("0.83 and 0.86 times the documents/s, 1.15 and 1.13 times the server CPU")
        .contains("+5.0 %")
        .contains("-25.0 %")
        .contains("not known")
        .doesNotContain("run it again");
  }

  @Test
  void aHostThatMovedMeanwhileShowsNothing() {
    String text = PredictionTable.text(row(new HostSpeed(0.68, 1.26), new HostSpeed(0.94, 1.02)));
    assertThat(text).contains("the host changed by more than 15 % meanwhile");
  }
}
