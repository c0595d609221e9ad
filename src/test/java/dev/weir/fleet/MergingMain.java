package dev.weir.fleet;

import dev.weir.load.LoadEvent;
import dev.weir.load.LoadOrder;
import dev.weir.load.engine.Timing;
import dev.weir.load.process.LoadClients;
import dev.weir.load.process.LoadJvm;
import dev.weir.record.Percentiles;
import dev.weir.record.TrialMeasurement;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/**
 * A coordinator in a JVM of its own, with a fleet of simulated workers: arguments are their number,
 * the seconds that each reports, a folder. Prints one line of figures.
 */
final class MergingMain {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private MergingMain() {}

  public static void main(String[] args) throws Exception {
    int workers = Integer.parseInt(args[0]);
    int seconds = Integer.parseInt(args[1]);
    Path folder = Path.of(args[2]);
    Fleet.Setup setup =
        new Fleet.Setup(
            "simulated", workers, Addresses.parse("127.0.0.1:0"), "127.0.0.1", null, PATIENCE);
    Coordinator.Beats beats = new Coordinator.Beats(Duration.ofSeconds(1), Duration.ofSeconds(60));
    try (Fleet fleet =
        new Fleet(setup, asked -> launch(asked, seconds), beats, Timing.system(), line -> {})) {
      fleet.assemble();
      LoadClients load = fleet.start(folder.resolve("load.log"), workers);
      load.connect(
          index -> new LoadOrder.Connect("mongodb://none", "weir_none", 1, null), PATIENCE);
      AtomicLong measuredAt = new AtomicLong();
      LoadClients.Measured measured =
          load.trial(
              new LoadOrder.Trial(
                  new LoadOrder.Work("many", Map.of(), "roles"), 1, seconds * 1_000L, 250, 2_000),
              workers,
              PATIENCE,
              event -> {
                if (event instanceof LoadEvent.Measuring) {
                  measuredAt.set(System.nanoTime());
                }
              });
      TrialMeasurement all = measured.measurement();
      Histogram merged =
          Percentiles.merge(
              all.latency().stream().map(TrialMeasurement.LatencyInterval::histogram).toList());
      double took = (System.nanoTime() - measuredAt.get()) / 1e9;
      System.out.printf(
          "documents %d calls %d p99 %d seconds %.2f peakHeapMB %d%n",
          all.documents(),
          merged.getTotalCount(),
          merged.getValueAtPercentile(99),
          took,
          peakHeap() >> 20);
    }
  }

  private static long peakHeap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getPeakUsage)
        .mapToLong(usage -> usage.getUsed())
        .sum();
  }

  private static WorkerLauncher.Launched launch(WorkerLauncher.Invitation asked, int seconds)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                LoadJvm.classPath(),
                SimulatedWorkers.class.getName(),
                Addresses.text(asked.coordinator()),
                String.valueOf(asked.workers()),
                String.valueOf(seconds))
            .redirectErrorStream(true)
            .redirectOutput(asked.log().toFile());
    builder.environment().put(Token.VARIABLE, asked.token().text());
    Process process = builder.start();
    return new WorkerLauncher.Launched() {
      @Override
      public Optional<String> ended() {
        return process.isAlive() ? Optional.empty() : Optional.of("the simulation ended");
      }

      @Override
      public void close() {
        process.destroyForcibly();
      }
    };
  }
}
