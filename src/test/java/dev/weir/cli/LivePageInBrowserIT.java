package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.capture.HostUse;
import dev.weir.record.Samples;
import dev.weir.report.html.Browser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The page of a run that goes on, in headless Chromium. */
class LivePageInBrowserIT {
  private static final String REPORT = "<link rel=icon href=data:,><h1>The report</h1>";

  @SuppressWarnings("NullAway.Init")
  @TempDir
  static Path folder;

  @SuppressWarnings("NullAway.Init")
  private static Browser browser;

  @BeforeAll
  static void start() {
    browser = Browser.start(folder);
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  private static LiveRun running() {
    LiveRun run = new LiveRun(Clock.systemUTC());
    run.watch(HostUse.local());
    run.started(Samples.run(), Path.of("results/20260102T030405Z-sample"));
    run.roundStarted(1, 3);
    run.trialEnded(Samples.trial("sync_single_inFlight8", 1, 1_000, List.of()), 1, 3);
    run.rate("sync_single_inFlight8", 1_234);
    run.sample();
    return run;
  }

  private static void awaitText(String css, String text) {
    // The page, or a part of it, may be replaced between its search and its reading.
    new WebDriverWait(browser.driver(), Duration.ofSeconds(30))
        .ignoring(WebDriverException.class)
        .until(
            driver ->
                driver.findElements(By.cssSelector(css)).stream()
                    .anyMatch(element -> element.getText().contains(text)));
  }

  @Test
  void growsWhileTheRunGoesOnAndBecomesItsReport() throws Exception {
    LiveRun run = running();
    try (LiveServer server = LiveServer.start(run, Clock.systemUTC())) {
      browser.size(1280, 900);
      browser.open(server.address());
      assertThat(browser.text(".answer")).contains("1,234 documents/s");
      assertThat(browser.axe()).as("axe").isEqualTo(List.of());
      browser.size(360, 800);
      assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(360L);

      run.rate("sync_single_inFlight1", 4_321);
      run.trialEnded(Samples.trial("sync_single_inFlight1", 1, 500, List.of()), 2, 3);
      awaitText(".answer", "4,321 documents/s");
      awaitText("#figures", "sync_single_inFlight1");
      awaitText("#timeline-section", "Documents/s");
      assertThat(browser.text(".answer")).contains("Other work on this host: ");

      server.ended(Files.writeString(folder.resolve("report.html"), REPORT));
      awaitText("h1", "The report");
      assertThat(browser.console()).isEmpty();
      assertThat(browser.requests())
          .allMatch(url -> url.matches("(http://127\\.0\\.0\\.1|data):.*"));
    }
  }

  @Test
  void withoutScriptsTheBrowserAsksAgain() throws Exception {
    LiveRun run = running();
    setScripts(false);
    try (LiveServer server = LiveServer.start(run, Clock.systemUTC())) {
      browser.open(server.address());
      run.rate("another", 777);
      awaitText(".answer", "777 documents/s");
      server.ended(Files.writeString(folder.resolve("end.html"), REPORT));
      awaitText("h1", "The report");
    } finally {
      setScripts(true);
    }
  }

  private static void setScripts(boolean on) {
    browser
        .driver()
        .executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", !on));
  }
}
