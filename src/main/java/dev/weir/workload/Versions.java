package dev.weir.workload;

import java.util.SplittableRandom;

/** The versions that updates of one lane write. */
@FunctionalInterface
interface Versions {
  int next();

  /**
   * Counters of one lane: no two updates of a trial write the same one, so none is a no-op. Turns
   * of a trial and sides of a comparison write the same documents, so each begins somewhere else.
   *
   * @param seed of the trial, which says where; the same for all lanes, so a later round of theirs
   *     has larger versions
   */
  static Versions ofLane(int lane, int lanes, long seed) {
    int places = Math.max(1, Integer.MAX_VALUE / 2 / lanes);
    int first = new SplittableRandom(seed).nextInt(places) * lanes + lane + 1; // documents have 0
    int[] next = {first};
    return () -> {
      int version = next[0];
      next[0] += lanes; // wraps after 2^32 updates, when the old value is long gone
      return version;
    };
  }
}
