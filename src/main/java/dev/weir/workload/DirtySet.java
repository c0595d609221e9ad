package dev.weir.workload;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What players changed in memory and nobody has written yet: one document per player, dirty or
 * clean. The caller gives the time, in ns from any origin. Not thread-safe.
 */
public final class DirtySet {
  private static final double NANOS = 1e9;

  private final PoissonUpdates updates;

  /** Account of every single change; null if only those that make a document dirty are reported. */
  private final @Nullable SaveLedger ledger;

  /** When a dirty document was changed first. */
  private final long[] since;

  /** The same, and the changes, of documents as they were taken to be written. */
  private final long[] takenSince;

  private final long[] takenChanges;

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
    this(players, updates, null);
  }

  /**
   * As {@link #DirtySet(int, PoissonUpdates)}, where every change is made, one by one.
   *
   * @param ledger account of the changes and of what becomes of them
   */
  public DirtySet(int players, PoissonUpdates updates, @Nullable SaveLedger ledger) {
    this.updates = updates;
    this.ledger = ledger;
    this.since = new long[players];
    this.takenSince = new long[players];
    this.takenChanges = new long[players];
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
    for (double next = now + updates.gap(changing());
        next <= nanos;
        next += updates.gap(changing())) {
      int player = players[updates.anyOf(changing())];
      if (ledger != null) {
        ledger.changed(player, (long) next);
      }
      if (isClean(player)) {
        since[player] = (long) next;
        makeDirty(player);
      }
    }
    now = nanos;
    if (ledger != null) {
      ledger.now(nanos);
    }
  }

  /** Players whose next change has to be reported: with a ledger all, else those without one. */
  private int changing() {
    return ledger == null ? clean : players.length;
  }

  boolean isClean(int player) {
    return place[player] < clean;
  }

  private void makeDirty(int player) {
    clean--;
    move(player, clean);
  }

  /** Makes the document clean because it is about to be written; false if it was. */
  public boolean take(int player) {
    if (isClean(player)) {
      return false;
    }
    takenChanges[player] = changes(player);
    takenSince[player] = since[player];
    saved += takenChanges[player];
    move(player, clean);
    clean++;
    taken++;
    if (ledger != null) {
      ledger.handedOver(player);
    }
    return true;
  }

  /** What was taken of a document has been written, or it was written unchanged. */
  void written(int player) {
    if (ledger != null) {
      ledger.acknowledged(player, ledger.handed(player));
    }
  }

  /** Makes a document dirty again that was taken and could not be written. */
  void giveBack(int player) {
    saved -= takenChanges[player];
    since[player] = takenSince[player];
    if (isClean(player)) {
      makeDirty(player);
    }
  }

  private long changes(int player) {
    return ledger == null
        ? 1 + updates.during(now - since[player])
        : ledger.changes(player) - ledger.acknowledged(player);
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
