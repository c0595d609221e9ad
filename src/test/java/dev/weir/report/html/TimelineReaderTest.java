package dev.weir.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimelineReaderTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @SuppressWarnings("NullAway.Init")
  private Path csv;

  @BeforeEach
  void place() {
    csv = folder.resolve("timeline.csv");
  }

  private static Slices column(Timeline timeline, String name) {
    return Objects.requireNonNull(timeline.columns().get(name));
  }

  @Test
  void shortRunKeepsItsSeconds() throws IOException {
    Files.writeString(
        csv,
        """
        epoch_ms,trial,checkpoint,a,b
        1000,x,0,1,
        2000,"y,z",1,2,9
        3000,,1,3,word
        4000,,0,,
        """);
    Timeline timeline = TimelineReader.read(csv, column -> true);
    assertThat(timeline.slices()).isEqualTo(4);
    assertThat(timeline.fromMillis()).isZero();
    assertThat(timeline.labels()).containsExactly("x", "y,z", "", "");
    assertThat(timeline.checkpoints()).as("its start alone").containsExactly(1000L);
    assertThat(column(timeline, "a").mean(2)).isEqualTo(3);
    assertThat(column(timeline, "a").mean(3)).isNaN();
    assertThat(column(timeline, "b").most()).isEqualTo(9);
  }

  /** What a slice swallows still shows in its least and most. */
  @Test
  void longRunKeepsItsExtremes() throws IOException {
    StringBuilder text = new StringBuilder("epoch_ms,trial,checkpoint,a\n");
    for (int second = 1; second <= 36_000; second++) {
      text.append(second * 1000L).append(",,0,").append(second == 17_001 ? 99 : 10).append('\n');
    }
    Files.writeString(csv, text);
    Timeline timeline = TimelineReader.read(csv, column -> true);
    assertThat(timeline.slices()).isEqualTo(TimelineReader.MOST_SLICES);
    assertThat(timeline.sliceMillis()).isEqualTo(90_000);
    Slices a = column(timeline, "a");
    assertThat(a.most(188)).isEqualTo(99);
    assertThat(a.least(188)).isEqualTo(10);
    assertThat(a.mean(188)).isGreaterThan(10.9).isLessThan(11.1);
    assertThat(a.most(189)).isEqualTo(10);
  }

  @Test
  void missingAndEmptyAreNone() throws IOException {
    assertThat(TimelineReader.read(csv, column -> true)).isSameAs(Timeline.NONE);
    Files.writeString(csv, "epoch_ms,trial,checkpoint,a\n");
    assertThat(TimelineReader.read(csv, column -> true)).isSameAs(Timeline.NONE);
  }

  @Test
  void whatIsNoTimelineIsSaidSo() throws IOException {
    Files.writeString(csv, "epoch_ms,trial,checkpoint\nnoon,,\n");
    assertThatIOException()
        .isThrownBy(() -> TimelineReader.read(csv, column -> true))
        .withMessageContaining("timeline.csv is no timeline");
  }
}
