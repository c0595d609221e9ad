package dev.weir.report.html;

import dev.weir.analysis.bottleneck.Resource;
import dev.weir.analysis.compare.AlikeRatio;
import dev.weir.capacity.PlanAnswer;
import dev.weir.record.CellRecord;
import dev.weir.record.RecordedStudy;
import dev.weir.record.RunRecord;
import dev.weir.report.AlikeTable;
import dev.weir.report.CellSet;
import dev.weir.report.CellTable;
import dev.weir.report.Digits;
import dev.weir.report.EnvironmentTable;
import dev.weir.report.PlainText;
import dev.weir.report.SavesTable;
import dev.weir.report.ScalingTable;
import dev.weir.report.Table;
import dev.weir.report.TrialTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code report.html}: one run as one page that needs nothing but itself. It is whole without
 * scripts; with them its plots can be pointed at, zoomed, filtered and their figures saved.
 */
public final class HtmlReport {
  private static final double[] RESPONSES = {50, 99, 99.9};

  private final Sources sources;
  private final CellSet cells;
  private final Comparisons comparisons;

  private HtmlReport(Sources sources) {
    this.sources = sources;
    this.cells = new CellSet(sources.cells());
    this.comparisons = new Comparisons(cells, sources.alike());
  }

  /** The page as HTML, to be stored as UTF-8. */
  public static String of(Sources sources) {
    HtmlReport report = new HtmlReport(sources);
    Head head = RunHead.of(sources, report.cells);
    return new Page(head, report.cells, report.sections()).html();
  }

  private List<Section> sections() {
    List<Section> all = new ArrayList<>();
    if (sources.played() != null) {
      all.add(
          new PlanPlots(sources.played(), "played")
              .section(
                  "Times are from a batch being ready until it is acknowledged, each load with its"
                      + " own players."));
    }
    MatrixPlot matrix = new MatrixPlot(cells, RecordedStudy.confidence(sources.run()));
    all.add(matrix.section());
    all.add(Section.ofPlots("throughput", "Throughput", "", new ThroughputPlots(cells).views()));
    all.add(
        Section.ofPlots(
            "comparisons", "Comparisons", "", new RatioPlots(cells, comparisons).views()));
    // Where the rate was given, times are the answer.
    all.add(
        RecordedStudy.isOfFile(sources.run()) ? all.size() : 0,
        Section.ofPlots(
            "latency", "Latency", "", new LatencyPlot(cells, sources.latency()).views()));
    // The answer, then the table, then the reasons.
    all.add(
        sources.played() == null ? 0 : 1,
        Section.ofTables(
            "results",
            "All figures",
            RecordedStudy.isOfFile(sources.run())
                ? "Times are service times of one call in a closed loop, never response times."
                : "Times are service times, from the actual send, unless they are called response"
                    + " times, from the intended send.",
            List.of(CellTable.of(cells, responses()))));
    if (!matrix.isWhole()) {
      all.add(Section.ofPlots("heat-map", "Two factors", "", new HeatMapPlot(cells).views()));
    }
    all.add(alike());
    all.add(clients());
    all.add(saves());
    all.add(limits());
    all.add(timeline());
    all.add(new ClaimPlot(sources.claims()).section());
    for (int i = 0; i < sources.plans().size(); i++) {
      String id = i == 0 ? "plan" : "plan" + (i + 1);
      PlanAnswer plan = sources.plans().get(i);
      all.add(new PlanPlots(plan, id).section(PlainText.line(String.join(" ", plan.sentences()))));
    }
    all.add(
        Section.ofTables(
            "trials",
            "Trials",
            "A trial is a cell in one round; an invalid trial enters no figure.",
            List.of(TrialTable.of(cells))));
    all.add(environment());
    all.removeIf(Section::isEmpty);
    return all;
  }

  private Section alike() {
    Table<AlikeRatio> table = AlikeTable.of(cells, sources.alike());
    return Section.ofTables(
        "alike", AlikeTable.TITLE, String.join(". ", table.footnotes()) + ".", List.of(table));
  }

  private Section clients() {
    Table<ScalingTable.Row> table = ScalingTable.of(cells, RecordedStudy.confidence(sources.run()));
    return Section.ofTables(
        "clients",
        "What more clients bring",
        String.join(". ", table.footnotes()) + ".",
        List.of(table));
  }

  private Section saves() {
    Table<CellRecord> table = SavesTable.of(cells);
    return Section.ofTables(
        "saves",
        "What a crash, a failed save and a failover cost",
        String.join(". ", table.footnotes()) + ".",
        List.of(table));
  }

  private Section limits() {
    return new Section(
        "limits",
        "What held each cell back",
        howToTest(),
        new UtilisationPlot(cells, sources.utilisation()).views(),
        Section.read(List.of(CellTable.limits(cells))),
        List.of(),
        List.of());
  }

  /** How to test the verdicts that were given; empty if none of them can be. */
  private String howToTest() {
    List<String> tests = new ArrayList<>();
    for (Resource resource : Resource.values()) {
      boolean named =
          sources.cells().stream()
              .anyMatch(cell -> cell.bottleneck().resource().equals(resource.title()));
      if (named && !resource.test().isEmpty()) {
        tests.add(resource.title() + ": weir versus STUDY " + resource.test());
      }
    }
    return tests.isEmpty() ? "" : "To test a verdict: " + String.join("; ", tests) + ".";
  }

  /** Response times are in a column only where a cell has one kind of them. */
  private Map<String, Map<String, Object>> responses() {
    Map<String, Map<String, Object>> byColumn = new LinkedHashMap<>();
    for (CellRecord cell : cells.all()) {
      List<LatencyCurve> found =
          sources.latency().getOrDefault(cell.id(), List.of()).stream()
              .filter(LatencyCurve::isResponse)
              .toList();
      for (double percentile : found.size() == 1 ? RESPONSES : new double[0]) {
        byColumn
            .computeIfAbsent("response p" + Digits.plain(percentile), p -> new HashMap<>())
            .put(cell.id(), found.get(0).millis(percentile));
        byColumn
            .computeIfAbsent(
                CellTable.INTERVAL + "response p" + Digits.plain(percentile), p -> new HashMap<>())
            .put(cell.id(), found.get(0).interval(percentile));
      }
    }
    return byColumn;
  }

  private Section timeline() {
    List<TimelineTracks.Track> tracks =
        TimelineTracks.of(sources.timeline(), sources.run().client().logicalCores());
    return Section.ofPlots(
        "timeline", "Timeline", "", new TimelinePlot(sources.timeline(), tracks, cells).views());
  }

  private Section environment() {
    RunRecord run = sources.run();
    List<Table<?>> folded = new ArrayList<>(List.of(EnvironmentTable.settings(run)));
    if (!run.excluded().isEmpty()) {
      folded.add(EnvironmentTable.excluded(run));
    }
    List<String> commands = Commands.of(run, sources.folder(), sources.turns() != null);
    return new Section(
        "environment",
        "Environment",
        "",
        List.of(),
        Section.read(List.of(EnvironmentTable.of(run))),
        Section.read(folded),
        List.of(new Section.Code("Commands", String.join("\n", commands)), Commands.study(run)));
  }
}
