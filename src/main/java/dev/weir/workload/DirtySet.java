package dev.weir.workload;

import java.util.Arrays;

/**
 * What players changed in memory and nobody has written yet: one document per player, dirty or
 * clean. Time is told, in ns from any origin. Not thread-safe.
 */
public final class DirtySet {
  private static final double NANOS = 1e9;

  private final PoissonUpdates updates;

  /** When a dirty document was changed first. */
  private final long[] since;

  /** All players, those whose documents are clean first. */
  private final int[] players;

  /** Where each player is among them. */
  private final int[] place;

  private int clean;
  private long now;
  private long saved;
  private long taken;

  /** All is clean at time 0. */
  public DirtySet(int players, PoissonUpdates updates) {
    this.updates = updates;
    this.since = new long[players];
    this.players = new int[players];
    Arrays.setAll(this.players, i -> i);
    this.place = this.players.clone();
    this.clean = players;
  }

  public int players() {
    return since.length;
  }

  /** Lets the players change their documents up to that time. */
  public void advance(long nanos) {
    for (double next = now + updates.gap(clean); next <= nanos; next += updates.gap(clean)) {
      int player = players[updates.anyOf(clean)];
      since[player] = (long) next;
      clean--;
      move(player, clean);
    }
    now = nanos;
  }

  /** Makes the document clean because it is about to be written; false if it was. */
  public boolean take(int player) {
    if (place[player] < clean) {
      return false;
    }
    saved += changes(player);
    move(player, clean);
    clean++;
    taken++;
    return true;
  }

  private long changes(int player) {
    return 1 + updates.during(now - since[player]);
  }

  private void move(int player, int to) {
    int other = players[to];
    int from = place[player];
    players[from] = other;
    place[other] = from;
    players[to] = player;
    place[player] = to;
  }

  /** Up to when {@link #advance} came. */
  long now() {
    return now;
  }

  /** Dirty documents. */
  public int size() {
    return since.length - clean;
  }

  /** Changes so far; of those in a document that is still dirty only the first. */
  public long updates() {
    return saved + size();
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

  /** What a crash now would lose. */
  public Loss crash() {
    long changes = 0;
    double sum = 0;
    double worst = 0;
    for (int i = clean; i < players.length; i++) {
      double seconds = (now - since[players[i]]) / NANOS;
      changes += changes(players[i]);
      sum += seconds;
      worst = Math.max(worst, seconds);
    }
    return new Loss(size(), changes, sum / since.length, worst);
  }
}
