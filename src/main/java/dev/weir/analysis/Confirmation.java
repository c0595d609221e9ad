package dev.weir.analysis;

import static dev.weir.analysis.Confirmation.Change.DOUBLE_CONCURRENCY;
import static dev.weir.analysis.Confirmation.Change.DOUBLE_POOL;
import static dev.weir.analysis.Confirmation.Change.DOUBLE_RATE;
import static dev.weir.analysis.Confirmation.Change.ENLARGE_CACHE;
import static dev.weir.analysis.Confirmation.Change.HALVE_CLIENT_CPU;
import static dev.weir.analysis.Confirmation.Change.HALVE_SERVER_CPU;
import static dev.weir.analysis.Confirmation.Change.JOURNAL_OFF;
import static dev.weir.analysis.Confirmation.Change.REMOVE_FOREIGN_LOAD;
import static dev.weir.analysis.Confirmation.Change.SPREAD_KEYS;
import static dev.weir.analysis.Confirmation.Change.WRITE_CONCERN_ONE;
import static dev.weir.analysis.Confirmation.Movement.FALLS;
import static dev.weir.analysis.Confirmation.Movement.RISES;
import static dev.weir.analysis.Confirmation.Movement.UNCHANGED;

import java.util.List;

/**
 * What a verdict predicts, so that it can be put to the test: change one resource, measure the cell
 * again and see whether throughput moved as predicted.
 */
public final class Confirmation {
  /** A change of one thing, everything else alike. */
  public enum Change {
    DOUBLE_CONCURRENCY("twice as many in flight"),
    DOUBLE_POOL("a pool twice as large"),
    HALVE_SERVER_CPU("half the CPU for the server"),
    HALVE_CLIENT_CPU("half the CPU for the client"),
    JOURNAL_OFF("acknowledged before the journal"),
    ENLARGE_CACHE("a cache that holds all data"),
    SPREAD_KEYS("uniform keys"),
    WRITE_CONCERN_ONE("write concern 1"),
    REMOVE_FOREIGN_LOAD("an otherwise idle client host"),
    DOUBLE_RATE("twice the offered rate");

    private final String title;

    Change(String title) {
      this.title = title;
    }

    /** As a reader should see it. */
    public String title() {
      return title;
    }
  }

  /** Where throughput should go; judged on the ratio changed / unchanged with its interval. */
  public enum Movement {
    RISES,
    FALLS,
    UNCHANGED;

    /**
     * Whether a measured ratio agrees.
     *
     * @param ratio throughput with the change divided by that without
     * @param tolerance the largest relative change still called unchanged, for instance 0.1: the
     *     whole interval of an {@link #UNCHANGED} ratio must lie within it, and the estimate of a
     *     moved one outside
     */
    public boolean agrees(RoundRatios.Ratio ratio, double tolerance) {
      double estimate = ratio.interval().mean();
      return switch (this) {
        case RISES -> ratio.verdict() == RoundRatios.Verdict.FASTER && estimate > 1 + tolerance;
        case FALLS -> ratio.verdict() == RoundRatios.Verdict.SLOWER && estimate < 1 - tolerance;
        case UNCHANGED ->
            ratio.interval().low() >= 1 - tolerance && ratio.interval().high() <= 1 + tolerance;
      };
    }
  }

  /** One change and where it should move throughput. */
  public record Prediction(Change change, Movement movement) {}

  private Confirmation() {}

  /**
   * What should happen if {@code resource} is the limit; the most telling change first. Empty for
   * {@link Resource#OFFERED} and {@link Resource#UNDECIDED}, which predict nothing.
   */
  public static List<Prediction> predicts(Resource resource) {
    return switch (resource) {
      case CLIENT_CPU ->
          List.of(
              new Prediction(HALVE_CLIENT_CPU, FALLS),
              new Prediction(DOUBLE_CONCURRENCY, UNCHANGED));
      case SERVER_CPU ->
          List.of(
              new Prediction(HALVE_SERVER_CPU, FALLS),
              new Prediction(DOUBLE_CONCURRENCY, UNCHANGED));
      case CONNECTION_POOL ->
          List.of(
              new Prediction(DOUBLE_POOL, RISES), new Prediction(DOUBLE_CONCURRENCY, UNCHANGED));
      case ROUND_TRIP -> List.of(new Prediction(DOUBLE_CONCURRENCY, RISES));
      case DISK -> List.of(new Prediction(JOURNAL_OFF, RISES));
      case CACHE -> List.of(new Prediction(ENLARGE_CACHE, RISES));
      case CONFLICT -> List.of(new Prediction(SPREAD_KEYS, RISES));
      case REPLICATION -> List.of(new Prediction(WRITE_CONCERN_ONE, RISES));
      case GENERATOR -> List.of(new Prediction(REMOVE_FOREIGN_LOAD, RISES));
      case NOT_SATURATED -> List.of(new Prediction(DOUBLE_RATE, RISES));
      case OFFERED, UNDECIDED -> List.of();
    };
  }
}
