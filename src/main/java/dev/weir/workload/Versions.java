package dev.weir.workload;

/** The versions that updates of one lane write. */
@FunctionalInterface
interface Versions {
  int next();

  /** Counters of one lane: no two updates of a trial write the same one, so none is a no-op. */
  static Versions ofLane(int lane, int lanes) {
    int[] next = {lane + 1}; // documents start at version 0
    return () -> {
      int version = next[0];
      next[0] += lanes; // wraps after 2^32 updates, when the old value is long gone
      return version;
    };
  }
}
