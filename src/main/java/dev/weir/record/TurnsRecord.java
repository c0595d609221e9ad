package dev.weir.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code turns.json}: this run and another one were measured by turns, so that their figures may be
 * paired.
 *
 * @param id the same in both runs
 * @param side which of the two this is, {@code a} or {@code b}
 * @param other name of the other run's folder
 * @param lengths how long the turns of each cell lasted, as a reader should see it
 * @param blocks this side's figures, block by block, in order of time; null in records from when
 *     only the figures of whole rounds were kept
 */
public record TurnsRecord(
    String id,
    String side,
    String other,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<CellTurns> lengths,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Block> blocks) {

  /**
   * @param length of a turn
   * @param disturbed blocks that were left out and made again
   */
  public record CellTurns(String cell, int round, String length, int disturbed) {}

  /**
   * A block of turns of one cell: its index among those of that cell and round pairs it with the
   * other side's.
   *
   * @param round the JVM, from 1
   * @param documentsPerSecond by the mean of all cycles
   * @param typicalRatio documents/s of this side over the other's: trimmed mean of the log ratios
   *     of adjacent turns, as a ratio
   */
  public record Block(String cell, int round, double documentsPerSecond, double typicalRatio) {}
}
