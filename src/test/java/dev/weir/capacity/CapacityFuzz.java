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

  /** The file that {@code weir plan init --from-sample} is given. */
  public static FuzzTarget sample() {
    return new FuzzTarget(
        "samplePlan",
        text -> SamplePlan.parse("role.json", text),
        CapacityException.class,
        List.of(
            "{\"_id\": {\"$oid\": \"0123456789abcdef01234567\"}, \"gold\": {\"$numberLong\":"
                + " \"5\"}, \"bag\": [{\"item\": 1}], \"at\": {\"$date\":"
                + " \"2026-01-01T00:00:00Z\"}}"));
  }

  public static FuzzTarget design() {
    return new FuzzTarget(
        "design",
        text -> DesignReader.parse("plan.yaml", text),
        StudyException.class,
        List.of(DesignReaderTest.PLAN, FULL));
  }
}
