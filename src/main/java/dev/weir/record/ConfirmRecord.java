package dev.weir.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code confirm.json}: verdicts put to the test.
 *
 * @param run name of the folder that holds the trials of the test, null if nothing could be tested
 * @param tests one for each cell that was to be tested
 */
public record ConfirmRecord(@Nullable String run, List<Test> tests) {
  /**
   * One verdict's test.
   *
   * @param cell id of the cell
   * @param resource the verdict
   * @param change what was changed, null if no change that the verdict predicts can be made here
   * @param predicted where throughput should go: {@code rises}, {@code falls} or {@code unchanged}
   * @param ratio documents/s changed / unchanged, paired within rounds; null without valid pairs
   * @param confirmed whether it went there; null if it could not be tested
   * @param note why not, or the ratio in words
   */
  public record Test(
      String cell,
      String resource,
      @Nullable String change,
      @Nullable String predicted,
      @Nullable Interval ratio,
      @Nullable Boolean confirmed,
      String note) {}
}
