package dev.weir.runner;

import dev.weir.analysis.bottleneck.CellVerdicts;
import dev.weir.analysis.bottleneck.OfferedRate;
import dev.weir.capture.timeline.RawFile;
import dev.weir.capture.timeline.Timeline;
import dev.weir.capture.timeline.TimelineJoin;
import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.TimelineRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Names each cell's limit from what a run's folder holds; needs no server. */
public final class CellLimits {
  private static final String TIMELINE = "timeline.csv";

  private CellLimits() {}

  /**
   * Builds the run's timeline from its raw captures and judges each cell by it. A run without
   * captures keeps the verdicts that it has, but for rates that were offered.
   *
   * @throws IOException if the captures can't be read or the timeline can't be written
   */
  public static List<CellRecord> judge(RunFolder folder, RunRecord run, List<CellRecord> cells)
      throws IOException {
    Path capture = folder.file(RunFolder.CAPTURE);
    Path timeline = capture.resolve(TIMELINE);
    if (hasRawFiles(capture)) {
      Timeline.build(capture);
      joinEarlier(folder, timeline);
    } else if (!Files.isRegularFile(TimelineRows.of(folder))) {
      return OfferedRate.mark(cells);
    }
    return CellVerdicts.of(
        run, cells, TimelineRows.read(TimelineRows.of(folder), CellVerdicts.spans(cells)));
  }

  /** A run that was resumed has a folder of captures for each session before the last. */
  private static void joinEarlier(RunFolder folder, Path timeline) throws IOException {
    List<Path> timelines = new ArrayList<>();
    Path earlier = earlierCapture(folder, 1);
    for (int i = 2; Files.isDirectory(earlier); i++) {
      if (hasRawFiles(earlier)) {
        Timeline.build(earlier);
        timelines.add(earlier.resolve(TIMELINE));
      }
      earlier = earlierCapture(folder, i);
    }
    if (!timelines.isEmpty()) {
      timelines.add(timeline);
      TimelineJoin.write(timelines, timeline);
    }
  }

  private static Path earlierCapture(RunFolder folder, int session) {
    return folder.file(RunFolder.CAPTURE + "-" + session);
  }

  /** Makes room for the capture of a further session. */
  static void putCaptureAside(RunFolder folder) throws IOException {
    Path capture = folder.file(RunFolder.CAPTURE);
    if (Files.exists(capture)) {
      Files.move(capture, nextEarlierCapture(folder));
    }
  }

  private static Path nextEarlierCapture(RunFolder folder) {
    int session = 1;
    while (Files.exists(earlierCapture(folder, session))) {
      session++;
    }
    return earlierCapture(folder, session);
  }

  private static boolean hasRawFiles(Path capture) throws IOException {
    if (!Files.isDirectory(capture)) {
      return false;
    }
    try (Stream<Path> files = Files.list(capture)) {
      return files.anyMatch(file -> RawFile.plainName(file).endsWith(".jsonl"));
    }
  }
}
