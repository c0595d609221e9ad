package dev.weir.report.html;

import dev.weir.analysis.Resource;
import dev.weir.record.RecordedStudy;
import dev.weir.record.RunRecord;
import dev.weir.report.ScalingTable;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code report.html}: one run as one page that needs nothing but itself. It is whole without
 * scripts; with them its plots can be pointed at, zoomed, filtered and their figures saved.
 */
public final class HtmlReport {
  private final Sources sources;
  private final CellSet cells;
  private final Comparisons comparisons;
  private final CellTables tables;

  private HtmlReport(Sources sources) {
    this.sources = sources;
    this.cells = new CellSet(sources.cells());
    this.comparisons = new Comparisons(cells);
    this.tables = new CellTables(cells, sources.latency());
  }

  /** The page as HTML, to be stored as UTF-8. */
  public static String of(Sources sources) {
    HtmlReport report = new HtmlReport(sources);
    Head head = RunHead.of(sources, report.cells, report.answer());
    return new Page(head, report.cells, report.sections()).html();
  }

  private Answer answer() {
    return new Answer(sources, cells, comparisons);
  }

  private List<Section> sections() {
    List<Section> all = new ArrayList<>();
    all.add(Section.ofPlots("throughput", "Throughput", "", new ThroughputPlots(cells).views()));
    all.add(
        Section.ofPlots(
            "comparisons", "Comparisons", "", new RatioPlots(cells, comparisons).views()));
    // Where the rate was given, times are the answer.
    all.add(
        RecordedStudy.isOfFile(sources.run()) ? all.size() : 0,
        Section.ofPlots(
            "latency", "Latency", "", new LatencyPlot(cells, sources.latency()).views()));
    all.add(Section.ofPlots("heat-map", "Two factors", "", new HeatMapPlot(cells).views()));
    all.add(clients());
    all.add(limits());
    all.add(timeline());
    all.add(new ClaimPlot(sources.claims()).section());
    for (int i = 0; i < sources.plans().size(); i++) {
      String id = i == 0 ? "plan" : "plan" + (i + 1);
      all.add(new PlanSections(sources.plans().get(i), id).whole());
    }
    all.add(
        Section.ofTables(
            "results",
            "All figures",
            RecordedStudy.isOfFile(sources.run())
                ? "Times are service times of one call in a closed loop, never response times."
                : "Times are service times, from the actual send, unless they are called response"
                    + " times, from the intended send.",
            List.of(tables.results())));
    all.add(
        Section.ofTables(
            "trials",
            "Trials",
            "Each cell measured once per round; an invalid trial enters no figure.",
            List.of(tables.trials())));
    all.add(environment());
    all.removeIf(Section::isEmpty);
    return all;
  }

  private Section clients() {
    ScalingTable scaling =
        ScalingTable.of(sources.cells(), RecordedStudy.confidence(sources.run()));
    List<String> heads = scaling.heads();
    DataTable.Builder table =
        DataTable.named("clients-data", "A row per number of clients")
            .texts(heads.subList(0, scaling.factors()))
            .figures(heads.subList(scaling.factors(), heads.size() - 1).toArray(new String[0]))
            .texts(heads.get(heads.size() - 1));
    scaling.rows().forEach(row -> table.row(cells.number(row.cell()), row.values()));
    return Section.ofTables(
        "clients",
        "What more clients bring",
        String.join(". ", scaling.remarks()) + ".",
        List.of(table.build()));
  }

  private Section limits() {
    return new Section(
        "limits",
        "What held each cell back",
        howToTest(),
        new UtilisationPlot(cells, sources.utilisation()).views(),
        List.of(tables.limits()),
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

  private Section timeline() {
    List<TimelineTracks.Track> tracks =
        TimelineTracks.of(sources.timeline(), sources.run().client().logicalCores());
    return Section.ofPlots(
        "timeline", "Timeline", "", new TimelinePlot(sources.timeline(), tracks, cells).views());
  }

  private Section environment() {
    RunRecord run = sources.run();
    Surroundings surroundings = new Surroundings(run);
    List<DataTable> folded = new ArrayList<>(List.of(surroundings.settings()));
    if (!run.excluded().isEmpty()) {
      folded.add(surroundings.excluded());
    }
    List<String> commands = Commands.of(run, sources.folder(), sources.turns() != null);
    return new Section(
        "environment",
        "Environment",
        "",
        List.of(),
        List.of(surroundings.environment()),
        folded,
        List.of(new Section.Code("Commands", String.join("\n", commands)), surroundings.study()));
  }
}
