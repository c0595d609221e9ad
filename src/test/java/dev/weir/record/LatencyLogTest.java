package dev.weir.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.record.TrialMeasurement.LatencyInterval;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatencyLogTest {
  static String encoded(long... nanos) {
    Histogram histogram = new Histogram(3);
    for (long value : nanos) {
      histogram.recordValue(value);
    }
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  @Test
  void isReadBackByHdrHistogramsOwnReader(@TempDir Path results) throws Exception {
    RunFolder folder = RunFolder.create(results, Instant.EPOCH, "s");
    long start = 1_800_000_000_250L;
    LatencyLog.append(
        folder,
        "a",
        1,
        List.of(
            new LatencyInterval(start, start + 1_000, encoded(1_000_000, 2_000_000)),
            new LatencyInterval(start + 1_000, start + 1_500, encoded(3_000_000))));
    LatencyLog.append(
        folder, "a", 2, List.of(new LatencyInterval(start + 9_000, start + 9_900, encoded(5_000))));
    LatencyLog.judged(folder, true);
    Path file = folder.file("latency/a.hlog");
    List<Histogram> read = read(file);
    assertThat(read)
        .extracting(Histogram::getTag)
        .containsExactly("service-round1", "service-round1", "service-round2");
    assertThat(read).extracting(Histogram::getTotalCount).containsExactly(2L, 1L, 1L);
    assertThat(read.get(0).getMaxValue()).isBetween(1_999_000L, 2_001_000L);
    assertThat(read.get(0).getStartTimeStamp()).isEqualTo(start);
    assertThat(read.get(1).getEndTimeStamp()).isEqualTo(start + 1_500);
    assertThat(read.get(2).getStartTimeStamp()).isEqualTo(start + 9_000);
    assertThat(file).content().containsOnlyOnce("#[Histogram log format version 1.3]");
    assertThat(file).content().containsOnlyOnce("\"StartTimestamp\"");
  }

  private static List<Histogram> read(Path file) throws IOException {
    List<Histogram> read = new ArrayList<>();
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      while (reader.hasNext()) {
        read.add((Histogram) reader.nextIntervalHistogram());
      }
    }
    return read;
  }

  /** A tool that opens the cell's log knows nothing of tags and of what is valid. */
  @Test
  void logHoldsValidTrialsOnlyAndInvalidOnesAreKeptApart(@TempDir Path results) throws Exception {
    RunFolder folder = RunFolder.create(results, Instant.EPOCH, "s");
    for (int round = 1; round <= 4; round++) {
      List<LatencyInterval> times = List.of(new LatencyInterval(round, round + 1, encoded(5_000)));
      LatencyLog.append(folder, "a", round, times);
      LatencyLog.append(folder, "a-response", "round" + round, times);
      LatencyLog.judged(folder, round % 2 == 0);
    }
    assertThat(read(folder.file("latency/a.hlog")))
        .extracting(Histogram::getTag)
        .containsExactly("service-round2", "service-round4");
    assertThat(read(folder.file("latency/a-response.hlog")))
        .extracting(Histogram::getTag)
        .containsExactly("round2", "round4");
    assertThat(read(folder.file("latency/invalid/a.hlog")))
        .extracting(Histogram::getTag)
        .containsExactly("service-round1", "service-round3");
    assertThat(folder.file("latency/invalid/a.hlog"))
        .content()
        .containsOnlyOnce("#[Histogram log format version 1.3]");
    try (Stream<Path> files = Files.list(folder.file("latency"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("a.hlog", "a-response.hlog", "invalid");
    }
  }

  /** The process was killed while the trial ran. */
  @Test
  void whatATrialLoggedThatWasNeverJudgedIsGone(@TempDir Path results) throws Exception {
    RunFolder folder = RunFolder.create(results, Instant.EPOCH, "s");
    LatencyLog.append(folder, "a", 1, List.of(new LatencyInterval(1, 2, encoded(5_000))));
    LatencyLog.keepRounds(folder, Map.of("b", Set.of()));
    LatencyLog.append(folder, "a", 1, List.of(new LatencyInterval(3, 4, encoded(7_000))));
    LatencyLog.judged(folder, true);
    assertThat(read(folder.file("latency/a.hlog"))).hasSize(1);
  }

  @Test
  void whatIsNoHistogramIsRefused(@TempDir Path folder) {
    String nonsense = Base64.getEncoder().encodeToString(new byte[64]);
    assertThatThrownBy(
            () ->
                LatencyLog.append(
                    folder.resolve("x.hlog"), "t", List.of(new LatencyInterval(0, 1, nonsense))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void folderThatIsGoneIsAnIoError(@TempDir Path folder) {
    assertThatThrownBy(() -> LatencyLog.append(folder.resolve("none/x.hlog"), "t", List.of()))
        .isInstanceOf(IOException.class);
  }

  @Test
  void endThatBelongsToNoTrialIsCutOff(@TempDir Path results) throws Exception {
    RunFolder folder = RunFolder.create(results, Instant.EPOCH, "s");
    Path file = folder.file("latency/a.hlog");
    LatencyLog.append(folder, "a", 1, List.of(new LatencyInterval(1, 2, encoded(5_000))));
    LatencyLog.judged(folder, true);
    byte[] first = Files.readAllBytes(file);
    LatencyLog.append(folder, "a", 12, List.of(new LatencyInterval(3, 4, encoded(5_000))));
    LatencyLog.judged(folder, true);
    byte[] both = Files.readAllBytes(file);
    LatencyLog.keepRounds(folder, Map.of("a", Set.of(1, 12)));
    assertThat(file).hasBinaryContent(both);
    Files.write(file, Arrays.copyOf(both, both.length - 1)); // the power failed here
    LatencyLog.keepRounds(folder, Map.of("a", Set.of(1, 12)));
    assertThat(file).hasBinaryContent(first);
    Files.write(file, both);
    LatencyLog.keepRounds(folder, Map.of("a", Set.of(1, 2)));
    assertThat(file).hasBinaryContent(first);
    LatencyLog.keepRounds(folder, Map.of("none", Set.of()));
  }

  /** The economy's operations have logs of their own, whose tags are plain. */
  @Test
  void endsOfAllLogsOfACellAreCutOff(@TempDir Path results) throws Exception {
    RunFolder folder = RunFolder.create(results, Instant.EPOCH, "s");
    for (int round = 1; round <= 2; round++) {
      List<LatencyInterval> times = List.of(new LatencyInterval(round, round + 1, encoded(5_000)));
      LatencyLog.append(folder, "shop-purchase", "round" + round, times);
      LatencyLog.append(folder, "shop-b", round, times); // another cell
      LatencyLog.judged(folder, true);
    }
    LatencyLog.keepRounds(folder, Map.of("shop", Set.of(1), "shop-b", Set.of(1, 2)));
    assertThat(read(folder.file("latency/shop-purchase.hlog")))
        .extracting(Histogram::getTag)
        .containsExactly("round1");
    assertThat(read(folder.file("latency/shop-b.hlog"))).hasSize(2);
  }
}
