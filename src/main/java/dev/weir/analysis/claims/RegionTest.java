package dev.weir.analysis.claims;

import dev.weir.analysis.claims.ClaimVerdict.Verdict;
import dev.weir.analysis.stats.Holm;
import dev.weir.analysis.stats.LogRatio;
import dev.weir.analysis.stats.Precision;
import dev.weir.analysis.stats.StudentT;
import dev.weir.record.Interval;
import dev.weir.study.Claim.Region;
import dev.weir.study.Claim.Region.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a ratio lies in a region, from its logarithm with the error that is known of it.
 *
 * <p>Confirmed if its whole interval lies inside, contradicted if the whole interval lies outside,
 * not shown otherwise: so noise can blur an answer but not turn it round. The interval is that of
 * {@link LogRatio}, the same that tables show. "No difference" is confirmed by the two one-sided
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
   * @param rerun what as many new rounds would say; null with too few rounds to tell
   */
  record Result(@Nullable Interval ratio, Verdict verdict, @Nullable Rerun rerun) {}

  /**
   * Probabilities of a rerun's answers; the rest is "not shown".
   *
   * @param confirms that a new interval lies wholly inside
   * @param contradicts that a new interval lies wholly outside
   */
  record Rerun(double confirms, double contradicts) {
    /** Probability of that answer. */
    double of(Verdict verdict) {
      return switch (verdict) {
        case CONFIRMED -> confirms;
        case CONTRADICTED -> contradicts;
        default -> Math.max(0, 1 - confirms - contradicts);
      };
    }
  }

  /**
   * Tests the ratios of one claim. It holds if all do, so each confirms at the full level
   * (intersection-union: R. L. Berger, "Multiparameter hypothesis testing and acceptance sampling",
   * Technometrics 24, 1982). Any contradicts it, so those levels are Holm's: of true claims at most
   * a share of α is contradicted, however many tests they have.
   *
   * @param ratios null where no round has it
   * @param regions as many, where each ratio should lie
   * @param confidence two-sided level of the intervals, 1 − α
   */
  static List<Result> all(
      List<@Nullable LogRatio> ratios, List<Region> regions, double confidence) {
    int tests = ratios.size();
    // A study looks after every round and stops when it is sure; with several tests that costs as
    // much as one test more (simulated in RegionTestTest).
    double[] p = new double[tests > 1 ? tests + 1 : tests];
    Arrays.setAll(p, i -> i < tests ? p(ratios.get(i), regions.get(i)) : 1);
    double[] levels = Holm.levels(p, 1 - confidence);
    return IntStream.range(0, tests)
        .mapToObj(i -> of(ratios.get(i), regions.get(i), confidence, 1 - levels[i]))
        .toList();
  }

  /**
   * The two-sided p-value of "the ratio lies in the region": an interval of level 1 − p touches the
   * region with one end.
   */
  private static double p(@Nullable LogRatio ratio, Region region) {
    if (ratio == null || ratio.log().n() < Precision.MIN_ROUNDS) {
      return 1;
    }
    StudentT seen = ratio.log();
    double beyond =
        Math.max(
            seen.estimate() - Math.log(region.to()), Math.log(region.from()) - seen.estimate());
    if (beyond <= 0) {
      return 1;
    }
    return seen.standardError() == 0 ? 0 : 2 * seen.below(-beyond / seen.standardError());
  }

  /**
   * Tests one ratio.
   *
   * @param measured null if no round has it
   * @param confidence two-sided level of the interval that confirms, 1 − α
   * @param contradicting level of the interval that contradicts; higher where one of several tests
   *     would do
   */
  static Result of(
      @Nullable LogRatio measured, Region region, double confidence, double contradicting) {
    if (measured == null) {
      return new Result(null, Verdict.NOT_SHOWN, null);
    }
    StudentT seen = measured.log();
    Interval ratio = measured.interval(contradicting);
    if (seen.n() < Precision.MIN_ROUNDS) {
      return new Result(ratio, Verdict.NOT_SHOWN, null);
    }
    double confirming = region.kind() == Kind.NO_DIFFERENCE ? 2 * confidence - 1 : confidence;
    Interval inner = seen.interval(confirming, measured.method());
    Interval outer = seen.interval(contradicting, measured.method());
    double from = Math.log(region.from());
    double to = Math.log(region.to());
    Prediction next = new Prediction(seen);
    Rerun rerun =
        new Rerun(
            Math.max(0, next.above(from, confirming) + next.below(to, confirming) - 1),
            next.above(to, contradicting) + next.below(from, contradicting));
    if (inner.low() >= from && inner.high() <= to) {
      return new Result(measured.interval(confirming), Verdict.CONFIRMED, rerun);
    }
    boolean outside = outer.low() > to || outer.high() < from;
    return new Result(ratio, outside ? Verdict.CONTRADICTED : Verdict.NOT_SHOWN, rerun);
  }

  /** Where the interval of as many new rounds would lie. */
  private record Prediction(StudentT seen) {
    /** Probability that the whole interval lies above the bound. */
    double above(double bound, double confidence) {
      return probability(seen.estimate() - bound, confidence);
    }

    /** Probability that the whole interval lies below the bound. */
    double below(double bound, double confidence) {
      return probability(bound - seen.estimate(), confidence);
    }

    /** Probability that a new mean, its half-width taken off, is still that far on. */
    private double probability(double distance, double confidence) {
      if (seen.standardError() == 0 || Double.isInfinite(distance)) {
        return distance > 0 ? 1 : 0;
      }
      double t = distance / seen.standardError() - seen.quantile(confidence);
      return seen.below(t / Math.sqrt(2));
    }
  }
}
