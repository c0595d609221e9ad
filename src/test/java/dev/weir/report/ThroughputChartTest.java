package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.CellRecord;
import dev.weir.record.Samples;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThroughputChartTest {
  private static CellRecord cell(String driver, String inFlight) {
    CellRecord sample = Samples.cell(driver + inFlight, inFlight, 1_000);
    return new CellRecord(
        sample.id(),
        Map.of("driver", driver, "inFlight", inFlight),
        sample.trials(),
        sample.documentsPerSecond(),
        null,
        null,
        null,
        sample.serviceTimeMicros(),
        sample.cpu(),
        null,
        sample.bottleneck(),
        List.of());
  }

  @Test
  void cellsThatAStudyLeavesOutAreGapsInThePicture() {
    String svg =
        ThroughputChart.svg(
            "t", List.of(cell("sync", "1"), cell("sync", "8"), cell("reactive", "8")));
    assertThat(svg).contains("<svg");
  }

  @Test
  void nothingToDrawIsNoPicture() {
    assertThat(ThroughputChart.svg("t", List.of())).isEmpty();
  }
}
