package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.Samples;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LiveServerTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final LiveRun run = new LiveRun(Clock.systemUTC());

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @SuppressWarnings("NullAway.Init")
  private LiveServer server;

  @BeforeEach
  void start() throws Exception {
    server = LiveServer.start(run, Clock.systemUTC());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private HttpResponse<String> get(String address) throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void showsTheRunAsItGoesOn() throws Exception {
    run.started(Samples.run(), Path.of("results/20260102T030405Z-sample"));
    run.roundStarted(1, 3);
    run.rate("sync_single", 1_234);
    run.trialEnded(Samples.trial("sync_single", 1, 100, List.of()), 1, 3);
    run.trialEnded(Samples.trial("sync_single", 2, 5, List.of("<b>stalled</b>")), 2, 3);
    HttpResponse<String> page = get(server.address());
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body())
        .contains("why?", "MongoDB 6.0.5, rs1", "Now: sync_single, 1,234 documents/s.")
        .contains("2 trials have ended.", "<td class=\"t\">sync_single", "http-equiv=\"refresh\"")
        .contains("sync_single: INVALID: &lt;b&gt;stalled")
        .doesNotContain("<b>stalled");
    HttpResponse<String> middle = get(server.address() + "live");
    assertThat(middle.headers().firstValue("Weir-Ended")).isEmpty();
    assertThat(middle.body()).contains("Now: sync_single").doesNotContain("<html");
  }

  @Test
  void tellsNobodyElseAnything() throws Exception {
    String root = server.address().replaceFirst("/[0-9a-f]{32}/$", "/");
    assertThat(server.address()).matches("http://127\\.0\\.0\\.1:\\d+/[0-9a-f]{32}/");
    assertThat(get(root).statusCode()).isEqualTo(404);
    assertThat(get(root + "0".repeat(32) + "/").statusCode()).isEqualTo(404);
    assertThat(get(server.address() + "../run.json").statusCode()).isEqualTo(404);
    HttpRequest post =
        HttpRequest.newBuilder(URI.create(server.address()))
            .POST(HttpRequest.BodyPublishers.ofString("x"))
            .build();
    assertThat(CLIENT.send(post, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(405);
  }

  @Test
  void thePageIsTheReportInTheEnd() throws Exception {
    Path report = Files.writeString(folder.resolve("report.html"), "<p>the report</p>");
    server.ended(report);
    assertThat(get(server.address() + "live").headers().firstValue("Weir-Ended")).hasValue("true");
    assertThat(get(server.address()).body()).isEqualTo("<p>the report</p>");
  }

  @Test
  void aRunThatBreaksSaysSo() throws Exception {
    run.over();
    assertThat(get(server.address()).body())
        .contains("ended without a report")
        .doesNotContain("http-equiv=\"refresh\"");
    server.ended(folder.resolve("none")); // nobody waits for it in vain
    assertThat(get(server.address() + "live").statusCode()).isEqualTo(200);
  }
}
