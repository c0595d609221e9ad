package dev.weir.analysis.compare;

import dev.weir.analysis.stats.LogRatio;
import dev.weir.record.AlikeTurns;
import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Documents/s of a cell over those of another whose calls are alike to the server, by turns as
 * short as a call. The JVM is the unit of the intervals.
 *
 * @param cell id of the one that is compared
 * @param to id of the one that it is compared to
 * @param turn how long a turn lasted
 * @param typical of the typical call: trimmed means of the log ratios of adjacent turns
 * @param mean of the mean of all calls
 */
public record AlikeRatio(String cell, String to, String turn, Interval typical, Interval mean) {
  /** The ratio of two cells' typical calls; null if they were not compared that way. */
  public static @Nullable Interval typical(List<AlikeRatio> all, String cell, String to) {
    for (AlikeRatio ratio : all) {
      if (ratio.isOf(cell, to)) {
        return ratio.typical;
      }
      if (ratio.isOf(to, cell)) {
        return ratio.typical.inverse();
      }
    }
    return null;
  }

  /** How long the turns of two cells were; null if they were not compared that way. */
  public static @Nullable String turn(List<AlikeRatio> all, String one, String other) {
    return all.stream()
        .filter(ratio -> ratio.isOf(one, other) || ratio.isOf(other, one))
        .map(AlikeRatio::turn)
        .findFirst()
        .orElse(null);
  }

  private boolean isOf(String one, String other) {
    return cell.equals(one) && to.equals(other);
  }

  private record Pair(String cell, String to) {}

  /**
   * The ratio of each pair, in the order of the record. A JVM whose comparison is not valid is left
   * out.
   *
   * @param confidence level of the intervals, between 0 and 1
   */
  public static List<AlikeRatio> of(List<AlikeTurns> turns, double confidence) {
    Map<Pair, List<AlikeTurns>> pairs = new LinkedHashMap<>();
    turns.stream()
        .filter(AlikeTurns::isValid)
        .forEach(
            jvm ->
                pairs
                    .computeIfAbsent(new Pair(jvm.cell(), jvm.to()), pair -> new ArrayList<>())
                    .add(jvm));
    List<List<AlikeTurns>> all = List.copyOf(pairs.values());
    List<LogRatio> typical = LogRatio.typicalOfBlocks(logs(all, AlikeTurns.Block::typicalRatio));
    List<LogRatio> mean = LogRatio.blocks(logs(all, AlikeTurns.Block::meanRatio));
    List<AlikeRatio> ratios = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      AlikeTurns first = all.get(i).get(0);
      ratios.add(
          new AlikeRatio(
              first.cell(),
              first.to(),
              first.turn(),
              typical.get(i).interval(confidence),
              mean.get(i).interval(confidence)));
    }
    return ratios;
  }

  /** Natural logarithms by pair, JVM and block. */
  private static List<double[][]> logs(
      List<List<AlikeTurns>> pairs, ToDoubleFunction<AlikeTurns.Block> ratio) {
    return pairs.stream()
        .map(
            jvms ->
                jvms.stream()
                    .map(
                        jvm ->
                            jvm.blocks().stream()
                                .mapToDouble(block -> Math.log(ratio.applyAsDouble(block)))
                                .toArray())
                    .toArray(double[][]::new))
        .toList();
  }
}
