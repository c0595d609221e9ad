package dev.weir.workload;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Write-behind without a database: changes make documents dirty, the schedule makes them due, and
 * what is due is cut into batches. A document is in one batch at a time: its next save waits for
 * the answer to the last one, and a save that failed makes it dirty and, after a pause, due again.
 * The caller gives the time, no clock is read, so a simulated hour takes as long as its events. Not
 * thread-safe.
 */
public final class WriteBehind {
  /** From a failed save to the next attempt; a server that refuses is not asked without end. */
  static final long RETRY_NANOS = 1_000_000_000L;

  private static final long NEVER = Long.MIN_VALUE;

  private final DirtySet dirty;
  private final FlushSchedule schedule;
  private final int batchSize;
  private final long lingerNanos;
  private final int changedPercent;

  private final ArrayDeque<Due> due = new ArrayDeque<>();
  private final ArrayDeque<Due> again = new ArrayDeque<>();

  /** Taken and not answered. */
  private final BitSet away;

  /** Of those, the documents that are saved although they have not changed. */
  private final BitSet unchanged;

  /** Of those, the documents that became due meanwhile. */
  private final BitSet dueMeanwhile;

  /** Since when a document waits to be acknowledged, by the first batch that it was in. */
  private final long[] waitsSince;

  private final BitSet savedOnce;
  private int unchangedNext;
  private double unchangedOwed;
  private long sentAgain;
  private long savedUnchanged;

  /** A player whose document is due since a time in ns. */
  private record Due(int player, long since) {}

  /**
   * Documents to be written in one call.
   *
   * @param players whose; a player is the key of his document
   * @param dueNanos when the first of them was due
   * @param readyNanos when the call was ready, or, where it has documents that an earlier call
   *     could not save, when the earliest such call was
   */
  public record Batch(List<Integer> players, long dueNanos, long readyNanos) {}

  /**
   * @param batchSize documents in one batch, at most
   * @param lingerNanos how long a batch that is not full waits for more
   */
  public WriteBehind(DirtySet dirty, FlushSchedule schedule, int batchSize, long lingerNanos) {
    this(dirty, schedule, batchSize, lingerNanos, 100);
  }

  /**
   * As above, for a game that saves documents too that have not changed.
   *
   * @param changedPercent of 100 documents in a batch, those that have changed
   */
  public WriteBehind(
      DirtySet dirty, FlushSchedule schedule, int batchSize, long lingerNanos, int changedPercent) {
    this.dirty = dirty;
    this.schedule = schedule;
    this.batchSize = batchSize;
    this.lingerNanos = lingerNanos;
    this.changedPercent = changedPercent;
    this.away = new BitSet(dirty.players());
    this.unchanged = new BitSet(dirty.players());
    this.dueMeanwhile = new BitSet(dirty.players());
    this.savedOnce = new BitSet(dirty.players());
    this.waitsSince = new long[dirty.players()];
    Arrays.fill(waitsSince, NEVER);
  }

  /** Lets everything happen up to that time, ns since the start. */
  public void advance(long nanos) {
    long from = dirty.now();
    dirty.advance(nanos);
    for (Due next = again.peek(); next != null && next.since() <= nanos; next = again.peek()) {
      again.remove();
      collect(next.player());
    }
    schedule.due(from, nanos, dirty, this::collect);
  }

  private void collect(int player) {
    if (away.get(player)) {
      dueMeanwhile.set(player);
    } else if (dirty.take(player)) {
      away.set(player);
      due.add(new Due(player, dirty.now()));
    }
  }

  /**
   * A batch was answered.
   *
   * @param saved whether all of it was acknowledged; if not, all of it is to be saved again
   */
  public void answered(List<Integer> players, boolean saved) {
    for (int player : players) {
      boolean failed = !saved && !unchanged.get(player);
      savedUnchanged += saved && unchanged.get(player) ? 1 : 0;
      away.clear(player);
      unchanged.clear(player);
      if (failed) {
        sentAgain++;
        dirty.giveBack(player);
        again.add(new Due(player, dirty.now() + RETRY_NANOS));
      } else {
        waitsSince[player] = NEVER;
        if (saved) {
          savedOnce.set(player);
          dirty.written(player);
        }
      }
      if (dueMeanwhile.get(player)) {
        dueMeanwhile.clear(player);
        if (!failed) {
          collect(player);
        }
      }
    }
  }

  /** The next batch that is full or has waited long enough; null if none is. */
  public @Nullable Batch next() {
    Due first = due.peek();
    boolean ready =
        first != null
            && (due.size() >= mostChanged() || dirty.now() - first.since() >= lingerNanos);
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

  /** Whether nothing is dirty, due or unanswered. */
  public boolean idle() {
    return dirty.size() == 0 && due.isEmpty() && away.isEmpty();
  }

  /** How long the document that is due for longest has waited for its acknowledgement, in ns. */
  public long overdueNanos() {
    long first = dirty.now();
    for (int player = away.nextSetBit(0); player >= 0; player = away.nextSetBit(player + 1)) {
      first = earlier(first, waitsSince[player]);
    }
    for (Due failed : again) {
      first = earlier(first, waitsSince[failed.player()]); // never: saved before its next attempt
    }
    return dirty.now() - first;
  }

  private static long earlier(long first, long since) {
    return since == NEVER ? first : Math.min(first, since);
  }

  /** Documents that were sent again because the call before had failed. */
  public long sentAgain() {
    return sentAgain;
  }

  /** Documents that were saved although they had not changed. */
  public long savedUnchanged() {
    return savedUnchanged;
  }

  private int mostChanged() {
    return Math.max(1, batchSize * changedPercent / 100);
  }

  private Batch cut() {
    int size = Math.min(mostChanged(), due.size());
    List<Integer> players = new ArrayList<>(batchSize);
    long since = due.element().since();
    long ready = dirty.now();
    for (int i = 0; i < size; i++) {
      int player = due.remove().player();
      if (waitsSince[player] == NEVER) {
        waitsSince[player] = dirty.now();
      }
      ready = Math.min(ready, waitsSince[player]);
      players.add(player);
    }
    addUnchanged(players, size);
    return new Batch(players, since, ready);
  }

  /** As many documents that were saved before and have not changed since as were asked for. */
  private void addUnchanged(List<Integer> players, int changed) {
    unchangedOwed += changed * (100.0 / changedPercent - 1);
    for (int tried = 0;
        unchangedOwed >= 1 && players.size() < batchSize && tried < dirty.players();
        tried++) {
      int player = unchangedNext;
      unchangedNext = (unchangedNext + 1) % dirty.players();
      if (savedOnce.get(player) && dirty.isClean(player) && !away.get(player)) {
        away.set(player);
        unchanged.set(player);
        players.add(player);
        unchangedOwed--;
      }
    }
    unchangedOwed = Math.min(unchangedOwed, batchSize);
  }

  public DirtySet dirty() {
    return dirty;
  }
}
