package dev.weir.report.html;

import dev.weir.analysis.RoundRatios.Verdict;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.TrialRecord;
import dev.weir.report.html.Comparisons.Comparison;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** What a run says to its question, in sentences that are made from its figures. */
final class Answer {
  private static final List<String> DRIVER = List.of("driver");

  private final CellSet cells;
  private final Comparisons comparisons;

  Answer(CellSet cells, Comparisons comparisons) {
    this.cells = cells;
    this.comparisons = comparisons;
  }

  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
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
    sentences.add(limits());
    return sentences;
  }

  /** Whether the figures may be used, in a sentence. */
  String validity() {
    List<TrialRecord> trials =
        cells.all().stream().flatMap(cell -> cell.trials().stream()).toList();
    long invalid = trials.stream().filter(trial -> !trial.valid()).count();
    if (trials.isEmpty()) {
      return "There are no trials.";
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
                Collectors.groupingBy(
                    cell -> cell.bottleneck().resource(),
                    LinkedHashMap::new,
                    Collectors.counting()));
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
