package dev.weir.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.analysis.claims.ClaimVerdicts;
import dev.weir.analysis.compare.AlikeRatio;
import dev.weir.record.CellRecord;
import dev.weir.record.RecordedStudy;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.report.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The answers of the committed reference runs, as sentences to be read. */
class CommittedAnswersTest {
  private static final int MOST_WORDS = 32;
  private static final int MEDIAN_WORDS = 16;

  @Test
  void sentencesAreShortAndSpeakNoIds() throws Exception {
    List<Integer> lengths = new ArrayList<>();
    for (Path path : runs()) {
      RunFolder folder = RunFolder.open(path);
      RunRecord run = folder.run();
      List<CellRecord> cells = folder.cells();
      List<String> answer = answer(folder, run, cells);
      assertThat(answer).as("%s", path).isNotEmpty();
      for (String point : answer) {
        assertThat(point).doesNotContain("NaN", "Infinity", "null");
        cells.stream()
            .map(CellRecord::id)
            .filter(id -> id.contains("_"))
            .forEach(id -> assertThat(point).as("%s", path).doesNotContain(id));
        // A claim's statement is its author's.
        String ours = point.replaceFirst("^“.*?” ", "");
        for (String sentence : ours.split("(?<=[.!?”])\\s+(?=[A-Z“0-9])", -1)) {
          int words = sentence.split("\\s+", -1).length;
          assertThat(words).as(sentence).isLessThanOrEqualTo(MOST_WORDS);
          lengths.add(words);
        }
      }
    }
    int[] sorted = lengths.stream().mapToInt(Integer::intValue).sorted().toArray();
    assertThat(sorted[sorted.length / 2])
        .as("median of %s", Arrays.toString(sorted))
        .isLessThanOrEqualTo(MEDIAN_WORDS);
  }

  private static List<Path> runs() throws Exception {
    try (Stream<Path> all = Files.list(Path.of("results"))) {
      return all.filter(RunFolder::holdsCells).sorted().toList();
    }
  }

  private static List<String> answer(RunFolder folder, RunRecord run, List<CellRecord> cells)
      throws Exception {
    return Answer.of(
        run,
        cells,
        ClaimVerdicts.of(run, cells),
        new Answer.Beside(
            LatencyLogs.responses(LatencyLogs.read(folder, cells)),
            null,
            List.of(),
            null,
            AlikeRatio.of(folder.alike(), RecordedStudy.confidence(run))));
  }
}
