package dev.weir.analysis.compare;

import dev.weir.analysis.stats.CellSummaries;
import dev.weir.analysis.stats.JainIndex;
import dev.weir.analysis.stats.RoundRatios;
import dev.weir.analysis.stats.UniversalScalability;
import dev.weir.record.CellRecord;
import dev.weir.record.ClientShares;
import dev.weir.record.Interval;
import dev.weir.record.TrialRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.hipparchus.stat.StatUtils;
import org.jspecify.annotations.Nullable;

/**
 * How throughput grows with the number of client processes, one {@link Curve} for all cells that
 * differ in nothing else.
 *
 * <p>The <em>knee</em> is where the two asymptotic bounds of a closed system meet: N clients reach
 * at most N times the rate of one, and never more than the highest rate, so N* = X_max / X(1)
 * (Denning and Buzen, "The Operational Analysis of Queueing Network Models", ACM Computing Surveys
 * 10(3), 1978; Lazowska et al., <em>Quantitative System Performance</em>, 1984, chapter 5).
 *
 * <p>The <em>best</em> number is the fewest clients that do as well as any, a {@link Saturation}.
 */
public final class ClientScaling {
  private static final String CLIENTS = "clients";

  /** Documents/s that no record of a measurement holds. */
  private static final double MOST_RATE = 1e15;

  private ClientScaling() {}

  /**
   * One number of clients.
   *
   * @param documentsPerSecond of all clients together; null without a valid trial
   * @param gain over the fewest clients, paired within rounds; null where there is no such pair,
   *     and for the fewest themselves
   * @param fairness how evenly the clients shared; null for a single one
   */
  public record Level(
      int clients,
      CellRecord cell,
      @Nullable Interval documentsPerSecond,
      @Nullable Interval gain,
      @Nullable Fairness fairness) {}

  /**
   * How evenly several clients shared, over valid trials.
   *
   * @param mean Jain's index, between 1/n and 1
   * @param worst the lowest of a round
   * @param least what the slowest client got, as a multiple of an equal share; mean over rounds
   * @param most what the fastest client got, likewise
   */
  public record Fairness(double mean, double worst, double least, double most) {}

  /**
   * All numbers of clients of otherwise equal cells.
   *
   * @param factors what they have in common
   * @param levels by number of clients
   * @param knee in clients; null if the fewest or all of them have no valid trial
   * @param best null likewise
   * @param law the universal scalability law over clients, fitted to the means
   * @param peak where that law is highest, in clients, from a fit for each round; null if a round
   *     lacks a peak or a fit
   */
  public record Curve(
      Map<String, String> factors,
      List<Level> levels,
      @Nullable Interval knee,
      @Nullable Saturation best,
      UniversalScalability.Outcome law,
      @Nullable Interval peak) {}

  /**
   * The curves of a run.
   *
   * @param confidence level of every interval, between 0 and 1
   * @return none if the number of clients is not varied
   */
  public static List<Curve> of(List<CellRecord> cells, double confidence) {
    Map<Map<String, String>, List<CellRecord>> alike = new LinkedHashMap<>();
    for (CellRecord cell : cells) {
      Map<String, String> others = new TreeMap<>(cell.factors());
      if (number(others.remove(CLIENTS)) > 0) {
        alike.computeIfAbsent(others, key -> new ArrayList<>()).add(cell);
      }
    }
    List<Curve> curves = new ArrayList<>();
    alike.forEach(
        (factors, group) -> {
          if (group.size() > 1) {
            curves.add(curve(factors, group, confidence));
          }
        });
    return List.copyOf(curves);
  }

  private static Curve curve(Map<String, String> factors, List<CellRecord> group, double level) {
    List<CellRecord> sorted = new ArrayList<>(group);
    sorted.sort(Comparator.comparingInt(ClientScaling::clients));
    CellRecord fewest = sorted.get(0);
    List<Level> levels = new ArrayList<>();
    for (CellRecord cell : sorted) {
      levels.add(
          new Level(
              clients(cell),
              cell,
              cell.documentsPerSecond(),
              same(cell, fewest) ? null : ratio(cell, fewest, level),
              fairness(cell)));
    }
    List<CellRecord> measured =
        sorted.stream().filter(cell -> cell.documentsPerSecond() != null).toList();
    if (measured.size() < 2 || !same(measured.get(0), fewest)) {
      return new Curve(factors, List.copyOf(levels), null, null, law(measured), null);
    }
    CellRecord highest = Saturation.highest(measured);
    return new Curve(
        factors,
        List.copyOf(levels),
        times(ratio(highest, fewest, level), clients(fewest)),
        Saturation.of(measured, List.of(), ClientScaling::clients, level),
        law(measured),
        peak(measured, level));
  }

  private static UniversalScalability.Outcome law(List<CellRecord> measured) {
    return UniversalScalability.fit(
        measured.stream().mapToDouble(ClientScaling::clients).toArray(),
        measured.stream().mapToDouble(ClientScaling::mean).toArray());
  }

  /** Geometric mean over rounds of where each round's own fit is highest. */
  private static @Nullable Interval peak(List<CellRecord> measured, double level) {
    TreeSet<Integer> rounds = new TreeSet<>();
    measured.forEach(cell -> cell.trials().forEach(trial -> rounds.add(trial.round())));
    List<Double> peaks = new ArrayList<>();
    for (int round : rounds) {
      double[] rates =
          measured.stream().mapToDouble(cell -> cell.documentsPerSecond(round)).toArray();
      double[] clients = measured.stream().mapToDouble(ClientScaling::clients).toArray();
      for (double rate : rates) {
        if (!(rate > 0)) {
          return null; // without that level this round would have another curve
        }
      }
      if (!(UniversalScalability.fit(clients, rates) instanceof UniversalScalability.Model model)
          || model.peakConcurrency().isEmpty()) {
        return null;
      }
      peaks.add(model.peakConcurrency().getAsDouble());
    }
    return RoundRatios.mean(peaks.stream().mapToDouble(Double::doubleValue).toArray(), level);
  }

  private static @Nullable Fairness fairness(CellRecord cell) {
    List<List<Double>> trials =
        cell.trials().stream()
            .filter(TrialRecord::valid)
            .map(TrialRecord::clients)
            .filter(Objects::nonNull)
            .map(ClientScaling::rates)
            .filter(rates -> rates.stream().allMatch(rate -> rate >= 0 && rate < MOST_RATE))
            .filter(rates -> rates.stream().anyMatch(rate -> rate > 0))
            .toList();
    if (trials.isEmpty()) {
      return null;
    }
    double[] indices = trials.stream().mapToDouble(JainIndex::of).toArray();
    double[] least = new double[indices.length];
    double[] most = new double[indices.length];
    for (int i = 0; i < indices.length; i++) {
      double[] rates = trials.get(i).stream().mapToDouble(Double::doubleValue).toArray();
      double equal = StatUtils.mean(rates);
      least[i] = StatUtils.min(rates) / equal;
      most[i] = StatUtils.max(rates) / equal;
    }
    return new Fairness(
        StatUtils.mean(indices),
        StatUtils.min(indices),
        StatUtils.mean(least),
        StatUtils.mean(most));
  }

  private static List<Double> rates(ClientShares clients) {
    return clients.shares().stream().map(ClientShares.Share::documentsPerSecond).toList();
  }

  private static @Nullable Interval ratio(CellRecord cell, CellRecord to, double confidence) {
    RoundRatios.Ratio ratio = CellSummaries.ratio(cell, to, confidence);
    return ratio == null ? null : ratio.interval();
  }

  private static @Nullable Interval times(@Nullable Interval ratio, int factor) {
    return ratio == null
        ? null
        : new Interval(
            ratio.mean() * factor,
            ratio.low() * factor,
            ratio.high() * factor,
            ratio.confidence(),
            ratio.n(),
            ratio.method());
  }

  private static double mean(CellRecord cell) {
    return Objects.requireNonNull(cell.documentsPerSecond()).mean();
  }

  private static boolean same(CellRecord a, CellRecord b) {
    return a.id().equals(b.id());
  }

  private static int clients(CellRecord cell) {
    return number(cell.factors().get(CLIENTS));
  }

  /** 0 where there is none: a record may come from a stranger. */
  private static int number(@Nullable String clients) {
    return clients == null || !clients.matches("[0-9]{1,6}") ? 0 : Integer.parseInt(clients);
  }
}
