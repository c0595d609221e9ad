package dev.weir.report.html;

import java.util.List;

/**
 * What a page says before its sections.
 *
 * @param title name of what was run or planned
 * @param question what it was to answer; may be empty
 * @param alarm what makes every figure another thing than it seems; empty if nothing
 * @param good whether the figures may be used, or the plan holds
 * @param verdict that, in a few words
 * @param reasons why not; none if good
 * @param badges facts of a few words each
 * @param sentences the answer
 * @param notes what limits the figures
 * @param foot where the page comes from
 */
record Head(
    String title,
    String question,
    String alarm,
    boolean good,
    String verdict,
    List<String> reasons,
    List<String> badges,
    List<String> sentences,
    List<String> notes,
    String foot) {
  boolean hasAlarm() {
    return !alarm.isEmpty();
  }

  boolean hasReasons() {
    return !reasons.isEmpty();
  }
}
