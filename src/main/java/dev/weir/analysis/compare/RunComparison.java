package dev.weir.analysis.compare;

import dev.weir.analysis.stats.Holm;
import dev.weir.analysis.stats.LogRatio;
import dev.weir.analysis.stats.RunSpread;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.TurnsRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.hipparchus.stat.StatUtils;
import org.jspecify.annotations.Nullable;

/**
 * Runs held against a base, cell by cell. Runs that took turns are paired block by block, by two
 * tests for each cell: of the typical call, which shows the smallest differences, and of the mean,
 * which shows a change of the slowest calls alone. Runs made at different times are compared by
 * their rounds, and pay for how far runs lie apart. All tests of all cells of all runs count as one
 * family, corrected by {@link Holm}. Why, and how often it cries wolf or sleeps: {@code
 * docs/decisions/turns.md}.
 */
public final class RunComparison {
  private static final int FEWEST_ROUNDS = 2;

  private final List<Pair> pairs;
  private final double alpha;

  private RunComparison(List<Pair> pairs, double alpha) {
    this.pairs = pairs;
    this.alpha = alpha;
  }

  private record Pair(
      String run,
      CellRecord cell,
      double base,
      double other,
      List<LogRatio> tests,
      @Nullable Blocks blocks,
      String reason) {
    Pair with(List<LogRatio> made) {
      return new Pair(run, cell, base, other, made, blocks, reason);
    }

    @Nullable LogRatio ratio() {
      return tests.isEmpty() ? null : tests.get(0);
    }
  }

  /**
   * How to compare.
   *
   * @param confidence chance that not one of all cells is wrongly called different
   * @param spread of runs made at different times
   * @param variedFactorsOnly pairs cells by the factors that vary within the runs: what differs
   *     between whole runs is then what is compared
   */
  public record Terms(double confidence, RunSpread spread, boolean variedFactorsOnly) {}

  /** Compares each of the others with the base. */
  public static RunComparison of(ComparedRun base, List<ComparedRun> others, Terms terms) {
    List<Pair> pairs = new ArrayList<>();
    for (ComparedRun other : others) {
      List<Pair> own = new ArrayList<>();
      Set<String> fixed =
          terms.variedFactorsOnly ? fixedFactors(base.cells(), other.cells()) : Set.of();
      Map<Map<String, String>, CellRecord> candidates = byFactors(other.cells(), fixed);
      byFactors(base.cells(), fixed)
          .forEach(
              (factors, cell) -> {
                CellRecord match = candidates.remove(factors);
                own.add(
                    match == null
                        ? none(other, cell, "only in " + base.name())
                        : pair(base, other, cell, match, terms.spread));
              });
      candidates.values().forEach(cell -> own.add(none(other, cell, "only in " + other.name())));
      pairs.addAll(tested(own));
    }
    return new RunComparison(pairs, 1 - terms.confidence);
  }

  /** How many cells could be compared; the correction is for that many. */
  public int size() {
    return (int) pairs.stream().filter(pair -> pair.ratio() != null).count();
  }

  /** Every cell, those that could not be compared too. */
  public List<CellComparison> cells() {
    return judge(LogRatio::p);
  }

  /**
   * The cells shown worse by more than a share: not the estimate, the bound of the interval lies
   * beyond it. Corrected for many comparisons on its own.
   *
   * @param share 0.05 for 5 %
   */
  public List<CellComparison> worseBy(double share) {
    return judge(ratio -> ratio.pBelow(1 - share)).stream()
        .filter(cell -> cell.ratios().anyMatch(ratio -> ratio.high() < 1 - share))
        .toList();
  }

  private interface Test {
    double p(LogRatio ratio);
  }

  private List<CellComparison> judge(Test test) {
    double[] p = pairs.stream().flatMap(pair -> pair.tests.stream()).mapToDouble(test::p).toArray();
    double[] levels = Holm.levels(p, alpha);
    List<CellComparison> cells = new ArrayList<>();
    int next = 0;
    for (Pair pair : pairs) {
      List<Interval> intervals = new ArrayList<>();
      for (LogRatio ratio : pair.tests) {
        intervals.add(ratio.interval(1 - levels[next++]));
      }
      cells.add(
          new CellComparison(
              pair.run,
              pair.cell.id(),
              pair.cell.factors(),
              pair.base,
              pair.other,
              intervals.isEmpty() ? null : intervals.get(0),
              intervals.size() < 2 ? null : intervals.get(1),
              CellComparison.Verdict.of(intervals),
              pair.reason));
    }
    return cells;
  }

  /** A pair without its tests, which need the other pairs where sides took turns by blocks. */
  private static Pair pair(
      ComparedRun base, ComparedRun other, CellRecord a, CellRecord b, RunSpread spread) {
    Map<Integer, Double> from = new TreeMap<>(ComparedRun.rates(a));
    Map<Integer, Double> to = new TreeMap<>(ComparedRun.rates(b));
    boolean paired = base.tookTurnsWith(other);
    if (paired) {
      from.keySet().retainAll(to.keySet());
      to.keySet().retainAll(from.keySet());
    }
    if (Math.min(from.size(), to.size()) < FEWEST_ROUNDS) {
      return none(
          other,
          a,
          "too few rounds with a valid trial: " + from.size() + " and " + to.size() + ", needs 2");
    }
    double[] x = values(from);
    double[] y = values(to);
    boolean blocks = paired && base.hasBlocks() && other.hasBlocks();
    return new Pair(
        other.name(),
        a,
        StatUtils.geometricMean(x),
        StatUtils.geometricMean(y),
        blocks
            ? List.of()
            : List.of(paired ? LogRatio.paired(x, y) : LogRatio.unpaired(x, y, spread)),
        blocks ? Blocks.of(base, other, a.id(), b.id(), from.keySet()) : null,
        "");
  }

  /** The pairs of one run, each with its tests: of the typical call, and of the mean. */
  private static List<Pair> tested(List<Pair> pairs) {
    List<Blocks> blocks = pairs.stream().map(Pair::blocks).flatMap(Stream::ofNullable).toList();
    List<LogRatio> typical =
        LogRatio.typicalOfBlocks(blocks.stream().map(Blocks::typical).toList());
    List<LogRatio> mean = LogRatio.blocks(blocks.stream().map(Blocks::mean).toList());
    List<Pair> tested = new ArrayList<>();
    int next = 0;
    for (Pair pair : pairs) {
      tested.add(
          pair.blocks == null ? pair : pair.with(List.of(typical.get(next), mean.get(next++))));
    }
    return tested;
  }

  /**
   * Log ratios of a cell's blocks, by JVM.
   *
   * @param typical of the typical call
   * @param mean of all calls
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Blocks(double[][] typical, double[][] mean) {
    static Blocks of(ComparedRun base, ComparedRun other, String a, String b, Set<Integer> rounds) {
      List<double[]> typical = new ArrayList<>();
      List<double[]> mean = new ArrayList<>();
      for (int round : rounds) {
        List<TurnsRecord.Block> from = base.blocks(a, round);
        List<TurnsRecord.Block> to = other.blocks(b, round);
        double[] ofTypical = new double[Math.min(from.size(), to.size())];
        double[] ofMean = new double[ofTypical.length];
        for (int i = 0; i < ofTypical.length; i++) {
          ofTypical[i] = Math.log(to.get(i).typicalRatio());
          ofMean[i] = Math.log(to.get(i).documentsPerSecond() / from.get(i).documentsPerSecond());
        }
        typical.add(ofTypical);
        mean.add(ofMean);
      }
      return new Blocks(typical.toArray(new double[0][]), mean.toArray(new double[0][]));
    }
  }

  private static Pair none(ComparedRun other, CellRecord cell, String reason) {
    return new Pair(other.name(), cell, Double.NaN, Double.NaN, List.of(), null, reason);
  }

  private static double[] values(Map<Integer, Double> rates) {
    return rates.values().stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static Map<Map<String, String>, CellRecord> byFactors(
      List<CellRecord> cells, Set<String> without) {
    Map<Map<String, String>, CellRecord> byFactors = new LinkedHashMap<>();
    for (CellRecord cell : cells) {
      Map<String, String> factors = new LinkedHashMap<>(cell.factors());
      factors.keySet().removeAll(without);
      byFactors.put(factors, cell);
    }
    return byFactors;
  }

  /**
   * Factors that have one value in either run, but not the same one: what pairing by varied factors
   * leaves out of sight. A line each, with both values.
   */
  public static List<String> fixedDifferences(ComparedRun base, ComparedRun other) {
    List<String> differences = new ArrayList<>();
    for (String factor : fixedFactors(base.cells(), other.cells())) {
      String from = base.cells().get(0).factors().get(factor);
      String to = other.cells().get(0).factors().get(factor);
      if (!Objects.equals(from, to)) {
        differences.add(factor + ": " + from + " and " + to);
      }
    }
    return differences;
  }

  /** Factors with one value in either run. */
  private static Set<String> fixedFactors(List<CellRecord> a, List<CellRecord> b) {
    Set<String> fixed = fixedFactors(a);
    fixed.retainAll(fixedFactors(b));
    return fixed;
  }

  private static Set<String> fixedFactors(List<CellRecord> cells) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    for (CellRecord cell : cells) {
      cell.factors()
          .forEach(
              (name, value) -> values.computeIfAbsent(name, n -> new LinkedHashSet<>()).add(value));
    }
    values.values().removeIf(seen -> seen.size() > 1);
    return new LinkedHashSet<>(values.keySet());
  }
}
