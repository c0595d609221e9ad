package dev.weir.benchmarks;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What one JMH thread saw acknowledged; JMH shows both as rates beside its own score. */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.OPERATIONS)
public class WriteCounts {
  /** Documents acknowledged. */
  public long documents;

  /** Calls acknowledged, of whatever batch size. */
  public long batches;

  /** Adds what {@link SlotLane#write} returned. */
  void add(int acknowledged) {
    if (acknowledged != Slot.UNUSED) {
      documents += acknowledged;
      batches++;
    }
  }
}
