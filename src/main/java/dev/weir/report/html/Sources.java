package dev.weir.report.html;

import dev.weir.analysis.bottleneck.CellVerdicts;
import dev.weir.analysis.bottleneck.Utilisation;
import dev.weir.analysis.claims.ClaimVerdict;
import dev.weir.analysis.compare.AlikeRatio;
import dev.weir.capacity.PlanAnswer;
import dev.weir.capacity.PlanFile;
import dev.weir.record.CellRecord;
import dev.weir.record.RecordedStudy;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.Span;
import dev.weir.record.TimelineRows;
import dev.weir.record.TimelineRows.Figures;
import dev.weir.record.TurnsRecord;
import dev.weir.report.Answer;
import dev.weir.report.ComparisonAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the page is made from.
 *
 * @param folder name of the run's folder
 * @param latency percentile curves by cell id
 * @param timeline what was sampled, {@link Timeline#NONE} if nothing
 * @param utilisation share of each resource in use, by cell id and resource
 * @param turns what the run took turns with, null for a run of its own
 * @param claims what the study set out to test, answered; empty if nothing
 * @param plans capacity plans that rest on this run, empty if none were made
 * @param played answer of the plan that was played, null if the run is another
 * @param versus the comparison that the run is a side of; null for a run of its own
 * @param alike ratios by turns of calls, empty if none were measured
 */
public record Sources(
    String folder,
    RunRecord run,
    List<CellRecord> cells,
    Map<String, List<LatencyCurve>> latency,
    Timeline timeline,
    Map<String, Map<String, Double>> utilisation,
    @Nullable TurnsRecord turns,
    List<ClaimVerdict> claims,
    List<PlanAnswer> plans,
    @Nullable PlanAnswer played,
    @Nullable ComparisonAnswer versus,
    List<AlikeRatio> alike) {

  /**
   * Reads what a run's folder holds beside its cells.
   *
   * @param claims what the study claims, answered
   * @param versus the comparison that the run is a side of; null for a run of its own
   * @throws IOException if a file of it can't be read; one line says which
   */
  public static Sources of(
      RunFolder folder,
      RunRecord run,
      List<CellRecord> cells,
      List<ClaimVerdict> claims,
      @Nullable ComparisonAnswer versus)
      throws IOException {
    return new Sources(
        String.valueOf(folder.path().toAbsolutePath().normalize().getFileName()),
        run,
        cells,
        LatencyLogs.read(folder, cells),
        TimelineReader.read(timeline(folder), TimelineTracks::wanted),
        utilisation(folder, run, cells),
        folder.turns(),
        claims,
        PlanFile.restingOn(folder.path()),
        PlanFile.played(folder.path(), cells),
        versus,
        AlikeRatio.of(folder.alike(), RecordedStudy.confidence(run)));
  }

  /** What the run says to its question, the most important first. */
  public List<String> answer() {
    return Answer.of(
        run,
        cells,
        claims,
        new Answer.Beside(LatencyLogs.responses(latency), played, plans, versus, alike));
  }

  private static Path timeline(RunFolder folder) {
    return TimelineRows.of(folder);
  }

  private static Map<String, Map<String, Double>> utilisation(
      RunFolder folder, RunRecord run, List<CellRecord> cells) throws IOException {
    Path csv = timeline(folder);
    Map<Span, Figures> figures =
        Files.isRegularFile(csv) ? TimelineRows.read(csv, CellVerdicts.spans(cells)) : Map.of();
    Map<String, Map<String, Double>> shares = new LinkedHashMap<>();
    for (CellRecord cell : cells) {
      shares.put(cell.id(), Utilisation.of(run, cell, figures));
    }
    return shares;
  }
}
