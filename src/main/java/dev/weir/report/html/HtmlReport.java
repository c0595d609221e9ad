package dev.weir.report.html;

import dev.weir.record.ConfirmRecord;
import dev.weir.record.RunRecord;
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
    this.tables = new CellTables(cells);
  }

  /** The page as HTML, to be stored as UTF-8. */
  public static String of(Sources sources) {
    HtmlReport report = new HtmlReport(sources);
    return new Page(sources, report.cells, report.answer(), report.sections()).html();
  }

  private Answer answer() {
    return new Answer(cells, comparisons);
  }

  private List<Section> sections() {
    List<Section> all = new ArrayList<>();
    all.add(Section.ofPlots("throughput", "Throughput", "", new ThroughputPlots(cells).views()));
    all.add(
        Section.ofPlots(
            "comparisons", "Comparisons", "", new RatioPlots(cells, comparisons).views()));
    all.add(
        Section.ofPlots(
            "latency", "Latency", "", new LatencyPlot(cells, sources.latency()).views()));
    all.add(Section.ofPlots("heat-map", "Two factors", "", new HeatMapPlot(cells).views()));
    all.add(limits());
    all.add(timeline());
    all.add(claims());
    all.add(plan());
    all.add(
        Section.ofTables(
            "results",
            "All figures",
            "Times are service times of one call in a closed loop, never response times.",
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

  private Section limits() {
    List<DataTable> shown = new ArrayList<>(List.of(tables.limits()));
    ConfirmRecord confirm = sources.confirm();
    if (confirm != null) {
      shown.add(CellTables.confirmed(confirm));
    }
    return new Section(
        "limits",
        "What held each cell back",
        "",
        new UtilisationPlot(cells, sources.utilisation()).views(),
        shown,
        List.of(),
        List.of());
  }

  private Section timeline() {
    List<TimelineTracks.Track> tracks =
        TimelineTracks.of(sources.timeline(), sources.run().client().logicalCores());
    return Section.ofPlots(
        "timeline", "Timeline", "", new TimelinePlot(sources.timeline(), tracks, cells).views());
  }

  private Section claims() {
    DataTable.Builder table =
        DataTable.named("claims-data", "A row per claim").texts("claim", "verdict", "figures");
    sources.claims().forEach(c -> table.row("", "", List.of(c.claim(), c.verdict(), c.figures())));
    return Section.ofTables("claims", "Claims", "", List.of(table.build()));
  }

  private Section plan() {
    DataTable.Builder table =
        DataTable.named("plan-data", "A row per figure of the plan").texts("what", "value", "from");
    sources.plan().forEach(p -> table.row("", "", List.of(p.what(), p.value(), p.reason())));
    return Section.ofTables("plan", "Capacity plan", "", List.of(table.build()));
  }

  private Section environment() {
    RunRecord run = sources.run();
    Surroundings surroundings = new Surroundings(run, sources.folder());
    List<DataTable> folded = new ArrayList<>(List.of(surroundings.settings()));
    if (!run.excluded().isEmpty()) {
      folded.add(surroundings.excluded());
    }
    return new Section(
        "environment",
        "Environment",
        "",
        List.of(),
        List.of(surroundings.environment()),
        folded,
        List.of(
            new Section.Code("Commands", String.join("\n", surroundings.commands())),
            new Section.Code("The study as it was run", surroundings.study())));
  }
}
