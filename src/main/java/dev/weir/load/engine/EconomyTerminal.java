package dev.weir.load.engine;

import dev.weir.driver.Written;
import dev.weir.driver.economy.EconomyOutcome;
import dev.weir.workload.economy.EconomyOperation;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One player's terminal, as TPC-C's (clause 5.2): draws an operation, waits its keying time, starts
 * it, waits for its end, then the think time. The operation is meant to start when the waiting is
 * over; being late for that is part of its response time.
 */
public final class EconomyTerminal implements Feed, Action {
  private final int index;
  private final Operations operations;
  private final SplittableRandom random;
  private final double scale;
  private final EconomyCounts counts;
  private final Timing timing;
  private @Nullable EconomyOperation operation;
  private long number = -1;

  /** Carries out one operation of that id. */
  @FunctionalInterface
  public interface Operations {
    EconomyOutcome run(EconomyOperation operation, String id);
  }

  /**
   * @param scale of keying and think times; 1 is TPC-C's own
   */
  public EconomyTerminal(
      int index,
      Operations operations,
      SplittableRandom random,
      double scale,
      EconomyCounts counts,
      Timing timing) {
    this.index = index;
    this.operations = operations;
    this.random = random;
    this.scale = scale;
    this.counts = counts;
    this.timing = timing;
  }

  @Override
  public boolean next(Call call) {
    // Workers that all began at once would stay in step for a while.
    double pause =
        operation == null
            ? random.nextDouble() * EconomyOperation.meanCycleSeconds()
            : operation.thinkSeconds(random);
    EconomyOperation next = EconomyOperation.pick(random);
    operation = next;
    call.number = ++number;
    call.intendedAt = timing.nanoTime() + nanos(pause) + nanos(next.keyingSeconds());
    return true;
  }

  private long nanos(double seconds) {
    return (long) (seconds * scale * 1e9);
  }

  @Override
  public void prepare(Call call) {
    // An operation makes its statements as it goes.
  }

  @Override
  public int documents() {
    return 1;
  }

  @Override
  public long bytes() {
    return 0;
  }

  @Override
  public void send(Call call, Lane lane) {
    EconomyOperation drawn = operation;
    if (drawn == null) {
      throw new IllegalStateException("an operation is drawn before it is sent");
    }
    EconomyOutcome outcome = operations.run(drawn, "w" + index + "-" + call.number);
    long endedAt = timing.nanoTime();
    boolean good =
        counts.add(drawn, outcome, index, endedAt - call.sentAt, endedAt - call.intendedAt);
    if (good) {
      lane.acknowledged(Written.modified(1));
    } else {
      lane.failed(String.valueOf(outcome.error()), Written.NOTHING);
    }
  }
}
