package dev.weir.record;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code run.json}: what was run, on what, when, and whether it may be trusted.
 *
 * @param schemaVersion version of this record's shape, {@link #SCHEMA_VERSION}
 * @param toolVersion Weir's own version
 * @param commit commit it was built from, {@code unknown} outside a checkout
 * @param dirty whether that checkout had uncommitted changes
 * @param study the effective study, defaults filled in
 * @param seed seed of order, keys and values
 * @param baseline id of the cell that ratios are taken to
 * @param excluded combinations left out, reason by id
 * @param server the server under test
 * @param client where the load ran
 * @param startedAt ISO 8601, UTC
 * @param endedAt ISO 8601, UTC; null while running
 * @param rounds rounds completed
 * @param capture samplers, missing tools and gaps
 * @param verdict whether the run is valid
 */
public record RunRecord(
    int schemaVersion,
    String toolVersion,
    String commit,
    boolean dirty,
    Map<String, Object> study,
    long seed,
    @Nullable String baseline,
    Map<String, String> excluded,
    ServerFacts server,
    ClientFacts client,
    String startedAt,
    @Nullable String endedAt,
    int rounds,
    Map<String, Object> capture,
    Verdict verdict) {
  /** Grows with every change that old readers would misread. */
  public static final int SCHEMA_VERSION = 1;

  /**
   * @param valid whether the run's figures may be used
   * @param reasons why not
   * @param notes what limits them, the run being valid
   */
  public record Verdict(boolean valid, List<String> reasons, List<String> notes) {}
}
