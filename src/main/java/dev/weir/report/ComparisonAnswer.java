package dev.weir.report;

import dev.weir.analysis.compare.CellComparison;
import dev.weir.analysis.compare.CellComparison.Verdict;
import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What two runs held against each other say.
 *
 * @param base name of the run that the other is held against
 * @param other name of the other
 * @param differences factors that differ between whole runs, {@code encoding: document and raw}
 * @param turns whether both were measured by turns, in one run
 * @param cells each cell in both
 */
public record ComparisonAnswer(
    String base,
    String other,
    List<String> differences,
    boolean turns,
    List<CellComparison> cells) {
  /** Cells that are named; all are in the table. */
  private static final int MOST_NAMED = 3;

  private static final Pattern STAMP = Pattern.compile("^\\d{8}T\\d{6}Z-");
  private static final Pattern DIFFERENCE = Pattern.compile("(\\w+): (.*) and (.*)");

  /** A point for each verdict; none if nothing was compared. */
  public List<String> points() {
    List<CellComparison> compared = cells.stream().filter(cell -> cell.ratio() != null).toList();
    List<String> points = new ArrayList<>();
    if (compared.isEmpty()) {
      return points;
    }
    for (Verdict verdict : List.of(Verdict.WORSE, Verdict.BETTER, Verdict.MIXED)) {
      List<CellComparison> such = of(compared, verdict);
      if (!such.isEmpty()) {
        points.add(differing(verdict, such, compared.size()));
      }
    }
    List<CellComparison> alike = of(compared, Verdict.NO_DIFFERENCE_SHOWN);
    if (!alike.isEmpty()) {
      points.add(alike(alike, compared.size()));
    }
    int left = cells.size() - compared.size();
    if (left > 0) {
      points.add(left + (left == 1 ? " cell" : " cells") + " could not be compared.");
    }
    return points;
  }

  private static List<CellComparison> of(List<CellComparison> cells, Verdict verdict) {
    return cells.stream().filter(cell -> cell.verdict() == verdict).toList();
  }

  private String differing(Verdict verdict, List<CellComparison> such, int all) {
    StringBuilder text = new StringBuilder(Labels.brief(name(other), 60)).append(with());
    text.append(" is ");
    text.append(
        switch (verdict) {
          case WORSE -> "slower";
          case BETTER -> "faster";
          default -> "not simply faster or slower";
        });
    text.append(verdict == Verdict.MIXED ? "" : " than " + Labels.brief(name(base), 60));
    text.append(" in ").append(count(such.size(), all)).append('.');
    for (CellComparison cell : such.subList(0, Math.min(MOST_NAMED, such.size()))) {
      text.append(' ').append(Labels.brief(cell.cell(), 60)).append(": ");
      text.append(ratio(cell, verdict)).append('.');
    }
    if (verdict == Verdict.MIXED) {
      text.append(" The typical call and the mean differ in opposite ways.");
    }
    return text.toString();
  }

  /** Without the time of its start, where that leaves the names of both runs apart. */
  private String name(String run) {
    String mine = STAMP.matcher(base).replaceFirst("");
    String its = STAMP.matcher(other).replaceFirst("");
    return mine.equals(its) ? run : STAMP.matcher(run).replaceFirst("");
  }

  /** What the other run does differently. */
  private String with() {
    List<String> parts = new ArrayList<>();
    for (String difference : differences) {
      Matcher found = DIFFERENCE.matcher(difference);
      if (found.matches() && parts.size() < MOST_NAMED) {
        parts.add(
            Labels.title(found.group(1)) + " " + found.group(3) + " instead of " + found.group(2));
      }
    }
    return parts.isEmpty() ? "" : ", with " + Phrases.list(parts) + ",";
  }

  /** That of the mean, if the typical call shows nothing; both where they contradict each other. */
  private static String ratio(CellComparison cell, Verdict verdict) {
    Interval typical = Objects.requireNonNull(cell.ratio());
    Interval mean = cell.meanRatio();
    if (mean == null) {
      return Digits.ratio(typical) + " times the documents/s";
    }
    if (verdict == Verdict.MIXED) {
      return Digits.ratio(typical)
          + " times the documents/s by the typical call, and "
          + Digits.ratio(mean)
          + " times by the mean";
    }
    boolean byMean = typical.contains(1);
    return byMean
        ? Digits.ratio(mean) + " times the documents/s, by the mean"
        : Digits.ratio(typical) + " times the documents/s, by the typical call";
  }

  private String alike(List<CellComparison> such, int all) {
    String text =
        "In "
            + count(such.size(), all)
            + " no difference is shown between "
            + Labels.brief(name(other), 60)
            + with()
            + " and "
            + Labels.brief(name(base), 60)
            + ".";
    double typical = open(such, CellComparison::ratio);
    double mean = open(such, CellComparison::meanRatio);
    if (Double.isNaN(typical) || Double.isNaN(mean)) {
      return text;
    }
    return text
        + " A difference of more than "
        + Digits.percent(typical)
        + (mean > 0
            ? " in the typical call and of more than " + Digits.percent(mean) + " in the mean"
            : "")
        + " is ruled out. "
        + (turns ? "More --rounds or --seconds rule" : "By turns, weir versus rules")
        + " out smaller ones.";
  }

  /**
   * The largest difference that the intervals of all cells leave open, as a share; 0 if no cell has
   * such a ratio, NaN if one has it without an interval.
   */
  private static double open(
      List<CellComparison> cells, Function<CellComparison, @Nullable Interval> which) {
    double most = 0;
    for (CellComparison cell : cells) {
      Interval ratio = which.apply(cell);
      if (ratio != null) {
        double own = ratio.isKnown() ? Math.max(ratio.high() - 1, 1 - ratio.low()) : Double.NaN;
        most = Math.max(most, own);
      }
    }
    return most;
  }

  private static String count(int n, int all) {
    if (all == 1) {
      return "the one cell";
    }
    return n == all ? "all " + all + " cells" : n + " of " + all + " cells";
  }
}
