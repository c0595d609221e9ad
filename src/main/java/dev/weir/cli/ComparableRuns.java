package dev.weir.cli;

import dev.weir.analysis.compare.ComparedRun;
import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.study.Cell;
import dev.weir.study.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the runs that a comparison may rest on: those that have ended and are valid. */
final class ComparableRuns {
  private ComparableRuns() {}

  /**
   * One run.
   *
   * @throws BadInput if it can't be read, has not finished or is invalid: no comparison rests on it
   */
  static ComparedRun read(Path path) throws BadInput {
    ComparedRun run = open(path);
    if (!run.run().verdict().valid()) {
      throw new BadInput(
          path
              + " is invalid and can't be compared: "
              + String.join("; ", run.run().verdict().reasons()));
    }
    return run;
  }

  /**
   * Every finished, valid run right below a folder, the oldest first.
   *
   * @throws BadInput if the folder, or a record in it, can't be read
   */
  static List<ComparedRun> below(Path folder) throws BadInput {
    List<Path> paths;
    try (Stream<Path> entries = Files.list(folder)) {
      paths = entries.filter(RunFolder::holdsCells).sorted().toList();
    } catch (IOException e) {
      throw new BadInput("can't read " + folder + ": " + FileProblem.of(e));
    }
    List<ComparedRun> runs = new ArrayList<>();
    for (Path path : paths) {
      ComparedRun run = open(path);
      if (run.run().verdict().valid()) {
        runs.add(run);
      }
    }
    return runs;
  }

  private static ComparedRun open(Path path) throws BadInput {
    try {
      RunFolder folder = RunFolder.open(path);
      RunRecord run = folder.run();
      List<CellRecord> cells =
          folder.cells().stream().map(cell -> cell.withFactors(complete(cell.factors()))).toList();
      return new ComparedRun(name(path), run, cells, folder.turns());
    } catch (IOException e) {
      throw new BadInput(String.valueOf(e.getMessage()));
    }
  }

  private static String name(Path path) {
    Path last = path.toAbsolutePath().normalize().getFileName();
    return last == null ? path.toString() : last.toString();
  }

  /** A record may be older than a factor, which then had its default. */
  private static Map<String, String> complete(Map<String, String> factors) {
    try {
      return Cell.parse(factors).factors();
    } catch (IllegalArgumentException e) {
      return factors; // another tool's cell, or a newer Weir's: it only equals its like
    }
  }
}
