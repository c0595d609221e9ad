package dev.weir.report;

import dev.weir.capacity.PlayedShare;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a plan predicts for a design, beside what was measured when the design was played. */
public final class PredictionTable {
  /** A prediction is to hold within 10 %: no host that moved further shows whether it does. */
  private static final double STEADY_HOST = 0.15;

  private PredictionTable() {}

  private record Line(String figure, double predicted, @Nullable Double measured) {}

  /** A table per run. */
  public static String text(PlayedShare row) {
    List<Line> lines =
        List.of(
            new Line(
                "documents/s", row.predictedDocumentsPerSecond(), row.measuredDocumentsPerSecond()),
            new Line(
                "writes per update", row.predictedWritesPerUpdate(), row.measuredWritesPerUpdate()),
            new Line("server cores", row.predictedServerCores(), row.measuredServerCores()),
            new Line(
                "client cores, players included",
                row.predictedClientCores(),
                row.measuredClientCores()),
            new Line("p99 ms", row.predictedP99Millis(), row.measuredP99Millis()));
    String title =
        String.format(
            Locale.ROOT,
            "at %.0f %% of predicted capacity: %,.0f players with %,d documents of each type,"
                + " %d failed%nhost before and after, beside when it was measured: %.2f and %.2f"
                + " times the documents/s, %.2f and %.2f times the server CPU per document;"
                + " predicted is for a host of that speed%n",
            row.share() * 100,
            row.players(),
            row.documents(),
            row.failed(),
            row.before().throughput(),
            row.after().throughput(),
            row.before().serverCpu(),
            row.after().serverCpu());
    if (row.before().apartFrom(row.after()) > STEADY_HOST) {
      title +=
          String.format(
              Locale.ROOT,
              "the host changed by more than %.0f %% meanwhile: these differences say little of the"
                  + " plan; run it again%n",
              STEADY_HOST * 100);
    }
    return title
        + ConsoleTable.of(
            Table.of("prediction", "A row per figure", lines)
                .text("", Line::figure)
                .figure("predicted", "", Line::predicted)
                .words("measured", line -> measured(line.measured))
                .words("difference", PredictionTable::difference));
  }

  private static String measured(@Nullable Double figure) {
    return figure == null ? "not known" : Digits.of(figure);
  }

  private static String difference(Line line) {
    return line.measured == null ? "" : Digits.change(line.measured / line.predicted - 1);
  }
}
