package dev.weir.report.html.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AxisTest {
  private static List<String> labels(Axis axis) {
    return axis.ticks().stream().map(Axis.Tick::label).toList();
  }

  @Test
  void fromZeroEndsAtARoundFigure() {
    Axis axis = Axis.fromZero(21_466, 300, 0, 5);
    assertThat(labels(axis)).containsExactly("0", "5k", "10k", "15k", "20k", "25k");
    assertThat(axis.at(0)).isEqualTo(300);
    assertThat(axis.at(25_000)).isEqualTo(0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 0.1, 1, 3, 7.5, 99, 1e6, 4.2e12})
  void everyFigureHasRoomAndTicksDoNotCrowd(double most) {
    Axis axis = Axis.fromZero(most, 0, 100, 5);
    assertThat(axis.to()).isGreaterThanOrEqualTo(most * (1 - 1e-9)).isLessThanOrEqualTo(most * 2);
    assertThat(axis.ticks()).hasSizeBetween(3, 7);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, Double.NaN, Double.POSITIVE_INFINITY, -3})
  void nothingToShowIsNoFailure(double most) {
    assertThat(Axis.fromZero(most, 0, 100, 5).ticks()).isNotEmpty();
  }

  @Test
  void equalRatiosTakeEqualRoom() {
    Axis axis = Axis.logarithmic(0.5, 8, 0, 100);
    assertThat(axis.at(4) - axis.at(2)).isCloseTo(axis.at(2) - axis.at(1), within(1e-9));
    assertThat(labels(axis)).contains("0.5", "1", "2", "5");
  }

  @Test
  void alikeFiguresStillMakeAnAxis() {
    assertThat(labels(Axis.logarithmic(1, 1, 0, 100))).contains("1");
  }

  @Test
  void valuesOfAFactorStandByTheirSizeOrInTheirOrder() {
    Axis numbers = Axis.ofValues(List.of("8", "1", "2"), 0, 100);
    assertThat(labels(numbers)).containsExactly("1", "2", "8");
    assertThat(numbers.logarithmic()).isTrue();
    Axis names = Axis.ofValues(List.of("w1", "majority"), 0, 100);
    assertThat(names.at(0)).isEqualTo(25);
    assertThat(names.at(1)).isEqualTo(75);
  }
}
