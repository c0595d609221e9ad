package dev.weir.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
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
   * @param handOver what passing the turn took; null where both sides lived in one JVM
   */
  public record CellTurns(
      String cell,
      int round,
      String length,
      int disturbed,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable HandOver handOver) {}

  /**
   * How the turn passed between two JVMs.
   *
   * @param micros mean time from the end of a turn in one to its start in the other
   * @param turnMillis mean length of a turn
   * @param firstCalls mean cycle of the first calls in a turn, which are left out, over that of the
   *     others
   */
  public record HandOver(double micros, double turnMillis, double firstCalls) {
    /** Time of a hand-over as a share of a turn. */
    public double share() {
      return micros / 1_000 / turnMillis;
    }

    /** The mean of several; null of none. */
    public static @Nullable HandOver mean(List<HandOver> all) {
      return all.isEmpty()
          ? null
          : new HandOver(
              mean(all, HandOver::micros),
              mean(all, HandOver::turnMillis),
              mean(all, HandOver::firstCalls));
    }

    private static double mean(List<HandOver> all, ToDoubleFunction<HandOver> figure) {
      return all.stream().mapToDouble(figure).average().orElse(Double.NaN);
    }
  }

  /** What handing the turn over took, in a sentence; null where both sides lived in one JVM. */
  public @Nullable String handOverLine() {
    List<HandOver> all =
        lengths == null
            ? List.of()
            : lengths.stream().map(CellTurns::handOver).filter(Objects::nonNull).toList();
    if (all.isEmpty()) {
      return null;
    }
    DoubleSummaryStatistics micros = summary(all, HandOver::micros);
    DoubleSummaryStatistics turns = summary(all, HandOver::turnMillis);
    DoubleSummaryStatistics shares = summary(all, HandOver::share);
    return String.format(
        Locale.ROOT,
        "two JVMs handed the turn over in %.0f to %.0f µs, %.1f %% of a turn (at most %.1f %%), in"
            + " turns of %.1f to %.1f ms; the first call of each lane in a turn took %.2f times as"
            + " long as the others and is in no figure",
        micros.getMin(),
        micros.getMax(),
        shares.getAverage() * 100,
        shares.getMax() * 100,
        turns.getMin(),
        turns.getMax(),
        summary(all, HandOver::firstCalls).getAverage());
  }

  private static DoubleSummaryStatistics summary(
      List<HandOver> all, ToDoubleFunction<HandOver> figure) {
    return all.stream().mapToDouble(figure).summaryStatistics();
  }

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
