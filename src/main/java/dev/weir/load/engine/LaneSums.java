package dev.weir.load.engine;

import dev.weir.record.Totals;
import dev.weir.record.WriteCounts;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** What all lanes of a loop did together; exact while none has a call in flight. */
final class LaneSums {
  private LaneSums() {}

  static CallLoop.Progress progress(List<Lane> lanes) {
    return new CallLoop.Progress(
        sum(lanes, lane -> lane.documents.get()),
        sum(lanes, lane -> lane.batches.get()),
        sum(lanes, lane -> lane.bytes.get()),
        sum(lanes, lane -> lane.sent.get()),
        sum(lanes, lane -> lane.failedCalls.get()));
  }

  /** The measured span. */
  static CallLoop.Counted counted(List<Lane> lanes) {
    return new CallLoop.Counted(
        sum(lanes, lane -> lane.sent.get() - lane.sentBefore.get()),
        sum(lanes, lane -> lane.failedCalls.get() - lane.failedBefore.get()));
  }

  static Totals totals(List<Lane> lanes) {
    Map<String, Long> failed = new TreeMap<>();
    lanes.forEach(
        lane -> lane.failedByClass().forEach((name, n) -> failed.merge(name, n, Long::sum)));
    long failures = failed.values().stream().mapToLong(Long::longValue).sum();
    long offered = sum(lanes, lane -> lane.offered.get());
    long acknowledged = sum(lanes, lane -> lane.documents.get() + lane.unchanged.get());
    return new Totals(
        offered,
        acknowledged,
        sum(lanes, lane -> lane.matched.get()),
        sum(lanes, lane -> lane.modified.get()),
        failed,
        offered - acknowledged - failures,
        kinds(lanes, lane -> lane.expected.get()),
        kinds(lanes, lane -> lane.reported.get()));
  }

  private static WriteCounts kinds(List<Lane> lanes, Function<Lane, WriteCounts> counts) {
    return lanes.stream().map(counts).reduce(WriteCounts.NONE, WriteCounts::plus);
  }

  private static long sum(List<Lane> lanes, ToLongFunction<Lane> counter) {
    return lanes.stream().mapToLong(counter).sum();
  }
}
