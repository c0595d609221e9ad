package dev.weir.capacity;

import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the most players that hold: doubles until a load breaks (or halves until one holds),
 * then takes geometric means of the highest that held and the lowest that broke. What it names last
 * is to be confirmed over a longer time. No clock and no server: the caller reports what each load
 * did.
 */
public final class PlayerSearch {
  private static final double BACK = 0.9;

  private final long most;
  private final double precision;
  private final int confirmations;
  private int stepsLeft;
  private final TreeSet<Long> held = new TreeSet<>();
  private @Nullable Long breaks;
  private int refuted;
  private long fewer;

  /**
   * A load to be played.
   *
   * @param confirmation over as long a time as the planned load
   */
  public record Step(long players, boolean confirmation) {}

  /**
   * @param most beyond which nobody asks
   * @param precision how far apart the two ends may lie, 1.1 for a tenth
   * @param steps loads on the way, at most
   * @param confirmations that may be tried, each with a tenth fewer players; 0 for none
   */
  public PlayerSearch(long most, double precision, int steps, int confirmations) {
    this.most = most;
    this.precision = precision;
    this.stepsLeft = steps;
    this.confirmations = confirmations;
  }

  /** Says what a load did: the planned one, then each of {@link #next}. */
  public void tell(long players, boolean holds, boolean confirmation) {
    if (holds) {
      held.add(players);
      if (breaks != null && breaks <= holds()) {
        breaks = null;
      }
    } else {
      breaks = breaks == null ? players : Math.min(breaks, players);
      held.tailSet(breaks).clear();
    }
    if (confirmation && !holds) {
      refuted++;
      fewer = Math.max(1, Math.round(players * BACK));
    }
  }

  /** No further load is played but to confirm what held: the last one was too large to play. */
  public void noMore() {
    stepsLeft = 0;
  }

  /**
   * The next load; null if all is known, or nothing holds.
   *
   * @param confirmed whether the highest that held was confirmed
   */
  public @Nullable Step next(boolean confirmed) {
    Long broken = breaks;
    long holds = holds();
    boolean close = broken == null ? holds >= most : holds > 0 && broken <= holds * precision;
    if (!close && stepsLeft > 0 && refuted == 0) {
      long players =
          broken == null
              ? Math.min(most, holds * 2)
              : holds == 0 ? broken / 2 : Math.round(Math.sqrt((double) holds * broken));
      if (players >= 1 && players != holds) {
        stepsLeft--;
        return new Step(players, false);
      }
    }
    long candidate = refuted == 0 ? holds : Math.max(fewer, holds);
    return confirmed || candidate == 0 || refuted >= confirmations
        ? null
        : new Step(candidate, true);
  }

  /** The most players that were played and held; 0 if none did. */
  public long holds() {
    return held.isEmpty() ? 0 : held.last();
  }

  /** The fewest that broke; null if none did. */
  public @Nullable Long breaks() {
    return breaks;
  }
}
