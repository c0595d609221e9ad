package dev.weir.load.engine;

import dev.weir.driver.economy.EconomyOutcome;
import dev.weir.workload.economy.EconomyOperation;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What became of the operations of all workers, by type. Safe for many threads. */
public final class EconomyCounts {
  private static final int RECORDERS = 2;

  private final Map<EconomyOperation, OfType> types = new EnumMap<>(EconomyOperation.class);
  private final boolean tolerant;
  private final LongAdder voided = new LongAdder();
  private volatile boolean measuring;
  private volatile @Nullable String firstError;
  private volatile Runnable end = () -> {};

  /** The counters of one type; those named measured begin with the measured span. */
  public static final class OfType {
    public final LongAdder committed = new LongAdder();
    public final LongAdder unresolved = new LongAdder();
    public final LongAdder done = new LongAdder();
    public final LongAdder refused = new LongAdder();
    public final LongAdder failed = new LongAdder();
    public final LongAdder retries = new LongAdder();
    public final LongAdder resolved = new LongAdder();
    public final ServiceTimes response = new ServiceTimes(RECORDERS);
    public final ServiceTimes service = new ServiceTimes(RECORDERS);
  }

  /**
   * @param tolerant whether an error is no reason to end
   */
  public EconomyCounts(boolean tolerant) {
    this.tolerant = tolerant;
    for (EconomyOperation operation : EconomyOperation.values()) {
      types.put(operation, new OfType());
    }
  }

  public OfType of(EconomyOperation operation) {
    OfType type = types.get(operation);
    if (type == null) {
      throw new IllegalStateException("every operation is counted, but not " + operation);
    }
    return type;
  }

  /** From now on operations enter figures. */
  public void measure() {
    measuring = true;
  }

  /** Counts an operation that ended; false if it neither happened nor was refused. */
  boolean add(
      EconomyOperation operation,
      EconomyOutcome outcome,
      int worker,
      long serviceNanos,
      long responseNanos) {
    OfType type = of(operation);
    boolean good =
        switch (outcome.kind()) {
          case COMMITTED -> {
            type.committed.increment();
            yield true;
          }
          case REFUSED -> true;
          case FAILED -> {
            voided.add(outcome.resolved() ? 1 : 0);
            yield false;
          }
          case UNRESOLVED -> {
            type.unresolved.increment();
            yield false;
          }
        };
    if (!good) {
      if (firstError == null) {
        firstError = operation.title() + ": " + outcome.error();
      }
      if (!tolerant) {
        end.run();
      }
    }
    if (measuring) {
      (good ? type.done : type.failed).increment();
      type.refused.add(outcome.kind() == EconomyOutcome.Kind.REFUSED ? 1 : 0);
      type.retries.add(outcome.retries());
      type.resolved.add(outcome.resolved() ? 1 : 0);
      if (good) {
        type.response.record(worker, responseNanos);
        type.service.record(worker, serviceNanos);
      }
    }
    return good;
  }

  public long voided() {
    return voided.sum();
  }

  /** The first error there was, null without any. */
  public @Nullable String firstError() {
    return firstError;
  }

  /** Says what ends the economy at an error that is not tolerated. */
  public void onFatal(Runnable ends) {
    end = ends;
  }
}
