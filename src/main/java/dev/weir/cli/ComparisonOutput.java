package dev.weir.cli;

import dev.weir.analysis.compare.CellComparison;
import dev.weir.analysis.compare.ComparedRun;
import dev.weir.analysis.compare.RunComparison;
import dev.weir.analysis.compare.RunDifferences;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.report.ComparisonAnswer;
import dev.weir.report.ComparisonTable;
import dev.weir.report.ConsoleTable;
import dev.weir.report.MarkdownTable;
import dev.weir.report.Table;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a comparison is judged and printed; options that its commands share. */
final class ComparisonOutput {
  /** How runs that took turns are compared. */
  static final String BY_TURNS = "the runs took turns and are paired by them";

  /** The chance that none of all cells is wrongly called different, if nobody asks for another. */
  static final double USUAL_CONFIDENCE = 0.99;

  /** How the table is written. */
  enum Format {
    text,
    markdown
  }

  @Option(
      names = "--confidence",
      paramLabel = "PERCENT",
      defaultValue = "99%",
      converter = Percent.Converter.class,
      description =
          "Chance that none of all cells is wrongly called different. Default: ${DEFAULT-VALUE}.")
  private Percent confidence;

  @Option(
      names = "--fail-if",
      paramLabel = "worse:PERCENT",
      converter = FailIf.Converter.class,
      description =
          "End with exit code 1 if a cell is shown worse by more than PERCENT, or if a cell of the"
              + " base can't be compared. The bound of the interval decides, not the estimate.")
  private @Nullable FailIf failIf;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Format format;

  /** The level asked for, between 0 and 1. */
  double confidence() throws BadInput {
    if (confidence.share() < 0.5) {
      throw new BadInput("--confidence must be at least 50%");
    }
    return confidence.share();
  }

  /**
   * Prints a comparison.
   *
   * @param differences in what the runs differ, a line each
   * @param method how the runs were paired, and what that includes
   * @return the exit code
   * @throws BadInput if no cell could be compared
   */
  int print(
      PrintWriter out,
      ComparedRun base,
      List<ComparedRun> others,
      RunComparison comparison,
      List<String> differences,
      String method)
      throws BadInput {
    List<CellComparison> cells = comparison.cells();
    if (comparison.size() == 0) {
      throw new BadInput("nothing to compare: " + reasons(cells));
    }
    for (ComparedRun other : others) {
      answer(base, other, comparison).points().forEach(point -> out.println("• " + point));
    }
    out.println("base: " + base.name());
    others.forEach(other -> out.println("compared with it: " + other.name()));
    differences.forEach(line -> out.println("DIFFERENT " + line));
    Table<?> table = ComparisonTable.of(cells);
    out.println(format == Format.markdown ? MarkdownTable.of(table) : ConsoleTable.of(table));
    table.footnotes().forEach(out::println);
    out.println(
        String.format(
            Locale.ROOT,
            "%s; %s for all %d comparisons together (Holm)",
            method,
            confidence,
            comparison.size()));
    int exit = failIf == null ? 0 : judge(failIf, base, comparison, out);
    out.flush();
    return exit;
  }

  /** What one of the others shows against the base, in sentences. */
  static ComparisonAnswer answer(ComparedRun base, ComparedRun other, RunComparison comparison) {
    List<String> differences = new ArrayList<>(RunComparison.fixedDifferences(base, other));
    if (base.tookTurnsWith(other)) {
      differences.addAll(RunDifferences.ofJvms(base.run(), other.run()));
    }
    return new ComparisonAnswer(
        base.name(),
        other.name(),
        differences,
        base.tookTurnsWith(other),
        comparison.cells().stream().filter(cell -> cell.run().equals(other.name())).toList());
  }

  private static int judge(
      FailIf failIf, ComparedRun base, RunComparison comparison, PrintWriter out) {
    List<CellComparison> worse = comparison.worseBy(failIf.worseBy());
    Set<String> ofBase = base.cells().stream().map(CellRecord::id).collect(Collectors.toSet());
    // a gate that says nothing about a cell must not pass
    List<CellComparison> unknown =
        comparison.cells().stream()
            .filter(cell -> cell.verdict() == CellComparison.Verdict.NOT_COMPARED)
            .filter(cell -> ofBase.contains(cell.cell()))
            .toList();
    for (CellComparison cell : worse) {
      out.println(
          String.format(
              Locale.ROOT,
              "FAILED: %s in %s is worse by more than %s: ratio at most %.3f",
              cell.cell(),
              cell.run(),
              new Percent(failIf.worseBy()),
              cell.ratios().mapToDouble(Interval::high).min().orElse(Double.NaN)));
    }
    for (CellComparison cell : unknown) {
      out.println(
          "FAILED: " + cell.cell() + " in " + cell.run() + " can't be judged: " + cell.reason());
    }
    return worse.isEmpty() && unknown.isEmpty() ? 0 : Weir.FAILED;
  }

  private static String reasons(List<CellComparison> cells) {
    return cells.stream()
        .map(cell -> cell.cell() + " " + cell.reason())
        .limit(2)
        .collect(Collectors.joining("; "));
  }
}
