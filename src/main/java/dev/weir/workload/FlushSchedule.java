package dev.weir.workload;

import java.util.function.IntConsumer;

/** Whose documents are to be written when. Stateful; asked with growing times. */
@FunctionalInterface
public interface FlushSchedule {
  /**
   * Names the players whose flush falls into the time after {@code from} up to {@code to}, ns since
   * the start.
   */
  void due(long from, long to, DirtySet dirty, IntConsumer player);

  /** Everybody at once, every period. */
  static FlushSchedule timer(long periodNanos) {
    return (from, to, dirty, player) -> {
      if (Math.floorDiv(from, periodNanos) < Math.floorDiv(to, periodNanos)) {
        everybody(dirty, player);
      }
    };
  }

  /** Every period too, but each at a moment of his own, evenly spread. */
  static FlushSchedule staggered(long periodNanos) {
    return (from, to, dirty, player) -> {
      double perNano = (double) dirty.players() / periodNanos;
      long last = (long) Math.floor(to * perNano);
      long first = Math.max((long) Math.floor(from * perNano) + 1, last - dirty.players() + 1);
      for (long i = first; i <= last; i++) {
        player.accept((int) (i % dirty.players()));
      }
    };
  }

  /** All players whenever a given number is dirty, and after the longest period anyway. */
  static FlushSchedule count(int whenDirty, long longestNanos) {
    return new FlushSchedule() {
      private long last;

      @Override
      public void due(long from, long to, DirtySet dirty, IntConsumer player) {
        if (dirty.size() >= whenDirty || to - last >= longestNanos) {
          last = to;
          everybody(dirty, player);
        }
      }
    };
  }

  private static void everybody(DirtySet dirty, IntConsumer player) {
    for (int i = 0; i < dirty.players(); i++) {
      player.accept(i);
    }
  }
}
