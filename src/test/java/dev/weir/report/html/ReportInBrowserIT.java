package dev.weir.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.capacity.PlanAnswer;
import dev.weir.capacity.PlanFile;
import dev.weir.capacity.SamplePlans;
import dev.weir.record.RunFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The page as its reader gets it, in headless Chromium. */
class ReportInBrowserIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SECONDS = 120;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  static Path folder;

  @SuppressWarnings("NullAway.Init")
  private static Browser browser;

  @SuppressWarnings("NullAway.Init")
  private static Path usual;

  @BeforeAll
  static void start() throws IOException {
    browser = Browser.start(folder);
    usual = page("usual", RunFixture.usual().lasting(SECONDS));
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  private static Path page(String name, RunFixture run) throws IOException {
    RunFolder written = run.write(folder.resolve(name));
    return Files.writeString(
        folder.resolve(name + ".html"), HtmlReport.of(RunFixture.sources(written)));
  }

  private static long rows(String plot) {
    return browser.count("#" + plot + "-data tbody tr");
  }

  private static long points(String plot) {
    return browser.count("#" + plot + "-plot svg .p:not(.bad)")
        - browser.count("#" + plot + "-plot .sign .p");
  }

  @Test
  void everyPlotRendersWithItsPointsAndAsksForNothing() {
    browser.open(usual);
    long cells = RunFixture.usual().cells();
    assertThat(points("throughput")).isEqualTo(cells).isEqualTo(rows("throughput"));
    assertThat(points("by-inFlight")).isEqualTo(cells).isEqualTo(rows("by-inFlight"));
    assertThat(points("by-batch")).isEqualTo(12).isEqualTo(rows("by-batch"));
    assertThat(points("bulk")).isEqualTo(12).isEqualTo(rows("bulk"));
    assertThat(points("drivers")).isEqualTo(9).isEqualTo(rows("drivers"));
    assertThat(points("latency"))
        .isPositive()
        .isEqualTo(browser.count("#latency-data td:not(.t):not(:empty)"));
    assertThat(points("heat-map")).isEqualTo(cells).isEqualTo(rows("heat-map"));
    assertThat(points("utilisation"))
        .isPositive()
        .isEqualTo(browser.count("#utilisation-data td:not(.t):not(:empty)"));
    assertThat(rows("timeline")).isEqualTo(SECONDS);
    assertThat(
            browser.run(
                "return Array.from(document.querySelectorAll('svg.timeline .x .l'))"
                    + ".map(line => line.getAttribute('d').match(/[Ml]/g).length)"))
        .asInstanceOf(InstanceOfAssertFactories.list(Long.class))
        .hasSizeGreaterThan(5)
        .containsOnly((long) SECONDS);
    assertThat(browser.count("#throughput-plot .bad")).as("the invalid trial").isEqualTo(1);
    assertThat(
            browser.run(
                "return Array.from(document.querySelectorAll('.panels:not(.more *)"
                    + " svg')).filter(svg => svg.getBoundingClientRect().width < 200).length"))
        .as("no picture is squeezed")
        .isEqualTo(0L);
    assertThat(browser.requests()).isNotEmpty().allMatch(url -> url.matches("(file|data):.*"));
    assertThat(browser.console()).isEmpty();
  }

  @Test
  void filterHidesCellsEverywhere() {
    browser.open(usual);
    browser.driver().findElement(By.cssSelector("#filter summary")).click();
    browser.driver().findElement(By.cssSelector("#filter input[data-f='0'][data-v='1']")).click();
    assertThat(browser.text("#shown")).isEqualTo("9 of 18 cells");
    assertThat(browser.count("#cells tbody tr:not([hidden])")).isEqualTo(9);
    assertThat(browser.count("#throughput-plot .series:not([hidden])")).isEqualTo(9);
    assertThat(browser.count("#drivers-plot .series:not([hidden])")).isZero();
    assertThat(browser.count("#by-inFlight-plot .series .p:not(.bad):not([hidden])")).isEqualTo(9);
    browser.driver().findElement(By.cssSelector("#filter button[type=reset]")).click();
    wait("return document.getElementById('shown').textContent === ''");
    assertThat(browser.count("tr[hidden], .panel[hidden], .series[hidden]")).isZero();
  }

  @Test
  void aPlanIsDrawnAndTheFilterLeavesItAlone() throws Exception {
    RunFolder written = RunFixture.usual().write(folder.resolve("planned"));
    PlanAnswer plan = SamplePlans.shard(written.path());
    PlanFile.write(folder.resolve("planned"), plan);
    browser.open(
        Files.writeString(
            folder.resolve("planned.html"), HtmlReport.of(RunFixture.sources(written))));
    long limits = plan.limits().size();
    assertThat(points("plan-limits")).isEqualTo(limits).isEqualTo(rows("plan-limits"));
    assertThat(points("plan-loss")).isEqualTo(2L * 7);
    browser.run("document.querySelector('#filter input').click()");
    assertThat(browser.text("#shown")).isEqualTo("9 of 18 cells");
    assertThat(browser.count("#plan-limits-plot svg .p:not([hidden])")).isEqualTo(limits);
    var bars = browser.driver().findElement(By.cssSelector("#plan-limits-plot .panel svg"));
    browser.run("arguments[0].focus()", bars);
    bars.sendKeys(Keys.ARROW_RIGHT);
    assertThat(browser.text("#tip")).startsWith(plan.limits().get(0).name() + ": ");
    assertThat(browser.console()).isEmpty();
  }

  @Test
  void pointingAndArrowKeysTellAPointAndTheTimelineZooms() {
    browser.open(usual);
    var svg = browser.driver().findElement(By.cssSelector("#by-inFlight-plot .panel svg"));
    browser.run("arguments[0].scrollIntoView({block: 'center'})", svg);
    var point = svg.findElement(By.cssSelector(".p"));
    new Actions(browser.driver()).moveToElement(point).perform();
    assertThat(browser.count("#tip:not([hidden])")).isEqualTo(1);
    assertThat(browser.text("#tip")).contains("documents/s", "rounds");
    String first = browser.text("#tip");
    browser.run("arguments[0].focus()", svg);
    svg.sendKeys(Keys.ARROW_RIGHT);
    assertThat(browser.text("#tip")).contains("documents/s").isNotEqualTo(first);

    var timeline = browser.driver().findElement(By.cssSelector("svg.timeline"));
    browser.run("arguments[0].scrollIntoView({block: 'center'})", timeline);
    browser.run("arguments[0].focus()", timeline);
    timeline.sendKeys(Keys.ARROW_RIGHT);
    assertThat(browser.text("#tip")).contains("2026-01-02T", "Server, operations/s");
    timeline.sendKeys("+");
    wait(
        "return document.querySelector('svg.timeline"
            + " .x').getAttribute('transform').includes('scale(2 1)')");
    timeline.sendKeys("0");
    wait(
        "return document.querySelector('svg.timeline"
            + " .x').getAttribute('transform').includes('scale(1 1)')");
    assertThat(browser.console()).isEmpty();
  }

  @Test
  void figuresOfAPlotAreSavedAsCsvAndJson() throws IOException {
    browser.open(usual);
    for (String type : List.of("CSV", "JSON")) {
      browser.run(
          "document.querySelector('[aria-label=\"Save drivers-data as " + type + "\"]').click()");
    }
    Path csv = folder.resolve("drivers-data.csv");
    Path json = folder.resolve("drivers-data.json");
    new WebDriverWait(browser.driver(), Duration.ofSeconds(20))
        .until(driver -> Files.exists(csv) && Files.exists(json));
    assertThat(Files.readAllLines(csv, StandardCharsets.UTF_8))
        .hasSize(10)
        .first()
        .isEqualTo("ratio of,operation,batch,inFlight,ratio,low,high,rounds,verdict");
    JsonNode rows = JSON.readTree(json.toFile());
    assertThat(rows).hasSize(9);
    assertThat(rows.get(0).path("ratio").isNumber()).isTrue();
    assertThat(rows.get(0).path("ratio of").asText()).isEqualTo("reactive ÷ sync");
  }

  @Test
  void hostileNamesAreText() throws IOException {
    String hostile = HtmlReportTest.HOSTILE;
    String arabic = "\u0639\u0631\u0628\u064a \"quoted\"";
    Path page =
        page(
            "hostile",
            new RunFixture(hostile)
                .with(Map.of("driver", hostile, "inFlight", "1"))
                .with(Map.of("driver", "x".repeat(10_000), "inFlight", "1"))
                .with(Map.of("driver", arabic, "inFlight", "8")));
    browser.open(page);
    assertThat(browser.run("return window.owned === undefined")).isEqualTo(true);
    assertThat(browser.count("img, main script, main style")).isZero();
    assertThat(browser.text(".question")).contains("<script>window.owned=1</script>");
    assertThat(browser.text("#cells")).contains("x".repeat(10_000)).contains(arabic);
    assertThat(browser.run("return document.documentElement.scrollWidth <= innerWidth"))
        .isEqualTo(true);
    assertThat(browser.console()).isEmpty();
  }

  @Test
  void axeFindsNothingByDayAndByNight() throws IOException {
    RunFixture few = new RunFixture("few?").lasting(20);
    for (String driver : List.of("sync", "reactive")) {
      few.cell(driver, "1", "8").cell(driver, "50", "8").cell(driver, "50", "16");
    }
    Path page = page("few", few);
    for (boolean dark : List.of(false, true)) {
      browser.dark(dark);
      browser.open(page);
      browser.run("document.querySelectorAll('details').forEach(d => { d.open = true; })");
      Object found = browser.axe();
      assertThat(found).as(dark ? "dark" : "light").isEqualTo(List.of());
    }
    browser.dark(false);
  }

  /** Real runs as they open: claims, offered load, a played plan and an estimate. */
  @Test
  void axeFindsNothingInReferenceRunsAndTheyFitAPhone() throws IOException {
    int seen = 0;
    try (Stream<Path> runs = Files.list(Path.of("results"))) {
      for (Path run : runs.sorted().toList()) {
        Path page = run.resolve("report.html");
        if (!run.toString().matches(".*(own-documents|load|played-.*|plan-mmo.*)$")) {
          continue;
        }
        browser.size(1280, 900);
        browser.open(page);
        assertThat(browser.axe()).as("%s", page).isEqualTo(List.of());
        browser.size(360, 800);
        browser.open(page);
        assertThat(browser.run("return document.documentElement.scrollWidth"))
            .as("%s", page)
            .isEqualTo(360L);
        assertThat(browser.console()).as("%s", page).isEmpty();
        seen++;
      }
    }
    browser.size(1280, 900);
    assertThat(seen).isGreaterThanOrEqualTo(4);
  }

  /** On a phone of 360 px no picture is wider than the screen and no figure smaller than 9 px. */
  @Test
  void matrixIsReadOnAPhoneAndOnPaper() throws IOException {
    Path page = page("matrix", RunFixture.matrix());
    browser.open(page);
    long cells = RunFixture.matrix().cells();
    for (String plot : List.of("matrix-rate", "matrix-client", "matrix-server")) {
      assertThat(points(plot)).as(plot).isEqualTo(cells).isEqualTo(rows(plot));
      assertThat(browser.count("#" + plot + "-plot .panel svg")).as(plot).isEqualTo(3);
    }
    assertThat(points("knee-inFlight")).isEqualTo(24).isEqualTo(rows("knee-inFlight"));
    assertThat(browser.count("#heat-map-plot")).as("the matrix is the better one").isZero();
    browser.size(360, 800);
    browser.open(page);
    assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(360L);
    assertThat(
            browser.run(
                "return Math.min(...Array.from(document.querySelectorAll('#matrix-section"
                    + " .panel svg text')).map(text =>"
                    + " parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"))
        .asInstanceOf(InstanceOfAssertFactories.DOUBLE)
        .isGreaterThan(9);
    assertThat(
            browser.run(
                "return Array.from(document.querySelectorAll('#matrix-section .panel svg"
                    + " .p')).filter(field => field.querySelector('text').getBBox().width >"
                    + " field.querySelector('rect').getBBox().width).length"))
        .as("no figure is wider than its field")
        .isEqualTo(0L);
    browser.size(1280, 900);
    assertThat(new String(browser.pdf(), 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
    assertThat(browser.console()).isEmpty();
  }

  @Test
  void fitsAPhoneAndPrints() {
    browser.size(390, 844);
    browser.open(usual);
    assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(390L);
    browser.size(1280, 900);
    byte[] pdf = browser.pdf();
    assertThat(new String(pdf, 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
    assertThat(pdf).hasSizeGreaterThan(50_000);
  }

  private static void wait(String condition) {
    new WebDriverWait(browser.driver(), Duration.ofSeconds(10))
        .until(driver -> Boolean.TRUE.equals(browser.run(condition)));
  }
}
