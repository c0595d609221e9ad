package dev.weir.capture.timeline;

import java.util.List;

/**
 * What went into a timeline, and what did not.
 *
 * @param rows seconds written
 * @param columns all columns, in order
 * @param clocks the clocks, as in {@code clocks.json}
 * @param sources each file read
 */
public record TimelineSummary(
    long rows, List<String> columns, List<ClockOffset> clocks, List<SourceSummary> sources) {

  /**
   * One file.
   *
   * @param file relative to the capture folder
   * @param samples taken into the timeline
   * @param outOfOrder left out because their time went backwards
   * @param skipped lines without a meaning
   * @param problems the first of those, as {@code file:line: what}
   */
  public record SourceSummary(
      String file, long samples, long outOfOrder, long skipped, List<String> problems) {}
}
