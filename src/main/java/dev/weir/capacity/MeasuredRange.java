package dev.weir.capacity;

import dev.weir.study.Durability;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** What the measured cells cover. A point outside is not predicted: it is to be measured. */
public final class MeasuredRange {
  /** Rounding of bytes that two runs may make differently is no extrapolation. */
  private static final double SLACK = 1.005;

  private final List<Work> cells;
  private final String driver;
  private final Set<Durability> durabilities = EnumSet.noneOf(Durability.class);

  MeasuredRange(List<Work> cells, String driver) {
    this.cells = List.copyOf(cells);
    this.driver = driver;
    cells.forEach(w -> durabilities.add(w.durability()));
  }

  /** Why this point can't be predicted, with the cell to measure next; empty if it can. */
  public Optional<String> refusal(Work work) {
    return missing(work).map(reason -> reason + ": measure next the cell " + work.asCell(driver));
  }

  private Optional<String> missing(Work work) {
    if (!durabilities.contains(work.durability())) {
      return Optional.of(
          "nothing was measured at write concern " + work.durability() + ", only " + durabilities);
    }
    List<Work> alike = cells.stream().filter(w -> w.replace() == work.replace()).toList();
    if (alike.isEmpty()) {
      return Optional.of(
          "nothing was measured with write: " + (work.replace() ? "replace" : "update"));
    }
    List<Work> calls = cells.stream().filter(w -> w.bulk() == work.bulk()).toList();
    if (calls.isEmpty()) {
      return Optional.of("no " + (work.bulk() ? "bulkWrite" : "single update") + " was measured");
    }
    return outside("batch size", Work::batch, calls, work)
        .or(() -> outside("number of fields", Work::fields, alike, work))
        .or(() -> outside("BSON bytes of an update", Work::bytes, alike, work))
        .or(() -> outside("calls in flight", Work::inFlight, cells, work));
  }

  /** The largest measured number of calls in flight. */
  public double mostInFlight() {
    return cells.stream().mapToDouble(Work::inFlight).max().orElse(1);
  }

  private static Optional<String> outside(
      String what, ToDoubleFunction<Work> figure, List<Work> cells, Work work) {
    double value = figure.applyAsDouble(work);
    double least = cells.stream().mapToDouble(figure).min().orElseThrow();
    double most = cells.stream().mapToDouble(figure).max().orElseThrow();
    if (value >= least / SLACK && value <= most * SLACK) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s %s is outside of what was measured, %s to %s",
            what,
            number(value),
            number(least),
            number(most)));
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.1f", value);
  }
}
