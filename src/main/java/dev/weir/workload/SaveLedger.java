package dev.weir.workload;

import java.nio.ByteBuffer;

/**
 * A game's own account of every player's document: the changes made in memory, those handed to the
 * driver, those that the server acknowledged. On a mapped file it outlives the game, whatever ends
 * it. One thread writes; another one, or another process, may read an account that is some
 * microseconds old.
 *
 * <p>A document's version is the number of its changes. Times are in ns since the start of the
 * game.
 */
public final class SaveLedger {
  private static final int HEADER = 2 * Long.BYTES;

  private static final int CHANGES = 0;
  private static final int SINCE = 1;
  private static final int HANDED = 2;
  private static final int HANDED_SINCE = 3;
  private static final int ACKNOWLEDGED = 4;
  private static final int FIELDS = 5;

  private final ByteBuffer buffer;
  private final int players;

  /**
   * @param buffer of {@link #bytes} bytes, all 0 for a game that begins
   */
  public SaveLedger(ByteBuffer buffer, int players) {
    if (buffer.capacity() < bytes(players)) {
      throw new IllegalArgumentException("a ledger of " + players + " players needs more room");
    }
    this.buffer = buffer;
    this.players = players;
  }

  /** Bytes of an account of that number of players. */
  public static int bytes(int players) {
    return HEADER + players * FIELDS * Long.BYTES;
  }

  public int players() {
    return players;
  }

  /** Until when the account goes, in ns since the start of the game. */
  public long now() {
    return buffer.getLong(0);
  }

  void now(long nanos) {
    buffer.putLong(0, nanos);
  }

  /** For how long, at {@link #now}, a document had been ready to be saved in vain, in ns. */
  public long overdue() {
    return buffer.getLong(Long.BYTES);
  }

  /** The same, as it is now. */
  public void overdue(long nanos) {
    buffer.putLong(Long.BYTES, nanos);
  }

  /** Changes of a player's document in memory. */
  public long changes(int player) {
    return get(player, CHANGES);
  }

  /** The version that was handed to the driver last, 0 for none. */
  public long handed(int player) {
    return get(player, HANDED);
  }

  /** The newest version that the server acknowledged, 0 for none. */
  public long acknowledged(int player) {
    return get(player, ACKNOWLEDGED);
  }

  /** A change in memory at that time; the first after the last hand-over is remembered. */
  void changed(int player, long nanos) {
    if (changes(player) == handed(player)) {
      put(player, SINCE, nanos);
    }
    put(player, CHANGES, changes(player) + 1);
  }

  /** The document goes to the driver as it is. */
  void handedOver(int player) {
    if (handed(player) == acknowledged(player)) {
      put(player, HANDED_SINCE, get(player, SINCE)); // else an earlier attempt had failed
    }
    put(player, HANDED, changes(player));
  }

  void acknowledged(int player, long version) {
    put(player, ACKNOWLEDGED, Math.max(version, acknowledged(player)));
  }

  /**
   * Since when a player's progress is missing from a document of that version, in ns since the
   * start of the game; {@link #now} if nothing is missing.
   */
  public long missingSince(int player, long version) {
    if (version >= changes(player)) {
      return now();
    }
    return version >= handed(player) ? get(player, SINCE) : get(player, HANDED_SINCE);
  }

  private long get(int player, int field) {
    return buffer.getLong(HEADER + (player * FIELDS + field) * Long.BYTES);
  }

  private void put(int player, int field, long value) {
    buffer.putLong(HEADER + (player * FIELDS + field) * Long.BYTES, value);
  }
}
