package dev.weir.analysis.claims;

import dev.weir.analysis.claims.ClaimVerdict.Verdict;
import dev.weir.analysis.stats.Precision;
import dev.weir.analysis.stats.RoundRatios;
import dev.weir.analysis.stats.StudentT;
import dev.weir.record.Interval;
import dev.weir.study.Claim.Region;
import dev.weir.study.Claim.Region.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a ratio lies in a region, from one logarithm of it per round.
 *
 * <p>Confirmed if its whole interval lies inside, contradicted if the whole interval lies outside,
 * not shown otherwise: so noise can blur an answer but not turn it round. The interval is Student's
 * on the logarithms, as in {@link RoundRatios}. "No difference" is confirmed by the two one-sided
 * tests of Schuirmann ("A comparison of the two one-sided tests procedure and the power approach",
 * Journal of Pharmacokinetics and Biopharmaceutics 15, 1987): at level α the interval of 1 − 2α
 * inside the margins. That a difference was not found confirms nothing.
 *
 * <p>How probable it is that a rerun answers alike is predicted after Goodman ("A comment on
 * replication, p-values and evidence", Statistics in Medicine 11, 1992) and Shao and Chow
 * ("Reproducibility probability in clinical trials", Statistics in Medicine 21, 2002), with the
 * spread seen: the mean of as many new rounds lies around the mean seen with √2 its standard error,
 * for both are uncertain.
 */
final class RegionTest {
  private RegionTest() {}

  /**
   * @param ratio geometric mean with the interval that decided; null if no round had it
   * @param again probability that a rerun gives the same verdict; 0 if not shown
   */
  record Result(@Nullable Interval ratio, Verdict verdict, double again) {}

  /**
   * Tests one ratio.
   *
   * @param logs natural logarithm of the ratio in each round that has it
   * @param confidence two-sided level of the intervals, 1 − α
   */
  static Result of(double[] logs, Region region, double confidence) {
    if (logs.length == 0) {
      return new Result(null, Verdict.NOT_SHOWN, 0);
    }
    StudentT seen = StudentT.of(logs);
    Interval outer = seen.interval(confidence, RoundRatios.METHOD);
    if (logs.length < Precision.MIN_ROUNDS) {
      return new Result(seen.ratio(confidence, RoundRatios.METHOD), Verdict.NOT_SHOWN, 0);
    }
    double innerConfidence = region.kind() == Kind.NO_DIFFERENCE ? 2 * confidence - 1 : confidence;
    Interval inner = seen.interval(innerConfidence, RoundRatios.METHOD);
    double from = Math.log(region.from());
    double to = Math.log(region.to());
    Rerun rerun = new Rerun(seen);
    if (inner.low() >= from && inner.high() <= to) {
      return new Result(
          seen.ratio(innerConfidence, RoundRatios.METHOD),
          Verdict.CONFIRMED,
          rerun.inside(from, to, innerConfidence));
    }
    Interval ratio = seen.ratio(confidence, RoundRatios.METHOD);
    if (outer.low() > to || outer.high() < from) {
      return new Result(ratio, Verdict.CONTRADICTED, rerun.outside(from, to, confidence));
    }
    return new Result(ratio, Verdict.NOT_SHOWN, 0);
  }

  /** What as many new rounds would show. */
  private record Rerun(StudentT seen) {
    /** Probability that a new interval lies between the bounds. */
    double inside(double from, double to, double confidence) {
      return Math.max(0, below(to, confidence) - 1 + above(from, confidence));
    }

    /** Probability that a new interval lies outside on the side where this one does. */
    double outside(double from, double to, double confidence) {
      return seen.estimate() > to ? above(to, confidence) : below(from, confidence);
    }

    private double above(double bound, double confidence) {
      return probability(seen.estimate() - bound, confidence);
    }

    private double below(double bound, double confidence) {
      return probability(bound - seen.estimate(), confidence);
    }

    /** Probability that a new mean, its half-width taken off, is still beyond the bound. */
    private double probability(double distance, double confidence) {
      if (seen.standardError() == 0 || Double.isInfinite(distance)) {
        return 1;
      }
      double t = distance / seen.standardError() - seen.quantile(confidence);
      return seen.below(t / Math.sqrt(2));
    }
  }
}
