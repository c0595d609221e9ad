package dev.weir.analysis.compare;

import dev.weir.record.Interval;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One cell in two runs.
 *
 * @param run name of the run that is held against the base
 * @param cell id in the base
 * @param factors of the cell in the base
 * @param base documents/s, geometric mean over rounds; NaN if there is none
 * @param other the same of the other run
 * @param ratio {@code other / base}, of the typical call where sides took turns by blocks, else of
 *     the mean; its interval at the level that the correction for many comparisons asks of this
 *     test; null if the cell can't be compared
 * @param meanRatio the same of the mean where {@code ratio} is of the typical call, else null
 * @param verdict what the intervals show
 * @param reason why the cell can't be compared, empty if it can
 */
public record CellComparison(
    String run,
    String cell,
    Map<String, String> factors,
    double base,
    double other,
    @Nullable Interval ratio,
    @Nullable Interval meanRatio,
    Verdict verdict,
    String reason) {

  /** Every interval that was tested. */
  public Stream<Interval> ratios() {
    return Stream.of(Optional.ofNullable(ratio), Optional.ofNullable(meanRatio))
        .flatMap(Optional::stream);
  }

  /** What was shown; more documents/s are better. */
  public enum Verdict {
    BETTER("better"),
    WORSE("worse"),
    MIXED("typical call and mean differ in opposite ways"),
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

    /** Of the tests of a cell, none if it was not compared. */
    static Verdict of(List<Interval> ratios) {
      boolean better = ratios.stream().anyMatch(ratio -> ratio.low() > 1);
      boolean worse = ratios.stream().anyMatch(ratio -> ratio.high() < 1);
      if (ratios.isEmpty()) {
        return NOT_COMPARED;
      } else if (better && worse) {
        return MIXED;
      }
      return better ? BETTER : worse ? WORSE : NO_DIFFERENCE_SHOWN;
    }
  }
}
