package dev.weir.workload;

/**
 * Version counters of one lane: no two updates of a trial write the same one, so none is a no-op.
 */
final class Versions {
  private final int lanes;
  private int next;

  Versions(int lane, int lanes) {
    this.lanes = lanes;
    this.next = lane + 1; // documents start at version 0
  }

  int next() {
    int version = next;
    next += lanes; // wraps after 2^32 updates, when the old value is long gone
    return version;
  }
}
