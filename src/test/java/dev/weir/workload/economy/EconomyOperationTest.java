package dev.weir.workload.economy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EconomyOperationTest {
  @Test
  void theCycleIsTheOneThatTpccsLimitRestsOn() {
    double cycle = EconomyOperation.meanCycleSeconds();
    double newOrdersPerMinuteOfTenTerminals = 10 * 60 / cycle * 0.45;
    assertThat(newOrdersPerMinuteOfTenTerminals).isCloseTo(12.86, Offset.offset(0.01));
  }

  @Test
  void operationsAreDrawnByTheirWeights() {
    SplittableRandom random = new SplittableRandom(3);
    Map<EconomyOperation, Integer> drawn = new EnumMap<>(EconomyOperation.class);
    int draws = 100_000;
    for (int i = 0; i < draws; i++) {
      drawn.merge(EconomyOperation.pick(random), 1, Integer::sum);
    }
    assertThat(Arrays.stream(EconomyOperation.values()).mapToInt(EconomyOperation::weight).sum())
        .isEqualTo(100);
    drawn.forEach(
        (operation, n) ->
            assertThat(100.0 * n / draws)
                .as(operation.title())
                .isCloseTo(operation.weight(), Offset.offset(0.6)));
  }

  @ParameterizedTest
  @EnumSource
  void thinkTimesAreExponentialAndCutOff(EconomyOperation operation) {
    SplittableRandom random = new SplittableRandom(4);
    double mean =
        operation == EconomyOperation.PURCHASE || operation == EconomyOperation.PAYMENT
            ? 12
            : operation == EconomyOperation.ROLE_STATUS ? 10 : 5;
    double sum = 0;
    double longest = 0;
    for (int i = 0; i < 100_000; i++) {
      double time = operation.thinkSeconds(random);
      assertThat(time).isNotNegative();
      sum += time;
      longest = Math.max(longest, time);
    }
    assertThat(sum / 100_000).isCloseTo(mean, Percentage.withPercentage(2));
    assertThat(longest).isLessThanOrEqualTo(10 * mean).isGreaterThan(8 * mean);
  }

  @Test
  void whatIsPaidIsOnAverageWhatIsSpent() {
    double spent = EconomySize.PRICE * (1 + EconomySize.MOST_BOUGHT) / 2.0;
    double paid = (1 + EconomySize.MOST_PAID) / 2.0;
    assertThat(paid).isEqualTo(spent);
  }
}
