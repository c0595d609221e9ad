package dev.weir.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import dev.weir.capacity.PlayedShare;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a plan predicts for a design, beside what was measured when the design was played. */
public final class PredictionTable {
  /** A prediction is to hold within 10 %: no host that moved further shows whether it does. */
  private static final double STEADY_HOST = 0.15;

  private PredictionTable() {}

  private record Line(String figure, String predicted, String measured, String difference) {}

  /** A table per run. */
  public static String text(PlayedShare row) {
    List<Line> lines =
        List.of(
            line(
                "documents/s", row.predictedDocumentsPerSecond(), row.measuredDocumentsPerSecond()),
            line(
                "writes per update", row.predictedWritesPerUpdate(), row.measuredWritesPerUpdate()),
            line("server cores", row.predictedServerCores(), row.measuredServerCores()),
            line(
                "client cores, players included",
                row.predictedClientCores(),
                row.measuredClientCores()),
            line("p99 ms", row.predictedP99Millis(), row.measuredP99Millis()));
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
        + AsciiTable.builder()
            .border(AsciiTable.FANCY_ASCII)
            .data(
                lines,
                List.of(
                    new Column().header("").dataAlign(HorizontalAlign.LEFT).with(Line::figure),
                    new Column().header("predicted").with(Line::predicted),
                    new Column().header("measured").with(Line::measured),
                    new Column().header("difference").with(Line::difference)))
            .asString();
  }

  private static Line line(String figure, double predicted, @Nullable Double measured) {
    return measured == null
        ? new Line(figure, PlanText.number(predicted), "not known", "")
        : new Line(
            figure,
            PlanText.number(predicted),
            PlanText.number(measured),
            String.format(Locale.ROOT, "%+.1f %%", (measured / predicted - 1) * 100));
  }
}
