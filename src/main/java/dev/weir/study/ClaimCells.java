package dev.weir.study;

import dev.weir.study.Claim.Selection;
import java.util.Collection;
import java.util.List;

/**
 * Holds the claims of a study against its cells: a claim about a cell that is not there is a typo.
 */
final class ClaimCells {
  /** Two levels are a ratio, not a trend. */
  private static final int FEWEST_LEVELS = 3;

  private ClaimCells() {}

  /**
   * Checks every claim that this scale can answer.
   *
   * @param cells all combinations, those left out here included
   * @throws StudyException if a comparison does not name exactly one cell a side and level
   */
  static void check(Study study, Collection<Cell> cells) throws StudyException {
    for (Claim claim : study.claims()) {
      if (claim.notTestable() == null
          && !(claim.fullScaleOnly() && study.scale() == Scale.SCALED)) {
        for (Claim.Test test : claim.tests()) {
          check(study, claim, test, test.compare(), cells);
          Selection to = test.to();
          if (to != null) {
            check(study, claim, test, to, cells);
          }
        }
      }
    }
  }

  private static void check(
      Study study, Claim claim, Claim.Test test, Selection wanted, Collection<Cell> cells)
      throws StudyException {
    List<Cell> matching = cells.stream().filter(wanted::matches).toList();
    if (test instanceof Claim.Bound) {
      if (matching.isEmpty()) {
        throw error(study, claim, wanted, "names no cell");
      }
      return;
    }
    Factor<?> along = test instanceof Claim.Comparison comparison ? comparison.along() : null;
    if (along == null) {
      if (matching.size() != 1) {
        throw error(study, claim, wanted, "must name exactly one cell, not " + matching.size());
      }
      return;
    }
    long levels = matching.stream().map(cell -> cell.get(along)).distinct().count();
    if (levels < FEWEST_LEVELS || levels != matching.size()) {
      throw error(
          study,
          claim,
          wanted,
          "must name one cell for each of at least "
              + FEWEST_LEVELS
              + " levels of "
              + along.yamlName()
              + ", not "
              + matching.size()
              + " cells on "
              + levels
              + " levels");
    }
  }

  private static StudyException error(Study study, Claim claim, Selection wanted, String problem) {
    return new StudyException(
        "study "
            + study.name()
            + ": claim '"
            + claim.id()
            + "': "
            + wanted.named()
            + " "
            + problem);
  }
}
