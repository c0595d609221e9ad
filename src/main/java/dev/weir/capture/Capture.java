package dev.weir.capture;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.capture.timeline.RawFile;
import dev.weir.capture.timeline.Silences;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All samplers of one run, from before its first trial until after its last. A sampler that fails
 * leaves a gap in {@link CaptureSummary#gaps()} and never disturbs the run.
 */
public final class Capture implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<String> samplers = new ArrayList<>();
  private final List<MissingTool> missing = new ArrayList<>();
  private final List<SamplerLoop> loops = new ArrayList<>();
  private final GapLog gaps = new GapLog();
  private final ProcessTable processes;
  private final Writer marks;
  private final Clock clock;
  private final Instant started;
  private final Path folder;
  private final Duration interval;
  private @Nullable HostCapture host;
  private @Nullable CaptureSummary summary;

  private Capture(CaptureRequest request, Clock clock) throws IOException {
    Files.createDirectories(request.folder());
    this.clock = clock;
    this.started = clock.instant();
    this.folder = request.folder();
    this.interval = request.interval();
    this.processes = new ProcessTable(request.processes());
    this.marks = RawFile.create(request.folder().resolve("marks.jsonl"));
  }

  /**
   * Starts sampling into {@link CaptureRequest#folder()}.
   *
   * @throws IOException if the folder cannot be written or holds a capture already
   * @throws IllegalArgumentException if the URI is malformed; the message holds no password
   */
  public static Capture start(CaptureRequest request) throws IOException {
    Clock clock = Clock.systemUTC();
    String uri = request.uri();
    return start(
        request,
        clock,
        new ClockTicker(clock),
        ProcessStarter::system,
        uri == null ? null : new MongoServerStatusSource(uri));
  }

  static Capture start(
      CaptureRequest request,
      Clock clock,
      Ticker ticker,
      ProcessStarter starter,
      @Nullable ServerStatusSource server)
      throws IOException {
    Capture capture = begin(request, clock, server);
    try {
      if (server != null) {
        capture.add(new ServerStatusSampler(server, clock, System::nanoTime), request, ticker);
      }
      capture.add(
          new LoadProcessSampler(
              capture.processes,
              clock,
              LoadProcessSampler::cpuOfProcess,
              ProcessScheduling.local()),
          request,
          ticker);
      if (request.hostTools()) {
        capture.startHost(request, starter);
      }
      return capture;
    } catch (IOException | RuntimeException e) {
      capture.close();
      throw e;
    }
  }

  private static Capture begin(
      CaptureRequest request, Clock clock, @Nullable ServerStatusSource server) throws IOException {
    try {
      return new Capture(request, clock);
    } catch (IOException | RuntimeException e) {
      if (server != null) {
        server.close(); // no sampler has it yet
      }
      throw e;
    }
  }

  private void add(Sampler sampler, CaptureRequest request, Ticker ticker) throws IOException {
    try {
      loops.add(new SamplerLoop(sampler, request.folder(), request.interval(), ticker, gaps));
    } catch (IOException | RuntimeException e) {
      sampler.close(); // no loop has it yet
      throw e;
    }
    samplers.add(sampler.name());
  }

  private void startHost(CaptureRequest request, ProcessStarter starter) {
    try {
      host =
          HostCapture.start(
              request.folder(), request.uri(), request.interval(), starter, clock, gaps);
      samplers.add("proc");
    } catch (IOException e) {
      missing.add(
          new MissingTool("host samplers", "a Unix shell (sh) on the PATH: " + e.getMessage()));
    }
  }

  /**
   * Marks a boundary on the timeline: from {@code at} on, rows belong to {@code label}, until the
   * next mark. An empty label ends a trial without starting another.
   *
   * @param label for example {@code round 2 cell sync-bulk50-8}
   */
  public synchronized void mark(String label, Instant at) throws IOException {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("t", at.toEpochMilli());
    line.put("label", label);
    marks.write(JSON.writeValueAsString(line));
    marks.write('\n');
    marks.flush();
  }

  /** Watches a process from now on, in place of any earlier one of that label. */
  public void watch(String label, long pid) {
    CaptureRequest.checkLabel(label);
    processes.put(label, pid);
  }

  /** Stops watching the process of that label, before it ends by itself and is taken for a gap. */
  public void unwatch(String label) {
    processes.remove(label);
  }

  /** The tools this host lacks, as far as known by now: name them to the user once. */
  public synchronized List<MissingTool> missing() {
    List<MissingTool> all = new ArrayList<>(missing);
    if (host != null) {
      all.addAll(host.missing());
    }
    return all;
  }

  /** Stops every sampler, within a bounded time. Safe to call again. */
  @Override
  public void close() throws IOException {
    finish();
  }

  /** Like {@link #close()}, and tells what was captured. */
  public synchronized CaptureSummary finish() throws IOException {
    if (summary != null) {
      return summary;
    }
    Instant ended = clock.instant();
    CaptureCost cost = cost(ended);
    for (SamplerLoop loop : loops) {
      try {
        loop.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        gaps.missed("capture", clock.instant(), 1, "a sampler did not stop: " + e.getMessage());
      }
    }
    if (host != null) {
      host.close();
    }
    marks.close();
    List<String> ran = new ArrayList<>(samplers);
    if (host != null) {
      ran.addAll(host.started());
    }
    summary = new CaptureSummary(ran, missing(), gaps(ended), cost);
    if (host != null) {
      RawFile.compressTools(folder);
    }
    return summary;
  }

  private CaptureCost cost(Instant ended) {
    double seconds = Duration.between(started, ended).toMillis() / 1e3;
    if (seconds <= 0) {
      return CaptureCost.NONE;
    }
    double samplers = loops.stream().mapToLong(SamplerLoop::cpuNanos).sum() / 1e6;
    Duration tools = host == null ? null : host.cpu();
    return new CaptureCost(
        seconds,
        samplers / seconds,
        tools == null ? null : Double.valueOf(tools.toMillis() / seconds));
  }

  /** What was noticed while it went on, and what only the tools' output shows. */
  private List<Gap> gaps(Instant ended) throws IOException {
    List<Gap> noticed = gaps.all();
    List<Gap> all = new ArrayList<>(noticed);
    for (Silences.Silence silence :
        Silences.in(folder, interval, started.toEpochMilli(), ended.toEpochMilli())) {
      Gap gap =
          new Gap(
              silence.tool(),
              Instant.ofEpochMilli(silence.fromMs()),
              Instant.ofEpochMilli(silence.toMs()),
              silence.samples(),
              silence.reason());
      // The dead are known already.
      if (noticed.stream().noneMatch(gap::overlaps)) {
        all.add(gap);
      }
    }
    all.sort(Comparator.comparing(Gap::from));
    return all;
  }
}
