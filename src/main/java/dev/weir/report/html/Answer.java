package dev.weir.report.html;

import dev.weir.analysis.bottleneck.OfferedRate;
import dev.weir.analysis.claims.ClaimVerdict;
import dev.weir.analysis.stats.RoundRatios.Verdict;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.RecordedStudy;
import dev.weir.record.TrialRecord;
import dev.weir.report.CellSet;
import dev.weir.report.CellTable;
import dev.weir.report.ClaimTable;
import dev.weir.report.Digits;
import dev.weir.report.Labels;
import dev.weir.report.html.Comparisons.Comparison;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** What a run says to its question, in sentences that are made from its figures. */
final class Answer {
  private static final List<String> DRIVER = List.of("driver");

  private static final String SUSTAINED = "sustained: ";

  /** Cells and operations whose response times are told in the summary; all are in the table. */
  private static final int MOST_TOLD = 6;

  private final Sources sources;
  private final CellSet cells;
  private final Comparisons comparisons;

  Answer(Sources sources, CellSet cells, Comparisons comparisons) {
    this.sources = sources;
    this.cells = cells;
    this.comparisons = comparisons;
  }

  List<String> sentences() {
    if (sources.played() != null) {
      return sources.played().sentences();
    }
    List<String> sentences = new ArrayList<>();
    if (!sources.claims().isEmpty()) {
      sentences.add(claims());
    }
    if (cells.all().stream().anyMatch(OfferedRate::isReached)) {
      sentences.addAll(offered());
      plans(sentences);
      return sentences;
    }
    cells.all().stream()
        .filter(cell -> cell.documentsPerSecond() != null)
        .max(Comparator.comparingDouble(Answer::rate))
        .ifPresentOrElse(
            best -> sentences.add(most(best)),
            () -> sentences.add("No cell has a valid trial: there is no figure to give."));
    add(sentences, "bulkWrite against single updates", comparisons.bulk());
    Map<String, List<Comparison>> drivers =
        comparisons.drivers().stream()
            .collect(
                Collectors.groupingBy(
                    pair ->
                        Labels.of(pair.of(), DRIVER) + " against " + Labels.of(pair.to(), DRIVER),
                    LinkedHashMap::new,
                    Collectors.toList()));
    drivers.forEach((name, pairs) -> add(sentences, "The driver " + name, pairs));
    add(sentences, "The most operations in flight against the fewest", comparisons.inFlight());
    String enough = new MatrixPlot(cells, RecordedStudy.confidence(sources.run())).sentence();
    if (!enough.isEmpty()) {
      sentences.add(enough);
    }
    sentences.add(limits());
    plans(sentences);
    return sentences;
  }

  private void plans(List<String> sentences) {
    sources
        .plans()
        .forEach(
            plan -> sentences.add("Plan " + plan.design().name() + ": " + plan.verdict() + "."));
  }

  /** Response times where the rate was given; what a search for the highest one came to. */
  private List<String> offered() {
    List<String> sentences = new ArrayList<>();
    sources.run().verdict().notes().stream()
        .filter(note -> note.startsWith(SUSTAINED))
        .forEach(note -> sentences.add("S" + note.substring(1) + "."));
    int told = 0;
    for (CellRecord cell : cells.all()) {
      for (LatencyCurve curve : sources.latency().getOrDefault(cell.id(), List.of())) {
        if (curve.isResponse() && told < MOST_TOLD) {
          sentences.add(times(cell, curve));
          told++;
        }
      }
    }
    long reached = cells.all().stream().filter(OfferedRate::isReached).count();
    sentences.add(
        reached == cells.all().size()
            ? "The rate was offered and reached: documents/s are what was asked for, not a limit."
            : "In "
                + reached
                + " of "
                + cells.all().size()
                + " cells the offered rate was reached: their documents/s are no limit.");
    return sentences;
  }

  private String times(CellRecord cell, LatencyCurve curve) {
    String name = cells.varied().isEmpty() ? "" : cells.name(cell);
    if (!curve.operation().isEmpty()) {
      name += (name.isEmpty() ? "" : ", ") + curve.operation();
    }
    StringJoiner times = new StringJoiner(", ");
    for (double percentile : new double[] {50, 99, 99.9}) {
      double millis = curve.millis(percentile);
      if (!Double.isNaN(millis)) {
        times.add(
            "p"
                + Digits.plain(percentile)
                + " "
                + Digits.of(millis)
                + " ms (95 %: "
                + curve.interval(percentile)
                + ")");
      }
    }
    return "Response times" + (name.isEmpty() ? "" : " of " + name) + ": " + times + ".";
  }

  /** {@code Of 5 claims, 2 are confirmed, 1 is contradicted.} */
  private String claims() {
    List<String> parts = new ArrayList<>();
    for (ClaimVerdict.Verdict verdict : ClaimVerdict.Verdict.values()) {
      List<String> ids =
          sources.claims().stream()
              .filter(claim -> claim.verdict() == verdict)
              .map(ClaimVerdict::id)
              .toList();
      if (!ids.isEmpty()) {
        String names = ids.size() > 6 ? "" : " (" + String.join(", ", ids) + ")";
        parts.add(ids.size() + " " + verdict.title() + names);
      }
    }
    int all = sources.claims().size();
    long infirm = sources.claims().stream().filter(ClaimTable::isInfirm).count();
    if (infirm > 0) {
      parts.add("of these answers fewer than nine of ten reruns would give " + infirm + " again");
    }
    return (all == 1 ? "Of one claim: " : "Of " + all + " claims: ")
        + String.join("; ", parts)
        + ".";
  }

  /** Whether the figures may be used, in a sentence. */
  String validity() {
    List<TrialRecord> trials =
        cells.all().stream().flatMap(cell -> cell.trials().stream()).toList();
    long invalid = trials.stream().filter(trial -> !trial.valid()).count();
    if (trials.isEmpty()) {
      return "There are no trials.";
    }
    if (trials.size() == 1) {
      return invalid == 0
          ? "Its one trial is valid."
          : "Its one trial is invalid: it is shown with its reasons and enters no figure.";
    }
    return invalid == 0
        ? "All " + trials.size() + " trials are valid."
        : invalid
            + " of "
            + trials.size()
            + " trials are invalid: they are shown with their reasons and enter no figure.";
  }

  private static double rate(CellRecord cell) {
    return Objects.requireNonNull(cell.documentsPerSecond()).mean();
  }

  private String most(CellRecord best) {
    Interval interval = Objects.requireNonNull(best.documentsPerSecond());
    String text = "The most was " + Digits.of(interval.mean()) + " documents/s";
    if (interval.isKnown()) {
      text +=
          " ("
              + Digits.percent(interval.confidence())
              + " interval "
              + Digits.of(Math.max(0, interval.low()))
              + " to "
              + Digits.of(interval.high())
              + ")";
    }
    return text + (cells.varied().isEmpty() ? "." : ", by " + cells.name(best) + ".");
  }

  private static void add(List<String> sentences, String what, List<Comparison> pairs) {
    if (pairs.isEmpty()) {
      return;
    }
    double least = pairs.stream().mapToDouble(p -> p.ratio().interval().mean()).min().orElse(1);
    double most = pairs.stream().mapToDouble(p -> p.ratio().interval().mean()).max().orElse(1);
    String text = what + ": ";
    if (pairs.size() == 1) {
      Comparison pair = pairs.get(0);
      text += pair.ratio().verdict().title() + ", " + Digits.interval(pair.ratio().interval());
      sentences.add(text + " times the documents/s.");
      return;
    }
    List<String> parts = new ArrayList<>();
    for (Verdict verdict : Verdict.values()) {
      long n = pairs.stream().filter(pair -> pair.ratio().verdict() == verdict).count();
      if (n > 0) {
        parts.add(verdict.title() + " in " + (n == pairs.size() ? "all " + n : n));
      }
    }
    text += String.join(", ", parts) + (parts.size() > 1 ? " of " + pairs.size() : "");
    sentences.add(
        text
            + " pairs of cells; "
            + Digits.of(least)
            + " to "
            + Digits.of(most)
            + " times the documents/s.");
  }

  private String limits() {
    Map<String, Long> held =
        cells.all().stream()
            .collect(
                Collectors.groupingBy(CellTable::limit, LinkedHashMap::new, Collectors.counting()));
    List<String> parts = new ArrayList<>();
    held.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(entry -> parts.add(entry.getKey() + " for " + entry.getValue()));
    int all = cells.all().size();
    return "What held the cells back: "
        + (parts.size() == 1
            ? held.keySet().iterator().next() + (all == 1 ? "." : ", all " + all + " of them.")
            : String.join("; ", parts) + " of " + all + ".");
  }
}
