package dev.weir.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.study.Cell;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskDispatchTest {
  private static Cell cell(String dispatch) {
    return Cell.parse(
        Map.of("dispatch", dispatch, "tasks", "16", "batchesPerTask", "1", "queueWorkers", "16"));
  }

  private static long deepest(TaskDispatch dispatch) {
    int[] queues = new int[16];
    IntStream.range(0, 16).forEach(task -> queues[dispatch.worker(task)]++);
    return Arrays.stream(queues).max().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 16, 31, 48, 10_000, Integer.MAX_VALUE})
  void moduloIsThatOfTheWholeNumber(int divisor) {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 100; i++) {
      byte[] bytes = new byte[12];
      random.nextBytes(bytes);
      int expected = new BigInteger(1, bytes).mod(BigInteger.valueOf(divisor)).intValueExact();
      assertThat(TaskDispatch.modulo(new ObjectId(bytes), divisor)).isEqualTo(expected);
    }
  }

  @Test
  void idsOfOneProcessOneAfterTheOtherFallEvenly() {
    for (int start = 0xFFFFF0; start <= 0xFFFFFF - 16; start++) {
      int counter = start;
      TaskDispatch inRow =
          task -> TaskDispatch.modulo(new ObjectId(1_700_000_000, counter + task), 16);
      assertThat(deepest(inRow)).isEqualTo(1);
    }
  }

  /** The fullest of 16 urns after 16 throws holds 3.08 on average (simulated, 10^6 times). */
  @Test
  void idsOfPlayersFallAsChanceHasIt() {
    TaskDispatch dispatch = TaskDispatch.of(cell("modulo"), new SplittableRandom(1));
    double mean =
        IntStream.range(0, 20_000).mapToLong(job -> deepest(dispatch)).average().orElse(0);
    assertThat(mean).isBetween(3.05, 3.11);
  }

  @Test
  void eachTaskHasItsOwnWorker() {
    assertThat(deepest(TaskDispatch.of(cell("task"), new SplittableRandom(1)))).isEqualTo(1);
  }
}
