package dev.weir.runner;

import dev.weir.analysis.CellVerdicts;
import dev.weir.capture.timeline.Timeline;
import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.TimelineRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Names each cell's limit from what a run's folder holds; needs no server. */
public final class RunVerdicts {
  private static final String TIMELINE = "timeline.csv";

  private RunVerdicts() {}

  /**
   * Builds the run's timeline from its raw captures and judges each cell by it. A run without
   * captures keeps the verdicts that it has.
   *
   * @throws IOException if the captures can't be read or the timeline can't be written
   */
  public static List<CellRecord> judge(RunFolder folder, RunRecord run, List<CellRecord> cells)
      throws IOException {
    Path capture = folder.file(RunFolder.CAPTURE);
    Path timeline = capture.resolve(TIMELINE);
    if (hasRawFiles(capture)) {
      Timeline.build(capture);
    } else if (!Files.isRegularFile(timeline)) {
      return cells;
    }
    return CellVerdicts.of(run, cells, TimelineRows.read(timeline, CellVerdicts.spans(cells)));
  }

  private static boolean hasRawFiles(Path capture) throws IOException {
    if (!Files.isDirectory(capture)) {
      return false;
    }
    try (Stream<Path> files = Files.list(capture)) {
      return files.anyMatch(file -> file.getFileName().toString().endsWith(".jsonl"));
    }
  }
}
