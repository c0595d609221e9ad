package dev.weir.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;

/** Headless Chromium with a page of ours: what it shows, what it complains of, what it asks for. */
public final class Browser implements AutoCloseable {
  private static final Pattern REQUEST =
      Pattern.compile(
          "\"method\":\"Network.requestWillBeSent\".*?\"request\":\\{.*?\"url\":\"([^\"]*)\"");

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /**
   * Starts Chromium from the PATH. Without one the test is skipped and says so, unless
   * WEIR_REQUIRE_BROWSER is 1.
   */
  public static Browser start(Path downloads) {
    Optional<Path> chromium = onPath("chromium");
    Optional<Path> server = onPath("chromedriver");
    if (chromium.isEmpty() || server.isEmpty()) {
      String missing = "no chromium and chromedriver on PATH (Debian: chromium, chromium-driver)";
      assertThat(System.getenv("WEIR_REQUIRE_BROWSER")).as(missing).isNotEqualTo("1");
      Assumptions.abort(missing);
    }
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.orElseThrow().toFile());
    options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars");
    options.addArguments(
        "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking");
    options.setCapability("goog:loggingPrefs", Map.of("browser", "ALL", "performance", "ALL"));
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(server.orElseThrow().toFile())
            .withSilent(true)
            .build();
    ChromeDriver driver = new ChromeDriver(service, options);
    driver.executeCdpCommand(
        "Browser.setDownloadBehavior",
        Map.of("behavior", "allow", "downloadPath", downloads.toString()));
    return new Browser(driver);
  }

  private static Optional<Path> onPath(String program) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Arrays.stream(path.split(File.pathSeparator))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  public ChromeDriver driver() {
    return driver;
  }

  /** Opens a page of the disk, forgetting what was logged before. */
  public void open(Path page) {
    console();
    requests();
    driver.get(page.toUri().toString());
  }

  /** Opens an address, forgetting what was logged before. */
  public void open(String address) {
    console();
    requests();
    driver.get(address);
  }

  public @Nullable Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  public long count(String selector) {
    Object found = run("return document.querySelectorAll(arguments[0]).length", selector);
    return (Long) Objects.requireNonNull(found);
  }

  public String text(String selector) {
    return String.valueOf(run("return document.querySelector(arguments[0]).textContent", selector));
  }

  /** What the console holds since last asked. */
  public List<String> console() {
    return driver.manage().logs().get("browser").getAll().stream().map(LogEntry::toString).toList();
  }

  /** Addresses asked for since last asked. */
  public List<String> requests() {
    return driver.manage().logs().get("performance").getAll().stream()
        .map(entry -> REQUEST.matcher(entry.getMessage()))
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .toList();
  }

  public void dark(boolean dark) {
    media("prefers-color-scheme", dark ? "dark" : "light");
  }

  private void media(String feature, String value) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", feature, "value", value))));
  }

  public void size(int width, int height) {
    driver.manage().window().setSize(new Dimension(width, height));
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
  }

  /** The page as PDF, as its print style wants it. */
  public byte[] pdf() {
    Map<String, Object> printed = driver.executeCdpCommand("Page.printToPDF", Map.of());
    return Base64.getDecoder().decode(String.valueOf(printed.get("data")));
  }

  public void screenshot(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
  }

  /** What axe finds wrong with the page that is open, a line each. */
  public Object axe() throws IOException {
    driver.manage().timeouts().scriptTimeout(Duration.ofMinutes(2));
    try (InputStream in = Browser.class.getResourceAsStream("/axe.min.js")) {
      run(new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8));
    }
    return Objects.requireNonNull(
        driver.executeAsyncScript(
            "const done = arguments[0]; axe.run().then(r => done(r.violations.map(v => v.id + ': '"
                + " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 200) + ' ' +"
                + " n.failureSummary).join(' | '))))"));
  }

  @Override
  public void close() {
    driver.quit();
  }
}
