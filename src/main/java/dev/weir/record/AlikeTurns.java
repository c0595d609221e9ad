package dev.weir.record;

import java.util.List;

/**
 * Two cells whose calls are alike to the server, compared in one JVM by turns as short as a call:
 * an entry of {@code alike.json}.
 *
 * @param cell id of the cell that is compared
 * @param to id of the cell that it is compared to
 * @param round the JVM, from 1
 * @param turn how long a turn lasted, as a reader should see it
 * @param disturbed blocks that were left out and made again
 * @param blocks of turns, in order of time
 * @param reasons against the comparison, none if it is valid
 */
public record AlikeTurns(
    String cell,
    String to,
    int round,
    String turn,
    int disturbed,
    List<Block> blocks,
    List<String> reasons) {
  /** Whether it enters a figure. */
  public boolean isValid() {
    return reasons.isEmpty() && !blocks.isEmpty();
  }

  /**
   * Documents/s of the cell over those of the other.
   *
   * @param typicalRatio trimmed mean of the log ratios of adjacent turns, as a ratio
   * @param meanRatio of the means of all cycles
   */
  public record Block(double typicalRatio, double meanRatio) {}
}
