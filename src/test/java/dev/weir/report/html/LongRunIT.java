package dev.weir.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 1000 cells and ten hours of seconds become one page, in little memory. */
class LongRunIT {
  private static final long MEBIBYTE = 1 << 20;
  private static final int TEN_HOURS = 36_000;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @Test
  void pageIsSmallAndMadeInASmallHeap() throws IOException, InterruptedException {
    RunFixture run = new RunFixture("how much?").lasting(TEN_HOURS).rounds(2);
    for (String driver : List.of("sync", "reactive")) {
      for (int batch = 1; batch <= 25; batch++) {
        for (int inFlight = 1; inFlight <= 20; inFlight++) {
          run.cell(driver, String.valueOf(batch * batch), String.valueOf(inFlight));
        }
      }
    }
    RunFolder written = run.write(folder);
    Path log = folder.resolve("log");
    long start = System.nanoTime();
    Process report =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.weir.cli.Weir",
                "report",
                written.path().toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = report.waitFor(120, TimeUnit.SECONDS);
    report.destroyForcibly();
    double seconds = (System.nanoTime() - start) / 1e9;
    assertThat(ended).as("within two minutes").isTrue();
    assertThat(report.exitValue()).as(Files.readString(log)).isZero();
    long size = Files.size(written.file(RunFolder.REPORT));
    assertThat(run.cells()).isEqualTo(1000);
    assertThat(size).isLessThanOrEqualTo(8 * MEBIBYTE);
    Logger.getLogger(LongRunIT.class.getName())
        .info(
            () ->
                String.format(Locale.ROOT, "%.1f s, %.1f MiB", seconds, size / (double) MEBIBYTE));
  }
}
