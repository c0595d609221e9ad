package dev.weir.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code run.json}: what was run, on what, when, and whether it may be trusted.
 *
 * @param schemaVersion version of this record's shape, {@link #SCHEMA_VERSION}
 * @param tool the Weir that measured
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
 * @param disturbance how busy others kept the host; null where nothing watched it
 */
@RecordBuilder
public record RunRecord(
    int schemaVersion,
    Tool tool,
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
    Verdict verdict,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable DisturbanceRecord disturbance)
    implements RunRecordBuilder.With {
  /** Grows with every change that old readers would misread. */
  public static final int SCHEMA_VERSION = 2;

  private static final String UNFINISHED = "the run has not finished";

  /**
   * A run that has only begun.
   *
   * @param study the effective study, defaults filled in
   * @param notes what is known to limit its figures already
   */
  public static RunRecord begun(
      Tool tool,
      Map<String, Object> study,
      long seed,
      @Nullable String baseline,
      Map<String, String> excluded,
      ServerFacts server,
      ClientFacts client,
      Instant startedAt,
      List<String> notes) {
    return new RunRecord(
        SCHEMA_VERSION,
        tool,
        study,
        seed,
        baseline,
        excluded,
        server,
        client,
        startedAt.toString(),
        null,
        0,
        Map.of(),
        new Verdict(false, List.of(UNFINISHED), notes),
        null);
  }

  /**
   * The same run when it has ended; the verdict's notes follow those it began with.
   *
   * @param captured as it goes into the record; empty if nothing ran alongside
   */
  public RunRecord ended(Instant at, int roundsMade, Map<String, Object> captured, Verdict found) {
    List<String> notes = new ArrayList<>(verdict.notes());
    notes.addAll(found.notes());
    return with(
        run ->
            run.endedAt(at.toString())
                .rounds(roundsMade)
                .capture(captured)
                .verdict(new Verdict(found.valid(), found.reasons(), notes)));
  }

  /** The same run, which could not end for that reason. */
  public RunRecord failed(String reason) {
    return withVerdict(new Verdict(false, List.of(UNFINISHED + ": " + reason), verdict.notes()));
  }

  /** The same run, unfinished again, as it goes on after an interruption. */
  public RunRecord resumed(List<String> notes) {
    return with(
        run ->
            run.endedAt(null)
                .rounds(0)
                .capture(Map.of())
                .verdict(new Verdict(false, List.of(UNFINISHED), notes)));
  }

  /**
   * @param version Weir's own version
   * @param commit commit it was built from, {@code unknown} outside a checkout
   * @param dirty whether that checkout had uncommitted changes
   */
  public record Tool(String version, String commit, boolean dirty) {}

  /**
   * @param valid whether the run's figures may be used
   * @param reasons why not
   * @param notes what limits them, the run being valid
   */
  public record Verdict(boolean valid, List<String> reasons, List<String> notes) {
    /** How the reason begins against a run that others on the host disturbed most of its time. */
    public static final String BUSY_HOST = "the host was busy";

    /** Whether a reason says that others kept the host busy. */
    public static boolean isBusyHost(String reason) {
      return reason.startsWith(BUSY_HOST);
    }
  }
}
