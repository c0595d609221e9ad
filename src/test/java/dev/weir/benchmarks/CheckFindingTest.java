package dev.weir.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.record.Interval;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckFindingTest {
  @ParameterizedTest
  @CsvSource({
    "0.98, 1.01, MET",
    "0.97, 0.99, MET",
    "0.96, 0.98, NOT_SHOWN",
    "0.90, 0.969, MISSED",
  })
  void onlyAnIntervalWhollyBelowTheBoundIsMissed(
      double low, double high, CheckFinding.Verdict expected) {
    assertThat(CheckFinding.atLeast(0.97, "a / b", interval(low, high)).verdict())
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0.96, 1.04, MET",
    "1.02, 1.06, NOT_SHOWN",
    "1.06, 1.07, MISSED",
    "0.93, 0.94, MISSED",
  })
  void aTargetWithTwoSidesIsMissedOnEither(double low, double high, CheckFinding.Verdict expected) {
    assertThat(new CheckFinding("a / b", interval(low, high), 0.95, 1.05).verdict())
        .isEqualTo(expected);
  }

  @Test
  void survivesTheWayBetweenProcesses() throws Exception {
    ObjectMapper json = new ObjectMapper();
    CheckFinding finding = CheckFinding.atLeast(0.97, "a / b", interval(0.9, 1.1));
    assertThat(json.readValue(json.writeValueAsString(finding), CheckFinding.class))
        .isEqualTo(finding);
  }

  @Test
  void theTableNamesTargetIntervalAndVerdict() {
    assertThat(
            CheckFinding.table(List.of(CheckFinding.atLeast(0.97, "a / b", interval(0.9, 0.96)))))
        .contains("a / b", "≥ 0.97", "0.900 to 0.960", "missed");
  }

  private static Interval interval(double low, double high) {
    return new Interval((low + high) / 2, low, high, 0.95, 5, "test");
  }
}
