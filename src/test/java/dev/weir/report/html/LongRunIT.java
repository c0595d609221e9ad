package dev.weir.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 1000 cells and ten hours of seconds become one page, in little memory. */
class LongRunIT {
  private static final long MEBIBYTE = 1 << 20;
  private static final int TEN_HOURS = 36_000;

  private static final RunFixture RUN = new RunFixture("how much?").lasting(TEN_HOURS).rounds(2);

  @SuppressWarnings("NullAway.Init")
  @TempDir
  static Path folder;

  @SuppressWarnings("NullAway.Init")
  private static RunFolder written;

  @SuppressWarnings("NullAway.Init")
  private static String log;

  private static double seconds;
  private static int exit;

  @BeforeAll
  static void makeThePage() throws IOException, InterruptedException {
    for (String driver : List.of("sync", "reactive")) {
      for (int batch = 1; batch <= 25; batch++) {
        for (int inFlight = 1; inFlight <= 20; inFlight++) {
          RUN.cell(driver, String.valueOf(batch * batch), String.valueOf(inFlight));
        }
      }
    }
    written = RUN.write(folder);
    Path output = folder.resolve("log");
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
            .redirectOutput(output.toFile())
            .start();
    boolean ended = report.waitFor(120, TimeUnit.SECONDS);
    report.destroyForcibly();
    seconds = (System.nanoTime() - start) / 1e9;
    log = Files.readString(output);
    exit = ended ? report.exitValue() : -1;
  }

  @Test
  void pageIsSmallAndMadeInASmallHeap() throws IOException {
    assertThat(exit).as(log).isZero();
    long size = Files.size(written.file(RunFolder.REPORT));
    assertThat(RUN.cells()).isEqualTo(1000);
    assertThat(size).isLessThanOrEqualTo(8 * MEBIBYTE);
    tell(
        String.format(
            Locale.ROOT,
            "made in %.1f s with a heap of 512 MiB, %.1f MiB",
            seconds,
            size / (double) MEBIBYTE));
  }

  /** How long is printed, not asserted; that nothing of it fails is. */
  @Test
  void pageIsPaintedAndFiltered() {
    assertThat(exit).as(log).isZero();
    try (Browser browser = Browser.start(folder)) {
      browser.open(written.file(RunFolder.REPORT));
      double painted =
          number(browser, "performance.getEntriesByName('first-contentful-paint')[0].startTime");
      double ready =
          number(browser, "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd");
      double filtered =
          number(
              browser,
              "(() => { const from = performance.now();"
                  + " document.querySelector('#filter input').click();"
                  + " document.body.offsetHeight; return performance.now() - from; })()");
      assertThat(browser.text("#shown")).contains(" of 1000 cells");
      assertThat(browser.console()).isEmpty();
      assertThat(painted).isPositive();
      tell(
          String.format(
              Locale.ROOT,
              "first paint %.0f ms, scripts done %.0f ms, filtered in %.0f ms",
              painted,
              ready,
              filtered));
    }
  }

  private static double number(Browser browser, String expression) {
    return ((Number) Objects.requireNonNull(browser.run("return " + expression))).doubleValue();
  }

  private static void tell(String line) {
    Logger.getLogger(LongRunIT.class.getName()).info(() -> line);
  }
}
