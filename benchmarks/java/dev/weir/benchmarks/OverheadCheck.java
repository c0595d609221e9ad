package dev.weir.benchmarks;

import dev.weir.load.engine.WriterSide;
import dev.weir.server.ServerException;
import dev.weir.study.Cell;
import dev.weir.study.Target;
import dev.weir.study.WriteKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What our writer, our updates and our counting cost: documents/s of a study's loop over those of a
 * bare loop, by turns in one JVM.
 */
final class OverheadCheck {
  private static final List<Map<String, String>> CELLS =
      List.of(
          cell("sync", 1, 1),
          cell("sync", 50, 1),
          cell("sync", 1, 8),
          cell("sync", 50, 8),
          cell("reactive", 50, 8),
          cell("sync", 1, 8, "insert"),
          cell("sync", 50, 8, "insert"),
          cell("sync", 50, 8, "mix70update30insert"),
          cell("reactive", 50, 8, "mix70update30insert"));

  private final CheckSettings settings;
  private final Consumer<String> progress;

  OverheadCheck(CheckSettings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * @param bound the ratio wanted
   * @throws IllegalStateException if a write failed or the server counted another number
   */
  List<CheckFinding> run(Target target, double bound) throws ServerException, InterruptedException {
    List<CheckFinding> findings = new ArrayList<>();
    try (Testbed testbed = Testbed.open(target)) {
      for (Map<String, String> factors : CELLS) {
        findings.add(compare(testbed, Cell.parse(factors), target, bound));
      }
    }
    return findings;
  }

  private static Map<String, String> cell(String driver, int batch, int inFlight) {
    return cell(driver, batch, inFlight, "update");
  }

  private static Map<String, String> cell(String driver, int batch, int inFlight, String write) {
    return Map.of(
        "write",
        write,
        "driver",
        driver,
        "operation",
        batch == 1 ? "single" : "bulkUnordered",
        "batch",
        String.valueOf(batch),
        "inFlight",
        String.valueOf(inFlight));
  }

  private CheckFinding compare(Testbed testbed, Cell cell, Target target, double bound)
      throws ServerException, InterruptedException {
    String name =
        cell.driver() + " " + cell.operation() + " " + cell.batch() + " × " + cell.inFlight();
    if (!cell.write().equals(WriteKind.UPDATE)) {
      name += ", " + cell.write();
      testbed.reset(); // inserts make the collection grow
    }
    Counts counts = Counts.start(testbed.server());
    try (WriterSide ours = StudySides.open(testbed, cell);
        BareLoop bare =
            BareLoop.open(testbed.uri(), testbed.namespace(), cell, Testbed.DOCUMENTS)) {
      TurnPairs pairs = TurnPairs.measure(ours, bare, TurnPairs.length(cell.inFlight()), settings);
      counts.check(List.of(ours.totals(), bare.totals()));
      progress.accept(
          String.format(
              Locale.ROOT,
              "%s on %s: ours %,.0f, bare %,.0f documents/s; ours / bare per client CPU %.3f",
              name,
              target,
              pairs.rate(0, cell.inFlight()) * cell.batch(),
              pairs.rate(1, cell.inFlight()) * cell.batch(),
              pairs.perCpu().mean()));
      return CheckFinding.atLeast(bound, "ours / bare, " + name + ", " + target, pairs.typical());
    }
  }
}
