package dev.weir.analysis;

import dev.weir.record.CellRecord;
import dev.weir.record.CitedRecord;
import dev.weir.record.Interval;
import dev.weir.study.Factor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the flaws of a cited comparison of two drivers did: its ratios beside those of the same
 * settings measured fairly, with one pool on both sides and intervals over rounds.
 */
public final class CitedComparison {
  private static final String DRIVER = Factor.DRIVER.yamlName();
  private static final String POOL = Factor.POOL.yamlName();

  private final CitedRecord cited;
  private final double confidence;
  private final String first;
  private final String second;
  private final List<Setting> settings;

  /**
   * One setting that both sides were measured at.
   *
   * @param name what varies, in words
   * @param once ratio second / first of the cited runs
   * @param left the first driver, fairly
   * @param right the second driver, fairly
   * @param capped the first driver with the pool that it had in the cited runs, fairly; null if it
   *     was not measured or had the same pool
   */
  private record Setting(
      String name, double once, CellRecord left, CellRecord right, @Nullable CellRecord capped) {}

  private CitedComparison(CitedRecord cited, List<CellRecord> cells, double confidence) {
    this.cited = cited;
    this.confidence = confidence;
    this.first = driver(cited.trials().get(0));
    this.second =
        cited.trials().stream()
            .map(CitedComparison::driver)
            .filter(d -> !d.equals(first))
            .findFirst()
            .orElse(first);
    this.settings = settings(cells);
  }

  /**
   * Three sentences: what was cited, what is fair, what the difference comes to.
   *
   * @param cells of the same run
   * @return one sentence if the two have no setting in common that is valid
   */
  public static List<String> sentences(
      CitedRecord cited, List<CellRecord> cells, double confidence) {
    if (cited.trials().isEmpty()) {
      return List.of();
    }
    CitedComparison comparison = new CitedComparison(cited, cells, confidence);
    Interval fair = comparison.overall();
    if (fair == null) {
      return List.of("The cited comparison has no setting with valid runs on both sides.");
    }
    return List.of(comparison.asCited(), comparison.fairly(fair), comparison.difference(fair));
  }

  private static String driver(CitedRecord.Once once) {
    return once.factors().getOrDefault(DRIVER, "");
  }

  private List<Setting> settings(List<CellRecord> cells) {
    List<Setting> found = new ArrayList<>();
    for (CitedRecord.Once right : cited.trials()) {
      if (driver(right).equals(second) && right.trial().valid()) {
        cited.trials().stream()
            .filter(left -> driver(left).equals(first) && left.trial().valid())
            .filter(left -> setting(left.factors()).equals(setting(right.factors())))
            .findFirst()
            .map(left -> setting(left, right, cells))
            .filter(Objects::nonNull)
            .ifPresent(found::add);
      }
    }
    return found;
  }

  private @Nullable Setting setting(
      CitedRecord.Once left, CitedRecord.Once right, List<CellRecord> cells) {
    CellRecord fairRight = cell(cells, right.factors());
    CellRecord fairLeft = cell(cells, with(right.factors(), DRIVER, first));
    if (fairLeft == null
        || fairRight == null
        || CellSummaries.ratio(fairRight, fairLeft, confidence) == null) {
      return null;
    }
    boolean samePool = Objects.equals(left.factors().get(POOL), right.factors().get(POOL));
    return new Setting(
        right.factors().getOrDefault(Factor.IN_FLIGHT.yamlName(), "?") + " in flight",
        right.trial().documentsPerSecond() / left.trial().documentsPerSecond(),
        fairLeft,
        fairRight,
        samePool ? null : cell(cells, left.factors()));
  }

  private static Map<String, String> setting(Map<String, String> factors) {
    Map<String, String> rest = new HashMap<>(factors);
    rest.remove(DRIVER);
    rest.remove(POOL);
    return rest;
  }

  private static Map<String, String> with(
      Map<String, String> factors, String factor, String value) {
    Map<String, String> changed = new HashMap<>(factors);
    changed.put(factor, value);
    return changed;
  }

  private static @Nullable CellRecord cell(List<CellRecord> cells, Map<String, String> factors) {
    return cells.stream().filter(cell -> cell.factors().equals(factors)).findFirst().orElse(null);
  }

  /** The geometric mean of all settings' ratios, one per round; null if no round has them all. */
  private @Nullable Interval overall() {
    TreeSet<Integer> rounds = new TreeSet<>();
    settings.forEach(s -> s.left.trials().forEach(trial -> rounds.add(trial.round())));
    double[] logs =
        rounds.stream()
            .mapToDouble(
                round ->
                    settings.stream()
                        .mapToDouble(
                            s ->
                                Math.log(
                                    s.right.documentsPerSecond(round)
                                        / s.left.documentsPerSecond(round)))
                        .average()
                        .orElse(Double.NaN))
            .filter(Double::isFinite)
            .toArray();
    if (settings.isEmpty() || logs.length == 0) {
      return null;
    }
    return RoundRatios.mean(Arrays.stream(logs).map(Math::exp).toArray(), confidence);
  }

  private double once() {
    return Math.exp(
        settings.stream().mapToDouble(s -> Math.log(s.once)).average().orElse(Double.NaN));
  }

  private Interval fair(Setting setting) {
    return Objects.requireNonNull(CellSummaries.ratio(setting.right, setting.left, confidence))
        .interval();
  }

  private String asCited() {
    return String.format(
        Locale.ROOT,
        "As cited (%s) %s gave %.2f to %.2f times the documents/s of %s at %d settings, × %.2f in"
            + " geometric mean, from one run each and so without an interval.",
        cited.as(),
        second,
        settings.stream().mapToDouble(Setting::once).min().orElse(0),
        settings.stream().mapToDouble(Setting::once).max().orElse(0),
        first,
        settings.size(),
        once());
  }

  private String fairly(Interval overall) {
    List<Interval> fair = settings.stream().map(this::fair).toList();
    return String.format(
        Locale.ROOT,
        "Compared fairly (same pool, every cell once a round in random order, a fresh JVM each round)"
            + " it gives %.2f to %.2f times, × %s over %d rounds: faster at %d, slower at %d, no"
            + " difference shown at %d of %d settings.",
        fair.stream().mapToDouble(Interval::mean).min().orElse(0),
        fair.stream().mapToDouble(Interval::mean).max().orElse(0),
        interval(overall),
        overall.n(),
        fair.stream().filter(i -> i.low() > 1).count(),
        fair.stream().filter(i -> i.high() < 1).count(),
        fair.stream().filter(i -> !(i.low() > 1 || i.high() < 1)).count(),
        settings.size());
  }

  private String difference(Interval overall) {
    double once = once();
    boolean within = !overall.isKnown() || overall.contains(once);
    Setting worst =
        settings.stream()
            .max(Comparator.comparingDouble(s -> Math.abs(Math.log(s.once / fair(s).mean()))))
            .orElseThrow();
    String start =
        within
            ? "The flaws did not move the mean beyond the fair interval, but single settings"
            : String.format(
                Locale.ROOT,
                "The flaws moved the comparison by × %.2f in the mean and single settings",
                once / overall.mean());
    return start
        + String.format(
            Locale.ROOT,
            " by up to × %.2f (%s: × %.2f as cited, × %s fairly)%s.",
            worst.once / fair(worst).mean(),
            worst.name,
            worst.once,
            interval(fair(worst)),
            pool());
  }

  /** What the smaller pool alone does, where that was measured: at the setting it hurts most. */
  private String pool() {
    return settings.stream()
        .filter(s -> s.capped != null)
        .map(this::pool)
        .filter(Objects::nonNull)
        .min(Comparator.comparingDouble(PoolEffect::mean))
        .map(PoolEffect::words)
        .orElse("");
  }

  private record PoolEffect(double mean, String words) {}

  private @Nullable PoolEffect pool(Setting setting) {
    CellRecord capped = Objects.requireNonNull(setting.capped);
    RoundRatios.Ratio ratio = CellSummaries.ratio(capped, setting.left, confidence);
    return ratio == null
        ? null
        : new PoolEffect(
            ratio.interval().mean(),
            String.format(
                Locale.ROOT,
                "; the pool of %s alone makes %s × %s at %s",
                capped.factors().get(POOL),
                first,
                interval(ratio.interval()),
                setting.name));
  }

  private static String interval(Interval ratio) {
    return ratio.isKnown()
        ? String.format(Locale.ROOT, "%.2f [%.2f, %.2f]", ratio.mean(), ratio.low(), ratio.high())
        : String.format(Locale.ROOT, "%.2f", ratio.mean());
  }
}
