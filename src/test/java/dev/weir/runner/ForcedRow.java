package dev.weir.runner;

import dev.weir.analysis.bottleneck.Resource;
import dev.weir.record.CellRecord;
import dev.weir.record.TrialRecord;
import dev.weir.report.CsvTable;
import dev.weir.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The verdicts of one forced case. A trial that was invalid, or disturbed by processes that are not
 * of the suite, forced nothing: it is counted and repeated.
 */
final class ForcedRow {
  private final ForcedCase forced;
  private final Map<String, Integer> verdicts = new TreeMap<>();
  private final Map<String, Integer> disturbed = new TreeMap<>();
  private final List<String> evidence = new ArrayList<>();
  private final List<Judged> judged = new ArrayList<>();

  /** A trial, and the limit that was named for it alone. */
  private record Judged(ForcedCase forced, TrialRecord trial, CellRecord.Bottleneck verdict) {}

  ForcedRow(ForcedCase forced) {
    this.forced = forced;
  }

  ForcedCase forced() {
    return forced;
  }

  int right() {
    return count(forced.expected());
  }

  int undecided() {
    return count(Resource.UNDECIDED);
  }

  private int count(Resource resource) {
    return verdicts.getOrDefault(resource.title(), 0);
  }

  /** Repeats in which the limit was forced, whatever was named. */
  int usable() {
    return verdicts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Repeats that forced nothing. */
  int repeated() {
    return disturbed.values().stream().mapToInt(Integer::intValue).sum();
  }

  void take(TrialRecord trial, CellRecord.Bottleneck verdict) {
    judged.add(new Judged(forced, trial, verdict));
    String line = verdict.resource() + ": " + String.join(" | ", verdict.evidence());
    System.out.println(
        forced.name() + ": " + line + (trial.valid() ? "" : " INVALID: " + trial.reasons()));
    if (!trial.valid()) {
      disturbed.merge(String.join("; ", trial.reasons()).split(":", 2)[0], 1, Integer::sum);
    } else if (verdict.resource().equals(Resource.GENERATOR.title())) {
      disturbed.merge(verdict.evidence().get(0), 1, Integer::sum);
    } else {
      verdicts.merge(verdict.resource(), 1, Integer::sum);
      evidence.add(line);
    }
  }

  /** Every trial that was judged, usable or not, as a file of {@link CsvTable}. */
  static String trials(List<ForcedRow> rows) {
    List<Judged> all = rows.stream().flatMap(row -> row.judged.stream()).toList();
    return CsvTable.of(
        Table.of("forced-bottlenecks", "Limits that were forced, and what was named", all)
            .text("forced", row -> row.forced().name())
            .text("limit", row -> row.forced().expected().title())
            .count("round", row -> row.trial().round())
            .text("valid", row -> Boolean.toString(row.trial().valid()))
            .count("documents/s", row -> row.trial().documentsPerSecond())
            .text("named", row -> row.verdict().resource())
            .text("evidence", row -> String.join(" | ", row.verdict().evidence()))
            .text("why invalid", row -> String.join("; ", row.trial().reasons())));
  }

  /** A row of {@link #HEADER}. */
  String markdown() {
    String others =
        verdicts.entrySet().stream()
            .filter(each -> !each.getKey().equals(forced.expected().title()))
            .filter(each -> !each.getKey().equals(Resource.UNDECIDED.title()))
            .map(each -> each.getValue() + " × " + each.getKey())
            .collect(Collectors.joining(", "));
    return String.join(
        " | ",
        "| " + forced.name(),
        forced.expected().title(),
        Integer.toString(right()),
        Integer.toString(usable()),
        Integer.toString(undecided()),
        others.isEmpty() ? "–" : others,
        repeated() + " |");
  }

  static final String HEADER =
      "| forced | limit | named | of | undecided | named instead | disturbed, repeated |\n"
          + "|---|---|---|---|---|---|---|";

  @Override
  public String toString() {
    return forced.name()
        + ": "
        + verdicts
        + (disturbed.isEmpty() ? "" : ", repeated because of " + disturbed)
        + evidence.stream().map(line -> "\n    " + line).collect(Collectors.joining());
  }
}
