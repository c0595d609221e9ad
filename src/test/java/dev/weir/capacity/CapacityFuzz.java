package dev.weir.capacity;

import dev.weir.fuzz.FuzzTarget;
import dev.weir.study.StudyException;
import java.util.List;

/** The file that {@code weir plan} is given. */
public final class CapacityFuzz {
  private static final String FULL =
      """
      name: world-2
      question: How many?
      players: 20_000
      accounts: 1_000_000
      peakFactor: 2.5
      documents:
        - {name: role, updatesPerMinute: 20, fields: 16, updateBytes: 613B, storedBytes: 6kB}
        - {name: bag, updatesPerMinute: 1.5, fields: 4, updateBytes: 100B, storedBytes: 1MB}
      flush: {policy: staggered, period: 30s, batch: 50}
      durability: majority
      """;

  private CapacityFuzz() {}

  public static FuzzTarget design() {
    return new FuzzTarget(
        "design",
        text -> DesignReader.parse("plan.yaml", text),
        StudyException.class,
        List.of(DesignReaderTest.PLAN, FULL));
  }
}
