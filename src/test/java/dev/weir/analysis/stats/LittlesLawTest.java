package dev.weir.analysis.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.CellRecord;
import dev.weir.record.Samples;
import dev.weir.record.Times;
import dev.weir.record.TrialRecord;
import dev.weir.study.Cell;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LittlesLawTest {
  private static final Cell FAR =
      Cell.parse(Map.of("clients", "2", "inFlight", "8", "linkMillis", "10"));

  private static CellRecord record(List<TrialRecord> trials, @Nullable Double callsPerSecond) {
    return new CellRecord(
        "far",
        FAR.factors(),
        trials,
        null,
        callsPerSecond,
        null,
        null,
        null,
        new CellRecord.Cpu(null, null),
        null,
        new CellRecord.Bottleneck("undecided", List.of()),
        List.of());
  }

  @Test
  void callsInFlightOverTheTimeOfACall() {
    Histogram times = new Histogram(3);
    times.recordValue(10_752_000);
    times.recordValue(11_248_000);
    TrialRecord trial = Samples.timed("far", 1, 1_450, Times.encode(times));
    assertThat(LittlesLaw.of(record(List.of(trial), 1_449.6)))
        .isEqualTo(
            "far: 16 in flight / (1.00 ms at the server + 10 ms of link) = 1,454 calls/s by"
                + " Little's law, 1,450 measured");
  }

  @Test
  void saysNothingWithoutAValidTrialOrALink() {
    assertThat(LittlesLaw.of(record(List.of(Samples.trial("far", 1, 1, List.of("broken"))), null)))
        .isEmpty();
    assertThat(LittlesLaw.speaksOf(FAR)).isTrue();
    assertThat(LittlesLaw.speaksOf(Cell.of(Map.of()))).isFalse();
  }
}
