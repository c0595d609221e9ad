package dev.weir.workload;

import java.util.Arrays;

/**
 * What players changed in memory and nobody has written yet: one document per player, dirty or
 * clean. Not thread-safe.
 */
public final class DirtySet {
  private static final long CLEAN = Long.MIN_VALUE;
  private static final double NANOS = 1e9;

  private final long[] since;
  private final int[] unsaved;
  private int size;
  private long updates;
  private long taken;

  public DirtySet(int players) {
    since = new long[players];
    unsaved = new int[players];
    Arrays.fill(since, CLEAN);
  }

  public int players() {
    return since.length;
  }

  /** Notes a change at a time in ns, from any origin. */
  public void update(int player, long nanos) {
    if (since[player] == CLEAN) {
      since[player] = nanos;
      size++;
    }
    unsaved[player]++;
    updates++;
  }

  public boolean dirty(int player) {
    return since[player] != CLEAN;
  }

  /** Makes the document clean because it is about to be written; false if it was. */
  public boolean take(int player) {
    if (since[player] == CLEAN) {
      return false;
    }
    since[player] = CLEAN;
    unsaved[player] = 0;
    size--;
    taken++;
    return true;
  }

  /** Dirty documents. */
  public int size() {
    return size;
  }

  /** Changes so far. */
  public long updates() {
    return updates;
  }

  /** Documents taken to be written so far. */
  public long taken() {
    return taken;
  }

  /**
   * What a crash now would lose.
   *
   * @param documents dirty documents
   * @param updates changes in them
   * @param meanSeconds from the first unsaved change until now, in the mean over <em>all</em>
   *     players; who is clean loses nothing
   * @param worstSeconds the longest of them
   */
  public record Loss(int documents, long updates, double meanSeconds, double worstSeconds) {}

  /** What a crash at this time would lose. */
  public Loss crash(long nanos) {
    long changes = 0;
    double sum = 0;
    double worst = 0;
    for (int i = 0; i < since.length; i++) {
      if (since[i] != CLEAN) {
        double seconds = (nanos - since[i]) / NANOS;
        changes += unsaved[i];
        sum += seconds;
        worst = Math.max(worst, seconds);
      }
    }
    return new Loss(size, changes, sum / since.length, worst);
  }
}
