package dev.weir.report;

import dev.weir.analysis.stats.PercentileIntervals;
import dev.weir.analysis.stats.RoundIntervals;
import dev.weir.analysis.stats.StudentT;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.Percentiles;
import dev.weir.record.SaveFigures;
import dev.weir.record.TrialRecord;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What a fault cost games that save what their players change: a row for each of their cells. */
public final class SavesTable {
  private SavesTable() {}

  /**
   * A row for each cell whose trials played such a game.
   *
   * @param cells of the run
   */
  public static Table<CellRecord> of(CellSet cells) {
    List<CellRecord> played = cells.all().stream().filter(cell -> !saves(cell).isEmpty()).toList();
    return cells
        .table("saves-data", "What a fault cost: a row per game", played, cell -> cell)
        .count("trials", cell -> saves(cell).size())
        .words("updates lost", cell -> meanAndMost(cell, saves -> saves.lost().updates()))
        .words("s lost, mean player", cell -> meanAndMost(cell, s -> s.lost().meanSeconds()))
        .words(
            "s lost, worst player; a plan says",
            cell ->
                ofThose(cell, s -> s.lost().worstSeconds())
                    + " of "
                    + ofThose(cell, s -> s.formula().worstSeconds()))
        .count("acknowledged lost", cell -> sum(cell, SaveFigures::acknowledgedLost))
        .count("marks forgotten", cell -> sum(cell, SaveFigures::marksForgotten))
        .words("sent again", cell -> meanAndMost(cell, SaveFigures::sentAgain))
        .words("written twice", cell -> meanAndMost(cell, SaveFigures::writtenTwice))
        .figure("overdue", "s", cell -> mean(cell, s -> orNaN(s.overdueSeconds())))
        .figure("drain", "s", cell -> mean(cell, s -> orNaN(s.drainSeconds())))
        .figure("p99 before", "ms", cell -> TrialTable.millis(calm(cell), Percentiles::p99))
        .interval("p99 catching up ms", SavesTable::catchUp)
        .footnotes(
            List.of(
                "lost: mean over the trials (most in one); a game that lives loses no progress",
                "acknowledged lost: documents whose acknowledged save the server no longer had,"
                    + " of all trials",
                "times run from a save being ready until it was acknowledged, however often it was"
                    + " sent; overdue: the longest of them; drain: from then until none was late",
                "p99 catching up: geometric mean of the trials' own with its 95 % interval over"
                    + " them; in one trial the late saves come first, so its seconds give no"
                    + " interval"));
  }

  private static List<SaveFigures> saves(CellRecord cell) {
    return cell.trials().stream()
        .filter(TrialRecord::valid)
        .map(TrialRecord::saves)
        .filter(Objects::nonNull)
        .toList();
  }

  private static @Nullable Percentiles calm(CellRecord cell) {
    return cell.serviceTimeMicros();
  }

  /** Catching up is no steady state: what repeats is the trial. Null without times. */
  private static @Nullable Interval catchUp(CellRecord cell) {
    double[] logs =
        saves(cell).stream()
            .map(saves -> saves.catchUp().micros())
            .filter(Objects::nonNull)
            .mapToDouble(micros -> Math.log(micros.p99() / 1e3))
            .toArray();
    return logs.length == 0
        ? null
        : StudentT.of(logs).ratio(PercentileIntervals.CONFIDENCE, RoundIntervals.METHOD);
  }

  private static @Nullable Object mean(CellRecord cell, ToDoubleFunction<SaveFigures> figure) {
    OptionalDouble mean =
        saves(cell).stream().mapToDouble(figure).filter(Double::isFinite).average();
    return mean.isPresent() ? Double.valueOf(mean.getAsDouble()) : null;
  }

  private static long sum(CellRecord cell, ToDoubleFunction<SaveFigures> figure) {
    return Math.round(saves(cell).stream().mapToDouble(figure).sum());
  }

  private static String ofThose(CellRecord cell, ToDoubleFunction<SaveFigures> figure) {
    return Digits.of(saves(cell).stream().mapToDouble(figure).max().orElse(0));
  }

  private static String meanAndMost(CellRecord cell, ToDoubleFunction<SaveFigures> figure) {
    double mean = saves(cell).stream().mapToDouble(figure).average().orElse(0);
    double most = saves(cell).stream().mapToDouble(figure).max().orElse(0);
    return most == 0
        ? "0"
        : String.format(Locale.ROOT, "%s (%s)", Digits.of(mean), Digits.of(most));
  }

  private static double orNaN(@Nullable Double seconds) {
    return seconds == null ? Double.NaN : seconds;
  }
}
