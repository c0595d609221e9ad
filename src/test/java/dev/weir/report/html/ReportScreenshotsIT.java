package dev.weir.report.html;

import dev.weir.record.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pictures of the README, of the newest committed reference run: {@code mvn verify
 * -Dit.test=ReportScreenshotsIT -Dweir.screenshots=docs/images}.
 */
@EnabledIfSystemProperty(named = "weir.screenshots", matches = ".+")
class ReportScreenshotsIT {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @Test
  void desktopDarkAndPhone() throws IOException {
    Path images = Path.of(System.getProperty("weir.screenshots", "docs/images"));
    Path page = folder.resolve("report.html");
    Files.writeString(page, HtmlReport.of(RunFixture.sources(newest(Path.of("results")))));
    try (Browser browser = Browser.start(folder)) {
      browser.size(1280, 1000);
      browser.open(page);
      browser.screenshot(images.resolve("report-desktop.png"));
      browser.run("document.getElementById('limits-section').scrollIntoView()");
      browser.screenshot(images.resolve("report-limits.png"));
      browser.dark(true);
      browser.run("document.getElementById('timeline-section').scrollIntoView()");
      browser.screenshot(images.resolve("report-dark.png"));
      browser.dark(false);
      browser.size(390, 844);
      browser.open(page);
      browser.run("document.getElementById('throughput-section').scrollIntoView()");
      browser.screenshot(images.resolve("report-phone.png"));
    }
  }

  private static RunFolder newest(Path results) throws IOException {
    try (Stream<Path> runs = Files.list(results)) {
      Path last =
          runs.filter(run -> Files.isRegularFile(run.resolve(RunFolder.RUN)))
              .max(Comparator.comparing(run -> String.valueOf(run.getFileName())))
              .orElseThrow(() -> new IOException(results + " holds no run"));
      return RunFolder.open(last);
    }
  }
}
