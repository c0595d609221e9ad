package dev.weir.fuzz;

import dev.weir.capacity.CapacityFuzz;
import dev.weir.capacity.oplog.OplogFuzz;
import dev.weir.capture.timeline.CaptureFuzz;
import dev.weir.record.RecordFuzz;
import dev.weir.study.StudyFuzz;
import dev.weir.study.sample.SampleFuzz;
import dev.weir.ycsb.WorkloadFuzz;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** Every reader that is given what others wrote. */
public final class FuzzTargets {
  private FuzzTargets() {}

  public static List<FuzzTarget> all() throws IOException {
    return Stream.of(
            List.of(
                StudyFuzz.study(),
                CapacityFuzz.design(),
                CapacityFuzz.sample(),
                OplogFuzz.entry(),
                WorkloadFuzz.workload()),
            SampleFuzz.targets(),
            CaptureFuzz.targets(),
            RecordFuzz.targets())
        .flatMap(List::stream)
        .toList();
  }

  /** Those whose names match {@code -Dweir.fuzz.only}, all without it. */
  static List<FuzzTarget> chosen() throws IOException {
    String only = System.getProperty("weir.fuzz.only", ".*");
    return all().stream().filter(target -> target.name().matches(only)).toList();
  }

  static FuzzTarget named(String name) throws IOException {
    return all().stream().filter(target -> target.name().equals(name)).findFirst().orElseThrow();
  }
}
