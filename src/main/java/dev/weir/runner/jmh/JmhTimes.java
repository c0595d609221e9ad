package dev.weir.runner.jmh;

import dev.weir.study.Study;
import java.time.Duration;

/**
 * A study's times as JMH's. A fork is a fresh JVM, so the study's whole warm-up goes before each
 * trial.
 *
 * @param warmUps warm-up iterations
 * @param warmUpMillis length of each
 * @param iterations measured iterations
 * @param millis length of each
 */
record JmhTimes(int warmUps, long warmUpMillis, int iterations, long millis) {
  /** Between iterations JMH's threads wait for each other: that time is not measured. */
  private static final int MOST_ITERATIONS = 20;

  private static final int FEWEST_ITERATIONS = 4;
  private static final Duration LONGEST_WARM_UP = Duration.ofMinutes(2);

  static JmhTimes of(Study study) {
    long window = study.trial().window().toMillis();
    long measure = study.trial().measure().toMillis();
    int iterations =
        (int)
            Math.min(MOST_ITERATIONS, Math.max(FEWEST_ITERATIONS, (measure + window - 1) / window));
    long millis = Math.max(window, (measure + iterations - 1) / iterations);
    Duration warmUp = study.warmUp().atMost();
    long warming = Math.min(LONGEST_WARM_UP.toMillis(), warmUp.toMillis());
    return new JmhTimes(
        (int) Math.max(2, (warming + millis - 1) / millis), millis, iterations, millis);
  }

  @Override
  public String toString() {
    return warmUps
        + " warm-up iterations of "
        + warmUpMillis
        + " ms, "
        + iterations
        + " measured ones of "
        + millis
        + " ms";
  }
}
