package dev.weir.benchmarks;

import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/** The lane of one JMH thread, made at its first call. */
@State(Scope.Thread)
public class ThreadLane {
  private @Nullable SlotLane lane;

  SlotLane of(WriteFactors benchmark, ThreadParams thread) {
    if (lane == null) {
      lane = benchmark.lane(thread);
    }
    return lane;
  }
}
