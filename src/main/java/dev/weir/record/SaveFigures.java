package dev.weir.record;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * What a fault cost a game that changes documents in memory and saves them later. The game's own
 * account of what it changed, sent and saw acknowledged is held against all documents as the server
 * has them afterwards.
 *
 * @param lost progress that nobody can bring back: changes that neither the game, if it lives, nor
 *     the server has
 * @param formula what a capacity plan says of such a loss
 * @param acknowledgedLost documents whose last acknowledged save before the fault the server did
 *     not have after it
 * @param marksForgotten documents that the game took for saved when all was over, although their
 *     last change had never been acknowledged
 * @param sentAgain documents that were sent again because the call before had failed
 * @param writtenTwice of these, the documents that the server had already taken as they were
 * @param unchanged documents that were saved although they had not changed, because that was asked
 * @param failedCalls calls that failed, by any error
 * @param overdueSeconds the longest that a document was ready to be saved and not acknowledged,
 *     from the fault on; null if nobody was left to see it
 * @param drainSeconds from then until no document was overdue; null likewise
 * @param catchUp response times from the fault until no document was overdue; a document that had
 *     to be sent again counts from its first time
 */
public record SaveFigures(
    Loss lost,
    Formula formula,
    long acknowledgedLost,
    long marksForgotten,
    long sentAgain,
    long writtenTwice,
    long unchanged,
    long failedCalls,
    @Nullable Double overdueSeconds,
    @Nullable Double drainSeconds,
    Times catchUp) {

  /**
   * Progress lost.
   *
   * @param documents that lost any
   * @param updates changes in them
   * @param meanSeconds from the first change that is lost until the fault, in the mean over all
   *     players; a player without one loses nothing
   * @param worstSeconds the longest of them
   */
  public record Loss(long documents, long updates, double meanSeconds, double worstSeconds) {
    /** Nothing is lost. */
    public static final Loss NONE = new Loss(0, 0, 0, 0);
  }

  /**
   * What a plan says that a crash of the game costs.
   *
   * @param meanSeconds half a flush period
   * @param worstSeconds a flush period, the time that a batch may wait to fill, and that of a write
   * @param updates changes in memory at a moment in the middle between two flushes
   */
  public record Formula(double meanSeconds, double worstSeconds, double updates) {}

  /** The mean loss over the plan's, without unit. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public double meanLossOfPlan() {
    return lost.meanSeconds() / formula.meanSeconds();
  }

  /** The worst loss over the plan's, without unit. */
  @JsonProperty(access = JsonProperty.Access.READ_ONLY)
  public double worstLossOfPlan() {
    return lost.worstSeconds() / formula.worstSeconds();
  }
}
