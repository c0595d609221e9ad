package dev.weir.report;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import dev.weir.capacity.HostSpeed;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a plan says of a design and what running the design gave. */
public final class PlanAgainstReality {
  /** A prediction is to hold within 10 %: no host that moved further shows whether it does. */
  private static final double STEADY_HOST = 0.15;

  private PlanAgainstReality() {}

  /**
   * One run; first the predicted figure, then the measured one.
   *
   * @param share of the predicted capacity
   * @param players that make it
   * @param documents of each type, shared by players if those are more: as many as were measured
   * @param before how fast the host was then beside when it was measured; predictions are for the
   *     mean of it and {@code after}
   * @param gotClientCores of the process that writes and plays the players too, which a plan does
   *     not count
   */
  public record Row(
      double share,
      double players,
      int documents,
      HostSpeed before,
      HostSpeed after,
      double saysDocumentsPerSecond,
      double gotDocumentsPerSecond,
      double saysWritesPerUpdate,
      double gotWritesPerUpdate,
      double saysServerCores,
      @Nullable Double gotServerCores,
      double saysClientCores,
      double gotClientCores,
      double saysP99Millis,
      double gotP99Millis,
      long failed) {}

  private record Line(String figure, String says, String got, String difference) {}

  /** A table per run. */
  public static String text(Row row) {
    List<Line> lines =
        List.of(
            line("documents/s", row.saysDocumentsPerSecond(), row.gotDocumentsPerSecond()),
            line("writes per update", row.saysWritesPerUpdate(), row.gotWritesPerUpdate()),
            line("server cores", row.saysServerCores(), row.gotServerCores()),
            line("client cores, players included", row.saysClientCores(), row.gotClientCores()),
            line("p99 ms", row.saysP99Millis(), row.gotP99Millis()));
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
                    new Column().header("predicted").with(Line::says),
                    new Column().header("measured").with(Line::got),
                    new Column().header("difference").with(Line::difference)))
            .asString();
  }

  private static Line line(String figure, double says, @Nullable Double got) {
    return got == null
        ? new Line(figure, PlanText.number(says), "not known", "")
        : new Line(
            figure,
            PlanText.number(says),
            PlanText.number(got),
            String.format(Locale.ROOT, "%+.1f %%", (got / says - 1) * 100));
  }
}
