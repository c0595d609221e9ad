package dev.weir.analysis.claims;

import dev.weir.record.CellRecord;
import dev.weir.record.Percentiles;
import dev.weir.record.QueueSkew;
import dev.weir.record.SaveFigures;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialRecord;
import dev.weir.study.Cell;
import dev.weir.study.Claim;
import dev.weir.study.DocumentKind;
import dev.weir.study.Factor;
import dev.weir.study.Figure;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.hipparchus.stat.regression.SimpleRegression;
import org.jspecify.annotations.Nullable;

/**
 * The effect that a comparison asks about, one figure per round, as a natural logarithm.
 *
 * <p>Without a trend it is the ratio of two cells of that round. With one it is the change from the
 * lowest to the highest level along the least-squares line through the logarithms of the figures
 * (or of the ratios) of that round over the logarithm of the level: one summary per round, so that
 * rounds stay the independent repetitions (Matthews, Altman, Campbell and Royston, "Analysis of
 * serial measurements in medical research", BMJ 300, 1990). Levels without a number, or at zero,
 * count by their rank.
 */
final class RoundEffects {
  private final Claim.Comparison test;
  private final List<CellRecord> compared;
  private final List<CellRecord> divisors;

  RoundEffects(Claim.Comparison test, List<CellRecord> compared, List<CellRecord> divisors) {
    this.test = test;
    this.compared = compared;
    this.divisors = divisors;
  }

  /** The effect in each round that has all it needs, in the order of rounds. */
  double[] logs() {
    TreeSet<Integer> rounds = new TreeSet<>();
    compared.forEach(cell -> cell.trials().forEach(trial -> rounds.add(trial.round())));
    return rounds.stream()
        .mapToDouble(round -> test.along() == null ? ratio(round, 0) : trend(round, test.along()))
        .filter(Double::isFinite)
        .toArray();
  }

  /** NaN if the round lacks either. */
  private double ratio(int round, int index) {
    double log = log(compared.get(index), round);
    return divisors.isEmpty() ? log : log - log(divisorOf(index), round);
  }

  private CellRecord divisorOf(int index) {
    Factor<?> along = test.along();
    if (along == null) {
      return divisors.get(0);
    }
    Object level = level(compared.get(index), along);
    return divisors.stream()
        .filter(cell -> level(cell, along).equals(level))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no cell to divide by at " + level));
  }

  private double trend(int round, Factor<?> along) {
    double[] positions = positions(along);
    SimpleRegression line = new SimpleRegression();
    double lowest = Double.POSITIVE_INFINITY;
    double highest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < positions.length; i++) {
      double effect = ratio(round, i);
      if (!Double.isFinite(effect)) {
        return Double.NaN; // a round that lacks a level would have another line
      }
      line.addData(positions[i], effect);
      lowest = Math.min(lowest, positions[i]);
      highest = Math.max(highest, positions[i]);
    }
    return line.getSlope() * (highest - lowest);
  }

  private double[] positions(Factor<?> along) {
    List<Object> levels = compared.stream().map(cell -> level(cell, along)).toList();
    double[] numbers = levels.stream().mapToDouble(RoundEffects::number).toArray();
    for (int i = 0; i < numbers.length; i++) {
      if (!(numbers[i] > 0)) {
        return rank(numbers.length);
      }
    }
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Math.log(numbers[i]);
    }
    return numbers;
  }

  /** The cells come in the order of their levels. */
  private static double[] rank(int levels) {
    double[] ranks = new double[levels];
    for (int i = 0; i < levels; i++) {
      ranks[i] = i;
    }
    return ranks;
  }

  private static double number(Object level) {
    if (level instanceof DocumentKind kind) {
      return (kind.minBytes() + kind.maxBytes()) / 2.0;
    }
    return level instanceof Number number ? number.doubleValue() : 0;
  }

  private static Object level(CellRecord cell, Factor<?> along) {
    return Cell.parse(cell.factors()).get(along);
  }

  private double log(CellRecord cell, int round) {
    return cell.valid(round).map(trial -> Math.log(figure(trial))).orElse(Double.NaN);
  }

  private double figure(TrialRecord trial) {
    return figure(trial, test.figure());
  }

  /** That figure of each valid trial that has it. */
  static double[] figures(Figure figure, List<CellRecord> cells) {
    return cells.stream()
        .flatMap(cell -> cell.trials().stream())
        .filter(TrialRecord::valid)
        .mapToDouble(trial -> figure(trial, figure))
        .filter(Double::isFinite)
        .toArray();
  }

  /** NaN where unknown. */
  private static double figure(TrialRecord trial, Figure figure) {
    return switch (figure) {
      case DOCUMENTS_PER_SECOND -> trial.documentsPerSecond();
      case TIME_PER_DOCUMENT -> 1 / trial.documentsPerSecond();
      case MEGABYTES_PER_SECOND -> trial.rates().megabytesPerSecond();
      case JITTER -> trial.jitter();
      case SERVER_CPU -> orNaN(trial.cpu().serverMicros());
      case CLIENT_CPU -> trial.cpu().clientMicros();
      case SERVICE_P50 -> percentile(trial.serviceTimes().micros(), true);
      case SERVICE_P99 -> percentile(trial.serviceTimes().micros(), false);
      case POOL_WAIT -> trial.poolWaitMicros();
      case CONNECTIONS -> connections(trial);
      case QUEUE_SKEW -> queues(trial, QueueSkew::queueSkew);
      case FINISH_SKEW -> queues(trial, QueueSkew::finishSkew);
      case UPDATES_LOST -> saves(trial, saves -> saves.lost().updates());
      case MEAN_LOSS -> saves(trial, SaveFigures::meanLossOfPlan);
      case WORST_LOSS -> saves(trial, SaveFigures::worstLossOfPlan);
      case ACKNOWLEDGED_LOST -> saves(trial, SaveFigures::acknowledgedLost);
      case MARKS_FORGOTTEN -> saves(trial, SaveFigures::marksForgotten);
      case SENT_AGAIN -> saves(trial, SaveFigures::sentAgain);
      case WRITTEN_TWICE -> saves(trial, SaveFigures::writtenTwice);
      case OVERDUE -> saves(trial, saves -> orNaN(saves.overdueSeconds()));
      case DRAIN -> saves(trial, saves -> orNaN(saves.drainSeconds()));
      case CATCH_UP_P99 -> saves(trial, saves -> percentile(saves.catchUp().micros(), false));
    };
  }

  private static double connections(TrialRecord trial) {
    TrialMeasurement.Pool pool = trial.pool();
    return pool == null ? Double.NaN : (double) pool.created() / trial.counts().acknowledged();
  }

  private static double queues(TrialRecord trial, ToDoubleFunction<QueueSkew> figure) {
    QueueSkew queues = trial.queues();
    return queues == null ? Double.NaN : figure.applyAsDouble(queues);
  }

  private static double saves(TrialRecord trial, ToDoubleFunction<SaveFigures> figure) {
    SaveFigures saves = trial.saves();
    return saves == null ? Double.NaN : figure.applyAsDouble(saves);
  }

  private static double percentile(@Nullable Percentiles times, boolean median) {
    return times == null ? Double.NaN : median ? times.p50() : times.p99();
  }

  private static double orNaN(@Nullable Double figure) {
    return figure == null ? Double.NaN : figure;
  }
}
