package dev.weir.report;

import dev.weir.analysis.compare.RunHistory.Change;
import dev.weir.analysis.compare.RunHistory.Point;
import java.util.ArrayList;
import java.util.List;

/** What many runs of a study say, in sentences. */
public final class HistoryAnswer {
  /** Changes that are named; the table has all. */
  private static final int MOST_NAMED = 6;

  private HistoryAnswer() {}

  /** A sentence for each change, in the order of cells and time; never empty. */
  public static List<String> of(List<Change> changes) {
    if (changes.isEmpty()) {
      return List.of(
          "No cell is shown to have changed its level. A change needs three runs on either side to"
              + " show.");
    }
    List<String> sentences = new ArrayList<>();
    for (Change change : changes.subList(0, Math.min(MOST_NAMED, changes.size()))) {
      Point first = change.points().get(change.at());
      sentences.add(
          Labels.brief(first.cell(), 80)
              + (isSlower(change) ? " is slower" : " is faster")
              + " from "
              + first.run()
              + " on: "
              + Digits.of(change.before())
              + " documents/s before, "
              + Digits.of(change.after())
              + " since ("
              + Digits.change(change.after() / change.before() - 1)
              + ").");
    }
    if (changes.size() > MOST_NAMED) {
      sentences.add((changes.size() - MOST_NAMED) + " more changes are shown below.");
    }
    return sentences;
  }

  /** Whether the new level is the lower one. */
  public static boolean isSlower(Change change) {
    return change.after() < change.before();
  }
}
