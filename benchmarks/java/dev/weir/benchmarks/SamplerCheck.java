package dev.weir.benchmarks;

import dev.weir.analysis.stats.RoundIntervals;
import dev.weir.analysis.stats.RoundRatios;
import dev.weir.capture.Capture;
import dev.weir.capture.CaptureCost;
import dev.weir.capture.CaptureRequest;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.CpuClocks;
import dev.weir.load.engine.Timing;
import dev.weir.load.engine.TurnShare;
import dev.weir.load.engine.TurnTaking;
import dev.weir.load.engine.WriterSide;
import dev.weir.record.Interval;
import dev.weir.server.Member;
import dev.weir.server.ServerException;
import dev.weir.study.Cell;
import dev.weir.study.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.hipparchus.stat.StatUtils;
import org.jspecify.annotations.Nullable;

/**
 * What all samplers cost at one a second: documents/s with them over those without, on the same
 * connections, and their own CPU as the kernel counts it. Samplers can't take turns by calls, so
 * the load goes on for some seconds with them, then without; the typical call of either is
 * compared.
 */
final class SamplerCheck {
  private static final double CONFIDENCE = 0.95;
  private static final double LEAST_RATIO = 0.99;

  /** Of this host's cores. */
  private static final double MOST_CPU = 0.02;

  private static final Map<String, String> CELL =
      Map.of("driver", "sync", "operation", "bulkUnordered", "batch", "50", "inFlight", "1");

  private final CheckSettings settings;
  private final Consumer<String> progress;
  private int captures;

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
      Counts counts = Counts.start(testbed.server());
      WriterSide load = StudySides.open(testbed, Cell.parse(CELL));
      List<Double> shares = new ArrayList<>();
      List<Double> ratios = new ArrayList<>();
      try (TurnTaking loop =
          new TurnTaking(List.of(load), Timing.system(), CpuClocks.process(), 1)) {
        block(loop, settings.warmMillis);
        for (int pair = 0; pair < settings.samplerPairs; pair++) {
          // With first, then without, then the other way round.
          double first = typicalNanos(loop, testbed, pair % 2 == 0 ? folder : null, shares);
          double second = typicalNanos(loop, testbed, pair % 2 == 0 ? null : folder, shares);
          ratios.add(pair % 2 == 0 ? second / first : first / second);
        }
      }
      counts.check(List.of(load.totals()));
      Interval share =
          RoundIntervals.mean(
              shares.stream().mapToDouble(Double::doubleValue).toArray(), CONFIDENCE);
      Interval ratio =
          RoundRatios.mean(ratios.stream().mapToDouble(Double::doubleValue).toArray(), CONFIDENCE);
      progress.accept(
          String.format(
              Locale.ROOT,
              "with samplers over without %.4f; their CPU %.2f %% of this host's",
              ratio.mean(),
              share.mean() * 100));
      return List.of(
          CheckFinding.atLeast(LEAST_RATIO, "with samplers / without, typical call", ratio),
          new CheckFinding("samplers' CPU / this host's", share, 0, MOST_CPU));
    } finally {
      delete(folder);
    }
  }

  private static TurnShare block(TurnTaking loop, long millis) throws InterruptedException {
    return loop.block(TurnTaking.Length.ONE_CALL, millis * 1_000_000, CallLoop.DRAIN_MILLIS).get(0);
  }

  /**
   * The median cycle in ns.
   *
   * @param folder where samplers write, null to run none
   * @param shares takes what the samplers used of this host's CPU
   */
  private double typicalNanos(
      TurnTaking loop, Testbed testbed, @Nullable Path folder, List<Double> shares)
      throws IOException, InterruptedException {
    if (folder == null) {
      return StatUtils.percentile(block(loop, settings.samplerSliceMillis).cycles(), 50);
    }
    try (Capture capture =
        Capture.start(
            CaptureRequest.of(
                folder.resolve("capture" + captures++), testbed.uri(), processes(testbed)))) {
      double median = StatUtils.percentile(block(loop, settings.samplerSliceMillis).cycles(), 50);
      CaptureCost cost = capture.finish().cost();
      shares.add(cost.millisPerSecond() / 1_000 / Runtime.getRuntime().availableProcessors());
      return median;
    }
  }

  private static Map<String, Long> processes(Testbed testbed) {
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

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }
}
