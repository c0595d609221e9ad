package dev.weir.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

class YcsbReportTest {
  @ParameterizedTest
  @ValueSource(strings = {"op", "intended", "both"})
  void batchedOperationsHaveCountsAndOnlyBatchesHaveLatencies(String interval) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("measurement.interval", interval);
    YcsbMeasurements.forget();
    Measurements.setProperties(properties);
    Measurements ycsb = Measurements.getMeasurements();
    YcsbReport first = YcsbReport.install(ycsb, properties);
    YcsbReport second = YcsbReport.install(ycsb, properties);

    // What YCSB's wrapper does around each call of the binding.
    for (int i = 0; i < 5; i++) {
      ycsb.measure("UPDATE", 0);
      ycsb.measureIntended("UPDATE", 0);
      ycsb.reportStatus("UPDATE", Status.BATCHED_OK);
    }
    first.batch(BatchKind.UPDATE, Status.OK, 1_000_000, 3_000_000);
    first.operations(BatchKind.UPDATE, Status.OK, 3);
    Status failed = new Status("MongoTimeoutException", "");
    second.batch(BatchKind.UPDATE, failed, 1_000_000, 9_000_000);
    second.operations(BatchKind.UPDATE, failed, 2);

    Map<String, Double> report = Phase.report();
    assertThat(report)
        .containsEntry("UPDATE, Operations", 5.0)
        .containsEntry("UPDATE, Return=OK", 3.0)
        .containsEntry("UPDATE, Return=MongoTimeoutException", 2.0)
        .containsEntry("BATCH-UPDATE, Return=OK", 1.0)
        .containsEntry("BATCH-UPDATE, Return=MongoTimeoutException", 1.0)
        .containsEntry("BATCH-UPDATE, MaxLatency(us)", 2000.0)
        .containsEntry("BATCH-UPDATE-FAILED, Operations", 1.0)
        .doesNotContainKeys("UPDATE, AverageLatency(us)", "Intended-UPDATE, AverageLatency(us)");
    assertThat(report.keySet()).noneMatch(key -> key.startsWith("INSERT"));
    assertThat(report.containsKey("Intended-BATCH-UPDATE, Operations"))
        .isEqualTo(interval.equals("both"));
  }

  @Test
  void withATargetABatchWasDueWhenTheOperationThatSentItWas() throws Exception {
    Properties properties = new Properties();
    properties.setProperty("measurement.interval", "both");
    YcsbMeasurements.forget();
    Measurements.setProperties(properties);
    Measurements ycsb = Measurements.getMeasurements();
    YcsbReport report = YcsbReport.install(ycsb, properties);
    long due = 1_000_000_000;
    ycsb.setIntendedStartTimeNs(due);

    long sent = due + 40_000_000;
    report.batch(BatchKind.INSERT, Status.OK, sent, sent + 2_000_000);

    Map<String, Double> figures = Phase.report();
    assertThat(figures)
        .containsEntry("BATCH-INSERT, MaxLatency(us)", 2000.0)
        .hasEntrySatisfying(
            "Intended-BATCH-INSERT, AverageLatency(us)", us -> assertThat(us).isEqualTo(42_000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UPDATE", "INSERT"})
  void refusesWhenYcsbMeasuredSuchOperationsBefore(String operation) throws Exception {
    Properties properties = new Properties();
    YcsbMeasurements.forget();
    Measurements.setProperties(properties);
    Measurements.getMeasurements().measure(operation, 1);
    assertThatThrownBy(() -> YcsbReport.install(Measurements.getMeasurements(), properties))
        .hasMessageContaining("before the binding was initialised");
  }
}
