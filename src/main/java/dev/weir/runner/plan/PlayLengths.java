package dev.weir.runner.plan;

import dev.weir.capacity.Design;
import java.time.Duration;

/**
 * How long a plan is played.
 *
 * @param settle before the planned load and the confirmed one are measured: what the server keeps
 *     of the past must have come and gone once; at least a flush period
 * @param block stretch from one checkpoint to the next; intervals rest on whole ones
 * @param blocks of the planned and of the confirmed load that are measured
 * @param more blocks that are added at most until costs no longer rise
 * @param probe measured of a load on the way to the most players
 * @param probes of them at most
 * @param around whether other periods and batches are played, which tell costs apart
 * @param confirmations of the most players that may be tried
 * @param precision how far the most players that hold and the fewest that don't may lie apart
 * @param bytes of accounts that are filled at most
 * @param quick whether that is too short for some figures
 */
record PlayLengths(
    Duration settle,
    Duration block,
    int blocks,
    int more,
    Duration probe,
    int probes,
    boolean around,
    int confirmations,
    double precision,
    double bytes,
    boolean quick) {
  private static final Duration CHECKPOINT = CheckpointRhythm.USUAL;

  /** How far a span of whole flushes may be from whole checkpoints. */
  private static final double NEAR = 0.05;

  private static final int LONGEST = 3;

  /** Until nothing changes any more, on a server that keeps versions for that number of seconds. */
  static PlayLengths usual(int historySeconds) {
    return new PlayLengths(
        Duration.ofSeconds(historySeconds),
        CHECKPOINT,
        3,
        2,
        CHECKPOINT,
        7,
        true,
        4,
        1.1,
        Double.POSITIVE_INFINITY,
        false);
  }

  /** Some five minutes: one checkpoint of the planned load, half of one of the others. */
  static PlayLengths brief() {
    return new PlayLengths(
        Duration.ZERO, CHECKPOINT, 1, 0, CHECKPOINT.dividedBy(2), 3, false, 0, 1.5, 1e9, true);
  }

  /** Loads that are given, each for so long: nothing is looked for. */
  static PlayLengths ofLoads(Duration settle, Duration measured) {
    return new PlayLengths(
        settle, measured, 1, 0, measured, 0, true, 0, 1.5, Double.POSITIVE_INFINITY, false);
  }

  /**
   * All of a flush period, in which everything that begins clean becomes dirty. Where a timer
   * flushes all at once, it ends between two flushes, so that none is cut in two.
   */
  Duration settle(Design design, boolean probed) {
    Duration period = PlayedLoad.seconds(design.flush().period());
    Duration settled = probed || settle.compareTo(period) < 0 ? period : settle.plus(period);
    return design.flush().policy() == Design.Policy.TIMER
        ? whole(settled, period).plus(period.dividedBy(2))
        : settled;
  }

  /** A stretch of a design's load that is measured as one. */
  Duration block(Design design) {
    return flushes(block, design);
  }

  /** What is measured of a load on the way to the most players. */
  Duration probe(Design design) {
    return flushes(probe, design);
  }

  /** What a settling is lengthened by: where all is flushed at once, none is cut in two. */
  Duration step(Design design) {
    return design.flush().policy() == Design.Policy.TIMER
        ? PlayedLoad.seconds(design.flush().period())
        : Duration.ofSeconds(1);
  }

  /**
   * Whole flushes where all is flushed at once: of a part nobody knows what a second costs. Where
   * checkpoints are to be measured, as nearly whole distances of them, too, up to three times the
   * length.
   */
  private static Duration flushes(Duration wanted, Design design) {
    if (design.flush().policy() == Design.Policy.STAGGERED) {
      return wanted;
    }
    Duration period = PlayedLoad.seconds(design.flushSeconds());
    Duration least = whole(wanted, period);
    Duration best = least;
    if (wanted.compareTo(CHECKPOINT) >= 0) {
      for (Duration length = least;
          apart(best) > NEAR && length.compareTo(least.multipliedBy(LONGEST)) <= 0;
          length = length.plus(period)) {
        best = apart(length) < apart(best) ? length : best;
      }
    }
    return best;
  }

  /** How far a length is from whole distances of checkpoints, as a share of it. */
  private static double apart(Duration length) {
    double distances = (double) length.toNanos() / CHECKPOINT.toNanos();
    return Math.abs(distances - Math.max(1, Math.rint(distances))) / distances;
  }

  /** As long as wanted, or a little longer, in whole parts. */
  private static Duration whole(Duration wanted, Duration part) {
    Duration least = part.isZero() ? Duration.ofNanos(1) : part;
    return least.multipliedBy(Math.max(1, wanted.plus(least).minusNanos(1).dividedBy(least)));
  }

  /** Accounts of a design that are filled: all, or as many as the bytes allow. */
  long accounts(Design design) {
    double share = Math.min(1, bytes / Math.max(1, design.storedBytes()));
    double most = Math.max(2 * design.players(), design.accounts() * share);
    return Math.round(Math.min(design.accounts(), most));
  }
}
