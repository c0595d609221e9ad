package dev.weir.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.driver.VirtualThreads;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the JMH benchmarks for a moment in a real fork on a real server. */
@Timeout(120)
class WriteBenchmarkIT {
  private static ServerUnderTest server;

  @BeforeAll
  static void start() throws Exception {
    server = ServerProvider.open(ServerRequest.defaults(System.getenv()), line -> {});
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void countsAcknowledgedDocumentsAndWritesServiceTimes(@TempDir Path folder) throws Exception {
    Collection<RunResult> results =
        new Runner(
                options(AsyncWriteBenchmark.class, folder)
                    .param("driver", "reactive")
                    .param("operation", "bulkUnordered")
                    .param("batch", "20")
                    .threads(2)
                    .build())
            .run();

    assertThat(results).hasSize(1);
    assertThat(results.iterator().next().getSecondaryResults())
        .containsOnlyKeys("documents", "batches");
    double documents = rate(results, "documents");
    assertThat(documents).isPositive();
    assertThat(documents / rate(results, "batches")).isCloseTo(20, within(1e-6));
    try (Stream<Path> files = Files.list(folder)) {
      Path log = files.toList().get(0);
      assertThat(log.getFileName().toString())
          .startsWith("AsyncWriteBenchmark_reactive_bulkUnordered_batch20_inFlight8");
      assertThat(Files.readAllLines(log)).anyMatch(line -> line.startsWith("Tag=service-fork"));
    }
  }

  @Test
  void oneJmhThreadOfTheSyncDriverIsOneOperationInFlight(@TempDir Path folder) throws Exception {
    Collection<RunResult> results =
        new Runner(
                options(BlockingWriteBenchmark.class, folder)
                    .param("operation", "single")
                    .threads(2)
                    .build())
            .run();
    assertThat(results).hasSize(1);
    assertThat(rate(results, "documents")).isPositive();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.toList()).singleElement().asString().contains("inFlight2");
    }
  }

  @Test
  void virtualThreadsAreSkippedWhereThereAreNone(@TempDir Path folder) throws RunnerException {
    Collection<RunResult> results =
        new Runner(
                options(AsyncWriteBenchmark.class, folder)
                    .param("driver", "virtual")
                    .param("operation", "single")
                    .build())
            .run();
    assertThat(results).hasSize(VirtualThreads.available() ? 1 : 0);
  }

  @Test
  void theCeilingHasAServerOfItsOwn(@TempDir Path folder) throws Exception {
    assertThat(new ClientCeilingBenchmark().target()).isEqualTo(Target.NULL_SERVER);
    Collection<RunResult> results =
        new Runner(
                options(ClientCeilingBenchmark.class, folder)
                    .param("operation", "bulkUnordered")
                    .param("encoding", "raw")
                    .threads(1)
                    .build())
            .run();
    assertThat(rate(results, "documents")).isPositive();
  }

  private static ChainedOptionsBuilder options(Class<?> benchmark, Path folder) {
    return new OptionsBuilder()
        .include("\\." + benchmark.getSimpleName() + "\\.")
        .forks(1)
        .warmupIterations(1)
        .warmupTime(TimeValue.milliseconds(200))
        .measurementIterations(1)
        .measurementTime(TimeValue.milliseconds(400))
        .verbosity(VerboseMode.SILENT)
        .jvmArgsAppend(
            "-Xmx256m", "-Dweir.hlog=" + folder, "-Dweir.uri=" + server.connectionString());
  }

  private static double rate(Collection<RunResult> results, String counter) {
    RunResult result = results.iterator().next();
    return Objects.requireNonNull(result.getSecondaryResults().get(counter), counter).getScore();
  }
}
