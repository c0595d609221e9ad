package dev.weir.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.capture.timeline.RawFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptureTest {
  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  private final Clock clock = Clock.fixed(NOON, ZoneOffset.UTC);
  private final ManualTicker ticker = new ManualTicker();
  private final FakeServer server = new FakeServer();

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @Test
  void aFailingSampleIsAGapAndTheNextOneGoesOn() throws Exception {
    Capture capture = start();
    ticker.tick(NOON, 0);
    server.failure = "serverStatus failed: no answer";
    ticker.tick(NOON.plusSeconds(1), 0);
    ticker.tick(NOON.plusSeconds(2), 0);
    server.failure = null;
    ticker.tick(NOON.plusSeconds(3), 0);
    CaptureSummary summary = capture.finish();

    assertThat(summary.gaps())
        .containsExactly(
            new Gap(
                "serverStatus",
                NOON.plusSeconds(1),
                NOON.plusSeconds(2),
                2,
                "serverStatus failed: no answer"));
    List<String> lines = lines("serverStatus.jsonl");
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).contains("\"opcounters.update\":7").contains("\"localTime\":1234");
    assertThat(lines.get(1))
        .isEqualTo(
            "{\"t\":"
                + NOON.plusSeconds(1).toEpochMilli()
                + ",\"gap\":\"serverStatus failed: no answer\"}");
    assertThat(summary.samplers()).containsExactly("serverStatus", "process");
  }

  /** As a reader finds it after this process was killed: nothing is closed. */
  @Test
  void aKilledRunKeepsAllButTheLastSeconds() throws Exception {
    start();
    for (int i = 0; i < 12; i++) {
      ticker.tick(NOON.plusSeconds(i), 0);
    }

    assertThat(lines("serverStatus.jsonl")).hasSize(11);
    assertThat(folder.resolve("serverStatus.jsonl.gz")).isRegularFile();
  }

  @Test
  void skippedTicksAreAGap() throws Exception {
    Capture capture = start();
    ticker.tick(NOON, 4);

    assertThat(capture.finish().gaps())
        .filteredOn(gap -> gap.sampler().equals("serverStatus"))
        .singleElement()
        .satisfies(gap -> assertThat(gap.samples()).isEqualTo(4))
        .satisfies(gap -> assertThat(gap.reason()).startsWith("late"));
  }

  @Test
  void marksAreWrittenAndEverythingStops() throws Exception {
    Capture capture = start();
    capture.mark("round 1 cell \"a\"", NOON);
    capture.mark("", NOON.plusSeconds(5));
    CaptureSummary first = capture.finish();

    assertThat(lines("marks.jsonl"))
        .containsExactly(
            "{\"t\":1795176000000,\"label\":\"round 1 cell \\\"a\\\"\"}",
            "{\"t\":1795176005000,\"label\":\"\"}");
    assertThat(ticker.running()).isZero();
    assertThat(server.closed).isTrue();
    assertThat(capture.finish()).isSameAs(first);
  }

  @Test
  void anEarlierCaptureIsNeverOverwritten() throws Exception {
    start().close();
    server.closed = false;

    assertThatThrownBy(this::start).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(server.closed).as("nobody else has the client").isTrue();
  }

  @Test
  void aSamplerThatCantWriteIsClosed() throws Exception {
    Files.createFile(folder.resolve("serverStatus.jsonl.gz"));

    assertThatThrownBy(this::start).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(server.closed).as("nobody else has the client").isTrue();
    assertThat(ticker.running()).isZero();
  }

  @Test
  void whatSamplingCostIsTold() throws Exception {
    Instant[] now = {NOON};
    Clock moving = ((InstantSource) () -> now[0]).withZone(ZoneOffset.UTC);
    Capture capture =
        Capture.start(
            new CaptureRequest(folder, null, Map.of(), false, Duration.ofSeconds(1)),
            moving,
            ticker,
            (command, environment) -> {
              throw new IOException("no process in this test");
            },
            null);
    now[0] = NOON.plusSeconds(10);
    CaptureCost cost = capture.finish().cost();

    assertThat(cost.seconds()).isEqualTo(10);
    assertThat(cost.samplersMillisPerSecond()).isNotNegative();
    assertThat(cost.toolsMillisPerSecond()).isNull();
  }

  @Test
  void theRequestNeverShowsItsUri() {
    assertThat(CaptureRequest.of(folder, "mongodb://u:secret@h", Map.of()).toString())
        .doesNotContain("secret");
  }

  @Test
  void aHostWithoutAShellIsNamed() throws Exception {
    Capture capture =
        Capture.start(
            CaptureRequest.of(folder, null, Map.of()),
            clock,
            ticker,
            (command, environment) -> {
              throw new IOException("cannot run sh");
            },
            null);

    assertThat(capture.finish().missing())
        .singleElement()
        .satisfies(tool -> assertThat(tool.how()).contains("cannot run sh"));
  }

  @Test
  void theLoadsOwnJvmIsASeriesOfItsOwn() throws Exception {
    LoadSeries series =
        LoadSeries.start(folder, "load1", () -> Map.of("pool_waits_total", 3), clock, ticker);
    ticker.tick(NOON, 0);
    series.close();

    assertThat(lines("series-load1.jsonl"))
        .singleElement()
        .asString()
        .startsWith("{\"t\":1795176000000,\"values\":{")
        .contains("\"load1_gc_ms_total\":")
        .contains("\"load1_cpu_micros_total\":")
        .contains("\"load1_pool_waits_total\":3")
        .endsWith("}");
    assertThat(series.gaps()).isEmpty();
  }

  private List<String> lines(String name) throws IOException {
    try (InputStream in = RawFile.open(folder.resolve(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  private Capture start() throws IOException {
    return Capture.start(
        new CaptureRequest(folder, "mongodb://u:p@h", Map.of(), false, Duration.ofSeconds(1)),
        clock,
        ticker,
        (command, environment) -> {
          throw new IOException("no process in this test");
        },
        server);
  }

  private static final class FakeServer implements ServerStatusSource {
    private @Nullable String failure;
    private boolean closed;

    @Override
    public BsonDocument serverStatus() throws IOException {
      if (failure != null) {
        throw new IOException(failure);
      }
      return BsonDocument.parse(
          "{host: 'db:27017', localTime: {$date: {$numberLong: '1234'}}, opcounters: {update: 7}}");
    }

    @Override
    public @Nullable BsonDocument replicaSetStatus() {
      return null;
    }

    @Override
    public void ping() {}

    @Override
    public void close() {
      closed = true;
    }
  }
}
