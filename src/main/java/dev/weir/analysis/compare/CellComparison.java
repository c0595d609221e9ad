package dev.weir.analysis.compare;

import dev.weir.record.Interval;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One cell in two runs.
 *
 * @param run name of the run that is held against the base
 * @param cell id in the base
 * @param factors of the cell in the base
 * @param base documents/s, geometric mean over rounds; NaN if there is none
 * @param other the same of the other run
 * @param ratio {@code other / base}, its interval at the level that the correction for many
 *     comparisons asks of this cell; null if the cell can't be compared
 * @param verdict what the interval shows
 * @param reason why the cell can't be compared, empty if it can
 */
public record CellComparison(
    String run,
    String cell,
    Map<String, String> factors,
    double base,
    double other,
    @Nullable Interval ratio,
    Verdict verdict,
    String reason) {

  /** What was shown; more documents/s are better. */
  public enum Verdict {
    BETTER("better"),
    WORSE("worse"),
    NO_DIFFERENCE_SHOWN("no difference shown"),
    NOT_COMPARED("not compared");

    private final String title;

    Verdict(String title) {
      this.title = title;
    }

    /** As a reader should see it. */
    public String title() {
      return title;
    }

    static Verdict of(Interval ratio) {
      if (ratio.low() > 1) {
        return BETTER;
      }
      return ratio.high() < 1 ? WORSE : NO_DIFFERENCE_SHOWN;
    }
  }
}
