package dev.weir.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A turn of a trial: the cells of a round work and are measured one after the other, again and
 * again, and a trial is the sum of its turns.
 *
 * @param pass through all cells that it belongs to, from 1: turns of one pass are neighbours
 * @param span in which it was measured
 * @param documents acknowledged in that span
 * @param documentsPerSecond mean over that span
 * @param leftOut what disturbed it, so that it enters no figure; null for one that does
 * @param foreignCores cores that other processes of the host used meanwhile; null if nobody looked
 */
public record TrialTurn(
    int pass,
    Span span,
    long documents,
    double documentsPerSecond,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String leftOut,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double foreignCores) {
  /** Why a turn was left out during which the server made a checkpoint. */
  public static final String CHECKPOINT = "a checkpoint of the server ran";

  /** Whether it was left out because the server made a checkpoint. */
  public boolean leftOutForCheckpoint() {
    return CHECKPOINT.equals(leftOut);
  }

  /** Whether it enters the figures. */
  public boolean enters() {
    return leftOut == null;
  }
}
