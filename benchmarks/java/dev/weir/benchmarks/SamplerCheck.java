package dev.weir.benchmarks;

import dev.weir.analysis.stats.RoundIntervals;
import dev.weir.analysis.stats.RoundRatios;
import dev.weir.capture.Capture;
import dev.weir.capture.CaptureCost;
import dev.weir.capture.CaptureRequest;
import dev.weir.record.Interval;
import dev.weir.record.Totals;
import dev.weir.server.Member;
import dev.weir.server.ServerException;
import dev.weir.study.Cell;
import dev.weir.study.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What all samplers cost at one a second: documents/s with them over those without, by turns in one
 * JVM on the same connections, and their own CPU as the kernel counts it.
 */
final class SamplerCheck {
  private static final double CONFIDENCE = 0.95;
  private static final double LEAST_RATIO = 0.98;

  /** Of this host's cores. */
  private static final double MOST_CPU = 0.02;

  private static final Map<String, String> CELL =
      Map.of("driver", "sync", "operation", "bulkUnordered", "batch", "50", "inFlight", "8");

  private final CheckSettings settings;
  private final Consumer<String> progress;

  SamplerCheck(CheckSettings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * @throws IllegalStateException if a write failed or the server counted another number
   */
  List<CheckFinding> run() throws ServerException, IOException, InterruptedException {
    Path folder = Files.createTempDirectory("weir-sampler-check");
    try (Testbed testbed = Testbed.open(Target.MONGODB)) {
      Cell cell = Cell.parse(CELL);
      Counts counts = Counts.start(testbed.server());
      try (StudySide loop =
              new StudySide(
                  testbed.uri(), testbed.namespace(), cell, Testbed.DOCUMENTS, testbed::nextSeed);
          Sampled with = new Sampled(loop, testbed, folder);
          Sampled without = new Sampled(loop, testbed, null)) {
        Slices.warm(with, without, settings.warmMillis, settings.samplerSliceMillis);
        with.shares.clear();
        Slices.Pairs pairs =
            Slices.measure(with, without, settings.pairs, settings.samplerSliceMillis);
        counts.check(List.of(loop.totals()));
        Interval share =
            RoundIntervals.mean(
                with.shares.stream().mapToDouble(Double::doubleValue).toArray(), CONFIDENCE);
        double[] rates = OverheadCheck.rates(pairs.first());
        double[] bare = OverheadCheck.rates(pairs.second());
        progress.accept(
            String.format(
                Locale.ROOT,
                "with samplers %,.0f, without %,.0f documents/s; their CPU %.2f %% of this host's",
                OverheadCheck.mean(rates),
                OverheadCheck.mean(bare),
                share.mean() * 100));
        return List.of(
            CheckFinding.atLeast(
                LEAST_RATIO,
                "with samplers / without, " + cell.operation() + " " + cell.batch(),
                RoundRatios.ratio(rates, bare, CONFIDENCE).interval()),
            new CheckFinding("samplers' CPU / this host's", share, 0, MOST_CPU));
      }
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }

  /** The same loop on both sides; one has the samplers of a study run around each of its slices. */
  private static final class Sampled implements Side {
    private final StudySide loop;
    private final Testbed testbed;
    private final @Nullable Path folder;
    private final List<Double> shares = new ArrayList<>();
    private @Nullable Capture capture;
    private int captures;

    Sampled(StudySide loop, Testbed testbed, @Nullable Path folder) {
      this.loop = loop;
      this.testbed = testbed;
      this.folder = folder;
    }

    @Override
    public void start() {
      if (folder != null) {
        try {
          capture =
              Capture.start(
                  CaptureRequest.of(
                      folder.resolve("capture" + captures++), testbed.uri(), processes()));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      // Starting them is no part of their cost; the other side is as idle meanwhile.
      sleepToNextSecond();
      loop.start();
    }

    private Map<String, Long> processes() {
      Map<String, Long> pids = new LinkedHashMap<>();
      pids.put("load", ProcessHandle.current().pid());
      for (Member member : testbed.server().members()) {
        Long pid = member.pid();
        if (pid != null) {
          pids.put("mongod" + (pids.size() == 1 ? "" : pids.size()), pid);
        }
      }
      return pids;
    }

    private static void sleepToNextSecond() {
      long now = System.currentTimeMillis();
      try {
        TimeUnit.MILLISECONDS.sleep(1_300 - now % 1_000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public long documents() {
      return loop.documents();
    }

    @Override
    public void stop() throws InterruptedException {
      loop.stop();
      if (capture != null) {
        try {
          CaptureCost cost = capture.finish().cost();
          shares.add(cost.millisPerSecond() / 1_000 / Runtime.getRuntime().availableProcessors());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        } finally {
          capture = null;
        }
      }
    }

    @Override
    public Totals totals() {
      return loop.totals();
    }

    @Override
    public void close() {
      if (capture != null) {
        try {
          capture.close();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }
}
