package dev.weir.workload;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Write-behind without a database: changes make documents dirty, the schedule makes them due, and
 * what is due is cut into batches. Time is told, never read, so a simulated hour takes as long as
 * its events. Not thread-safe.
 */
public final class WriteBehind {
  private final DirtySet dirty;
  private final FlushSchedule schedule;
  private final int batchSize;
  private final long lingerNanos;

  private final ArrayDeque<Due> due = new ArrayDeque<>();

  /** A player whose document is due since a time in ns. */
  private record Due(int player, long since) {}

  /**
   * Documents to be written in one call.
   *
   * @param players whose; a player is the key of his document
   * @param dueNanos when the first of them was due
   */
  public record Batch(List<Integer> players, long dueNanos) {}

  /**
   * @param batchSize documents in one batch, at most
   * @param lingerNanos how long a batch that is not full waits for more
   */
  public WriteBehind(DirtySet dirty, FlushSchedule schedule, int batchSize, long lingerNanos) {
    this.dirty = dirty;
    this.schedule = schedule;
    this.batchSize = batchSize;
    this.lingerNanos = lingerNanos;
  }

  /** Lets everything happen up to that time, ns since the start. */
  public void advance(long nanos) {
    long from = dirty.now();
    dirty.advance(nanos);
    schedule.due(from, nanos, dirty, this::collect);
  }

  private void collect(int player) {
    if (dirty.take(player)) {
      due.add(new Due(player, dirty.now()));
    }
  }

  /** The next batch that is full or has waited long enough; null if none is. */
  public @Nullable Batch next() {
    Due first = due.peek();
    boolean ready =
        first != null && (due.size() >= batchSize || dirty.now() - first.since() >= lingerNanos);
    return ready ? cut() : null;
  }

  /** Makes all that is dirty due, as a shutdown does; {@link #drained} then hands it out. */
  public void shutdown() {
    for (int player = 0; player < dirty.players(); player++) {
      collect(player);
    }
  }

  /** The next batch, full or not; null when everything is handed out. */
  public @Nullable Batch drained() {
    return due.isEmpty() ? null : cut();
  }

  private Batch cut() {
    int size = Math.min(batchSize, due.size());
    List<Integer> players = new ArrayList<>(size);
    long since = due.element().since();
    for (int i = 0; i < size; i++) {
      players.add(due.remove().player());
    }
    return new Batch(players, since);
  }

  public DirtySet dirty() {
    return dirty;
  }
}
