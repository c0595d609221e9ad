package dev.weir.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.record.CellRecord;
import dev.weir.record.LatencyLog;
import dev.weir.record.RunFolder;
import dev.weir.record.Samples;
import dev.weir.record.TrialMeasurement.LatencyInterval;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatencyLogsTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path results;

  @SuppressWarnings("NullAway.Init")
  private RunFolder folder;

  @BeforeEach
  void create() throws IOException {
    folder = RunFolder.create(results, Instant.EPOCH, "load");
  }

  private void log(String name, String tag, long millis, int count) throws IOException {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(millis * 1_000_000, count);
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    String text = Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    LatencyLog.append(
        folder.file(RunFolder.LATENCY).resolve(name + ".hlog"),
        tag,
        List.of(new LatencyInterval(0, 1_000, text)));
  }

  private Map<String, List<LatencyCurve>> read(String... ids) throws IOException {
    return LatencyLogs.read(
        folder, Arrays.stream(ids).map(id -> Samples.cell(id, "1", 1_000)).toList());
  }

  @Test
  void offeredLoadHasServiceAndResponseTimesInLogsOfTheirOwn() throws IOException {
    log("rate2000", "round1", 1, 100);
    log("rate2000-response", "round1", 5, 100);
    log("rate2000-start-lag", "round1", 4, 100);
    List<LatencyCurve> curves = read("rate2000").getOrDefault("rate2000", List.of());
    assertThat(curves)
        .extracting(LatencyCurve::kind)
        .containsExactly(LatencyCurve.SERVICE, LatencyCurve.RESPONSE);
    assertThat(curves).allMatch(curve -> curve.operation().isEmpty() && curve.count() == 100);
    assertThat(curves.get(1).millis(50)).isBetween(4.9, 5.1);
    assertThat(curves.get(1).millis(99)).as("one call lies beyond").isNaN();
  }

  @Test
  void aCompressedLogIsReadToo() throws IOException {
    log("rate2000-response", "round1", 5, 100);
    List<LatencyCurve> plain = read("rate2000").getOrDefault("rate2000", List.of());
    Path log = folder.file(RunFolder.LATENCY).resolve("rate2000-response.hlog");
    try (OutputStream out =
        new GZIPOutputStream(
            Files.newOutputStream(log.resolveSibling("rate2000-response.hlog.gz")))) {
      Files.copy(log, out);
    }
    Files.delete(log);
    assertThat(read("rate2000").getOrDefault("rate2000", List.of())).hasSize(1).isEqualTo(plain);
  }

  @Test
  void operationsOfACellHaveCurvesOfTheirOwn() throws IOException {
    log("session-payment", "round1", 1, 100);
    log("session-payment-response", "round1", 2, 100);
    log("session-mail-delivery-response", "round2", 3, 100);
    assertThat(read("session").getOrDefault("session", List.of()))
        .extracting(curve -> curve.operation() + " " + curve.kind())
        .containsExactly("mail-delivery response", "payment service", "payment response");
  }

  @Test
  void tagsTellKindsThatShareALogAndAnIdMayHoldHyphens() throws IOException {
    log("a-b", "service-round1", 1, 100);
    log("a-b", "response-round1", 2, 100);
    log("nobody", "service-round1", 1, 100);
    Map<String, List<LatencyCurve>> curves = read("a", "a-b");
    assertThat(curves.get("a")).isEmpty();
    assertThat(curves.getOrDefault("a-b", List.of()))
        .extracting(LatencyCurve::kind)
        .containsExactly(LatencyCurve.SERVICE, LatencyCurve.RESPONSE);
    assertThat(curves).containsOnlyKeys("a", "a-b");
  }

  @Test
  void roundsOfInvalidTrialsCountForNothing() throws IOException {
    log("a", "service-round1", 1, 100);
    log("a", "service-round2", 9, 900);
    CellRecord cell =
        Samples.cell("a", "1", 1_000)
            .withTrials(
                List.of(
                    Samples.trial("a", 1, 1_000, List.of()),
                    Samples.trial("a", 2, 1_000, List.of("stalled"))));
    assertThat(LatencyLogs.read(folder, List.of(cell)).get("a"))
        .singleElement()
        .matches(curve -> curve.count() == 100);
  }

  @Test
  void aDamagedLogIsNamed() throws IOException {
    Path log = folder.file(RunFolder.LATENCY).resolve("a.hlog");
    Files.writeString(log, "Tag=service-round1,0.1,1.0,1.0,HISTnonsense\n");
    assertThatThrownBy(() -> read("a"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(log + " can't be read");
  }
}
