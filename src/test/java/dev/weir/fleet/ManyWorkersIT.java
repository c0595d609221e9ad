package dev.weir.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.load.process.LoadJvm;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The reports of a fleet far larger than any test can start, through the real protocol, merged
 * within a gigabyte: 40 workers in every build, 1000 with {@code -Pfleet}.
 */
@Timeout(300)
class ManyWorkersIT {
  private static final int WORKERS = Integer.getInteger("weir.fleet.simulated", 40);
  private static final int SECONDS = Integer.getInteger("weir.fleet.simulated.seconds", 5);
  private static final Pattern FIGURES =
      Pattern.compile(
          "documents (\\d+) calls (\\d+) p99 (\\d+) seconds ([0-9.]+) peakHeapMB (\\d+)");

  @Test
  void theirReportsAreMergedWithinAGigabyte(@TempDir Path folder) throws Exception {
    Process coordinator =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-cp",
                LoadJvm.classPath(),
                MergingMain.class.getName(),
                String.valueOf(WORKERS),
                String.valueOf(SECONDS),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Matcher figures;
    try (BufferedReader out = coordinator.inputReader(StandardCharsets.UTF_8)) {
      String line = out.readLine();
      assertThat(line).as("a line of figures").isNotNull();
      System.out.println(WORKERS + " simulated workers: " + line);
      figures = FIGURES.matcher(line);
      assertThat(figures.matches()).isTrue();
      assertThat(coordinator.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      coordinator.destroyForcibly();
    }
    assertThat(coordinator.exitValue()).isZero();
    long documents = (long) (WORKERS * SECONDS * SimulatedWorkers.DOCUMENTS_PER_SECOND);
    assertThat(Long.parseLong(figures.group(1))).as("nothing lost").isEqualTo(documents);
    assertThat(Long.parseLong(figures.group(2)))
        .isEqualTo((long) WORKERS * SECONDS * SimulatedWorkers.CALLS_PER_SECOND);
    assertThat(Double.parseDouble(figures.group(3)))
        .as("the 99th percentile of all raw values, to three digits")
        .isCloseTo(rawP99(), Percentage.withPercentage(0.2));
  }

  /**
   * Of the concatenated raw values, no histogram involved; repeating all of them equally often
   * changes no percentile.
   */
  private static double rawP99() {
    assertThat(WORKERS % SimulatedWorkers.DISTINCT).isZero();
    int distinct = SimulatedWorkers.DISTINCT;
    long[] all = new long[distinct * SECONDS * SimulatedWorkers.CALLS_PER_SECOND];
    int at = 0;
    for (int worker = 0; worker < distinct; worker++) {
      for (int second = 0; second < SECONDS; second++) {
        Random random = new Random(worker * 1_009L + second);
        for (int i = 0; i < SimulatedWorkers.CALLS_PER_SECOND; i++) {
          all[at++] = SimulatedWorkers.time(random, worker);
        }
      }
    }
    Arrays.parallelSort(all);
    return all[(int) Math.ceil(0.99 * all.length) - 1];
  }
}
