package dev.weir.analysis.stats;

import static dev.weir.analysis.stats.OperationalLaws.busyServers;
import static dev.weir.analysis.stats.OperationalLaws.inFlight;
import static dev.weir.analysis.stats.OperationalLaws.responseTime;
import static dev.weir.analysis.stats.OperationalLaws.responseTimeAtLeast;
import static dev.weir.analysis.stats.OperationalLaws.saturationPoint;
import static dev.weir.analysis.stats.OperationalLaws.serviceDemand;
import static dev.weir.analysis.stats.OperationalLaws.throughputAtLeast;
import static dev.weir.analysis.stats.OperationalLaws.throughputAtMost;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class OperationalLawsTest {

  @Test
  void demandAndUtilisationAreInverse() {
    double demand = serviceDemand(1.78, 53_800);

    assertThat(demand).isEqualTo(33.1e-6, within(0.1e-6));
    assertThat(busyServers(53_800, demand)).isEqualTo(1.78, within(1e-9));
  }

  /**
   * 1000 per second at 15 ms keep 15 connections busy; at a checkpoint's 200 ms, 800/s keep 160.
   */
  @Test
  void littleSizesAPool() {
    assertThat(inFlight(1000, 0.015)).isEqualTo(15, within(1e-9));
    assertThat(inFlight(800, 0.200)).isEqualTo(160, within(1e-9));
  }

  @Test
  void responseTimeOfAClosedLoopWithThinkTime() {
    assertThat(responseTime(64, 3, 10)).isEqualTo(64 / 3.0 - 10, within(1e-9));
  }

  @Test
  void boundsMeetAtTheKnee() {
    double total = 0.2;
    double largest = 0.05;
    double knee = saturationPoint(total, largest, 0.8);

    assertThat(knee).isEqualTo(20, within(1e-9));
    assertThat(throughputAtMost(knee, total, largest, 0.8)).isEqualTo(20, within(1e-9));
    assertThat(throughputAtMost(10, total, largest, 0.8)).isEqualTo(10, within(1e-9));
    assertThat(throughputAtMost(1000, total, largest, 0.8)).isEqualTo(20, within(1e-9));
    assertThat(responseTimeAtLeast(10, total, largest, 0.8)).isEqualTo(total, within(1e-9));
    assertThat(responseTimeAtLeast(100, total, largest, 0.8)).isEqualTo(4.2, within(1e-9));
    assertThat(throughputAtLeast(1, total, 0.8)).isEqualTo(1, within(1e-9));
  }

  /** Two cores, 120 µs of server and 50 µs of client CPU per single update, both on one host. */
  @Test
  void boundsEncloseTheMeasuredSingleUpdates() {
    double server = 1 / 8_300.0;
    double client = 1 / 20_000.0;
    double total = server + client;
    double hostPerCore = total / 2;
    double[] inFlight = {1, 2, 4, 8, 16, 32};
    double[] measured = {5_700, 10_900, 11_600, 11_500, 11_400, 12_300};

    for (int i = 0; i < inFlight.length; i++) {
      // Single figures of this table are good to 10 %.
      assertThat(measured[i])
          .isLessThan(1.10 * throughputAtMost(inFlight[i], total, hostPerCore, 0))
          .isGreaterThan(0.90 * throughputAtLeast(inFlight[i], total, 0));
    }
  }

  @Test
  void refusesWhatCannotBe() {
    assertThatThrownBy(() -> serviceDemand(1, 0))
        .hasMessageContaining("throughput must be positive");
    assertThatThrownBy(() -> busyServers(1, -1))
        .hasMessageContaining("demand must not be negative");
    assertThatThrownBy(() -> inFlight(Double.NaN, 1)).hasMessageContaining("throughput");
  }
}
