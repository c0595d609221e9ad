package dev.weir.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.api.Test;

class IntervalTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Test
  void survivesJsonWithoutHelpFromTheMapper() throws Exception {
    var interval = new Interval(100, 92, 108, 0.95, 5, "student-t");

    String json = JSON.writeValueAsString(interval);

    assertThat(json)
        .isEqualTo(
            "{\"mean\":100.0,\"low\":92.0,\"high\":108.0,\"confidence\":0.95,\"n\":5,"
                + "\"method\":\"student-t\"}");
    assertThat(JSON.readValue(json, Interval.class)).isEqualTo(interval);
  }

  @Test
  void unknownBoundsAreNullInJsonAndNaNInJava() throws Exception {
    var single = new Interval(100, Double.NaN, Double.NaN, 0.95, 1, "student-t");

    String json = JSON.writeValueAsString(single);

    assertThat(json).contains("\"low\":null,\"high\":null");
    assertThat(JSON.readValue(json, Interval.class)).isEqualTo(single);
    assertThat(single.isKnown()).isFalse();
    assertThat(single.contains(100)).isFalse();
    assertThat(single.relativeHalfWidth()).isInfinite();
  }

  @Test
  void halfWidthIsTheLargerSide() {
    assertThat(new Interval(100, 98, 110, 0.95, 5, "log").relativeHalfWidth()).isEqualTo(0.1);
    assertThat(new Interval(100, 85, 110, 0.95, 5, "log").relativeHalfWidth()).isEqualTo(0.15);
  }

  @Test
  void refusesBoundsThatDoNotEncloseTheEstimate() {
    assertThatThrownBy(() -> new Interval(100, 101, 102, 0.95, 3, "x"))
        .hasMessageContaining("do not enclose");
    assertThatThrownBy(() -> new Interval(100, 99, Double.NaN, 0.95, 3, "x"))
        .hasMessageContaining("do not enclose");
    assertThatThrownBy(() -> new Interval(100, 99, 101, 95, 3, "x"))
        .hasMessageContaining("between 0 and 1");
    assertThatThrownBy(() -> new Interval(100, 99, 101, 0.95, 0, "x"))
        .hasMessageContaining("at least one round");
  }
}
