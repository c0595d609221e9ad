package dev.weir.load.trial;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Searches the highest rate that meets an objective. Bracket: doubles the rate until it is not met
 * (halves it until it is). Bisect: takes the geometric middle of the highest rate that was met and
 * the lowest that was not, until these are close. Confirm: holds the candidate over several
 * checkpoints; if that fails, the candidate is the new upper end, and the next lower rate is tried.
 *
 * <p>One bad probe is often the machine's, so a rate is taken for too high only when two of three
 * probes missed the objective. A good one needs no repeat: the confirmation is the repeat.
 */
public final class RateSearch {
  private static final int MISSES = 2;
  private static final int MOST_CONFIRMATIONS = 8;

  private final double least;
  private final double most;
  private final double precision;
  private final List<Probe> probes = new ArrayList<>();
  private double held;
  private double missed = Double.POSITIVE_INFINITY;
  private double candidate;
  private int misses;
  private int hits;
  private int confirmations;
  private boolean confirming;
  private boolean confirmed;
  private @Nullable String givenUp;

  /** A rate that was tried. */
  public record Probe(double rate, boolean confirmation, boolean met) {}

  /**
   * What to try next.
   *
   * @param confirmation whether over several checkpoints
   */
  public record Step(double rate, boolean confirmation) {}

  /**
   * @param sustained the highest rate that was confirmed; null if none was
   * @param missed the lowest rate that was too high, infinite if none was reached
   * @param reason why there is no result, or why no rate was too high; null otherwise
   */
  public record Outcome(@Nullable Double sustained, double missed, @Nullable String reason) {}

  /**
   * @param start rate to begin with
   * @param least no lower rate is tried
   * @param most no higher rate is tried
   * @param precision the bracket is narrow enough when its ends differ by this share
   */
  public RateSearch(double start, double least, double most, double precision) {
    if (!(least > 0 && least <= start && start <= most && precision > 0)) {
      throw new IllegalArgumentException(
          "needs 0 < least <= start <= most and a precision above 0");
    }
    this.candidate = start;
    this.least = least;
    this.most = most;
    this.precision = precision;
  }

  /** The next step; null when the search is over. */
  public @Nullable Step next() {
    return confirmed || givenUp != null ? null : new Step(candidate, confirming);
  }

  /** Tells how the step went that {@link #next} gave. */
  public void tell(boolean met) {
    probes.add(new Probe(candidate, confirming, met));
    if (confirming) {
      confirmation(met);
    } else if (met) {
      hits++;
      if (misses == 0 || hits >= MISSES) {
        probed(true);
      }
    } else if (++misses >= MISSES) {
      probed(false);
    }
  }

  private void probed(boolean met) {
    misses = 0;
    hits = 0;
    if (met) {
      held = Math.max(held, candidate);
    } else {
      missed = Math.min(missed, candidate);
    }
    if (held == 0 && missed <= least) {
      givenUp = "the objective was missed at the lowest rate already";
    } else if (held == 0) {
      candidate = Math.max(least, missed / 2);
    } else if (held >= most) {
      confirm(most);
    } else if (Double.isInfinite(missed)) {
      candidate = Math.min(most, held * 2);
    } else if (missed / held <= 1 + precision) {
      confirm(held);
    } else {
      candidate = Math.sqrt(held * missed);
    }
  }

  private void confirm(double rate) {
    confirming = true;
    candidate = rate;
  }

  private void confirmation(boolean met) {
    confirmations++;
    if (met) {
      confirmed = true;
      return;
    }
    missed = Math.min(missed, candidate);
    double lower = candidate / (1 + precision);
    if (lower < least) {
      givenUp = "no rate met the objective over all checkpoints";
    } else if (confirmations >= MOST_CONFIRMATIONS) {
      givenUp =
          "no rate met the objective over all checkpoints in " + MOST_CONFIRMATIONS + " attempts";
    } else {
      candidate = lower;
    }
  }

  public Outcome outcome() {
    if (!confirmed) {
      return new Outcome(null, missed, givenUp == null ? "the search is not over" : givenUp);
    }
    return new Outcome(
        candidate,
        missed,
        Double.isInfinite(missed)
            ? "the highest rate allowed was met; the limit is above it"
            : null);
  }

  /** All that was tried, in order. */
  public List<Probe> probes() {
    return List.copyOf(probes);
  }
}
