package dev.weir.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.record.TimelineRows.Figures;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimelineRowsTest {
  @Test
  void onlyRowsOfTheSpanCount(@TempDir Path folder) throws IOException {
    Path csv =
        csv(
            folder,
            "epoch_ms,trial,checkpoint,a,b,version",
            "10000,,0,1,,6.0.5",
            "11000,\"round 1, x\",0,2,,6.0.5",
            "12000,\"round 1, x\",1,4,8,6.0.5",
            "13000,,0,100,100,6.0.5");
    Span span = new Span(10_400, 12_200);

    Figures figures = Objects.requireNonNull(TimelineRows.read(csv, List.of(span)).get(span));

    assertThat(figures.rows()).isEqualTo(2);
    assertThat(figures.mean("a")).isEqualTo(3);
    assertThat(figures.mean("b")).as("over the rows that have it").isEqualTo(8);
    assertThat(figures.mean("checkpoint")).isEqualTo(0.5);
    assertThat(figures.least("a")).isEqualTo(2);
    assertThat(figures.mean("version")).as("no number").isNull();
    assertThat(figures.columns("b")).containsExactly("b");
  }

  @Test
  void aRowThatDescribesTheTimeBeforeTheSpanIsLeftOut(@TempDir Path folder) throws IOException {
    Path csv = csv(folder, "epoch_ms,trial,checkpoint,a", "10000,,,1", "11000,,,2");

    Span late = new Span(10_600, 12_000);
    assertThat(TimelineRows.read(csv, List.of(late))).isEqualTo(Map.of(late, Figures.NONE));
  }

  @Test
  void aCutLineAndOtherFilesAreSurvivedOrNamed(@TempDir Path folder) throws IOException {
    Path cut = csv(folder, "epoch_ms,trial,checkpoint,a", "11000,,,2", "12000");
    Span span = new Span(10_000, 13_000);
    assertThat(TimelineRows.read(cut, List.of(span)).get(span))
        .isEqualTo(new Figures(1, Map.of("a", 2.0), Map.of("a", 2.0)));

    Path other = Files.writeString(folder.resolve("other.csv"), "time,a\n");
    assertThatThrownBy(() -> TimelineRows.read(other, List.of(span)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is no timeline");
  }

  @Test
  void compressedTimelineIsReadWhereThereIsNoPlainOne(@TempDir Path results) throws IOException {
    RunFolder run = RunFolder.create(results, Instant.EPOCH, "s");
    Path capture = Files.createDirectories(run.file(RunFolder.CAPTURE));
    Path plain = capture.resolve("timeline.csv");
    assertThat(TimelineRows.of(run)).isEqualTo(plain);
    Path compressed = capture.resolve("timeline.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      out.write("epoch_ms,trial,checkpoint,a\n11000,,,2\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(TimelineRows.of(run)).isEqualTo(compressed);
    Span span = new Span(10_000, 13_000);
    assertThat(TimelineRows.read(compressed, List.of(span)).get(span))
        .isEqualTo(new Figures(1, Map.of("a", 2.0), Map.of("a", 2.0)));
    Files.writeString(plain, "");
    assertThat(TimelineRows.of(run)).isEqualTo(plain);
  }

  @Test
  void quotesAreDoubledInsideQuotes() {
    assertThat(TimelineRows.fields("1,\"a \"\"b\"\", c\",,2"))
        .containsExactly("1", "a \"b\", c", "", "2");
  }

  private static Path csv(Path folder, String... lines) throws IOException {
    return Files.write(folder.resolve("timeline.csv"), List.of(lines));
  }
}
