package dev.weir.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.analysis.stats.CellSummaries;
import dev.weir.record.CellRecord;
import dev.weir.record.ScalingSamples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HtmlReportTest {
  static final String HOSTILE =
      "\"><script>window.owned=1</script><img src=x onerror=window.owned=1>'{{style}} ]]>"
          + " \u202eevil &amp;";

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  private String page(RunFixture run) throws IOException {
    return HtmlReport.of(RunFixture.sources(run.write(folder)));
  }

  @Test
  void holdsSummaryPlotsAndTheirDataWithoutAnyScript() throws IOException {
    String page = page(RunFixture.usual());
    assertThat(page)
        .contains("Does it hold?", "Write with unordered bulkWrite, ", "✓ valid run")
        .contains("1 of 54 trials are invalid", "INVALID", "generator starved")
        .contains("ops/weir report results/", "c0: wider than wanted");
    for (String plot :
        List.of(
            "throughput",
            "by-batch",
            "by-inFlight",
            "bulk",
            "drivers",
            "latency",
            "heat-map",
            "utilisation",
            "timeline")) {
      assertThat(page)
          .contains("id=\"" + plot + "-plot\"")
          .contains("<table id=\"" + plot + "-data\"");
    }
    assertThat(Pattern.compile("<svg[^>]*role=\"img\"").matcher(page).results().count())
        .isGreaterThan(9);
    String body = page.substring(page.indexOf("<body>"), page.indexOf("<script>"));
    assertThat(body).doesNotContain("NaN", "Infinity", "null");
    assertThat(Pattern.compile(" id=\"([^\"]*)\"").matcher(body).results().map(id -> id.group(1)))
        .doesNotHaveDuplicates();
  }

  @Test
  void leavesOutWhatHasNoData() throws IOException {
    String page = page(new RunFixture("one?").cell("sync", "1", "8").lasting(1));
    assertThat(page)
        .contains("id=\"throughput-plot\"")
        .doesNotContain(
            "id=\"by-", "id=\"bulk-plot\"", "id=\"drivers-plot\"", "id=\"heat-map-plot\"")
        .doesNotContain("id=\"timeline-plot\"", "id=\"claims-section\"", "id=\"plan-section\"");
  }

  @Test
  void whatMoreClientsBringIsShownWhereTheirNumberVaries() throws IOException {
    Sources bare = RunFixture.sources(new RunFixture("one?").cell("sync", "1", "8").write(folder));
    List<Integer> levels = List.of(1, 2, 4);
    List<CellRecord> cells =
        CellSummaries.of(
            ScalingSamples.factors(levels),
            ScalingSamples.trials(levels, 3, (n, round) -> Math.min(n, 2) * 1000.0 + round),
            null,
            0.95);
    String page =
        HtmlReport.of(
            new Sources(
                bare.folder(),
                bare.run(),
                cells,
                Map.of(),
                Timeline.NONE,
                Map.of(),
                null,
                List.of(),
                List.of(),
                null,
                null,
                List.of()));
    assertThat(page)
        .contains("id=\"clients-section\"", "best with 2 clients [2, 2]", "knee at 2.00")
        .contains("0.998 (worst 0.998)");
    assertThat(HtmlReport.of(bare)).doesNotContain("id=\"clients-section\"");
  }

  /** The policy lets run what the page brings, by its hash, and nothing else. */
  @Test
  void policyNamesTheHashOfEachScriptAndOfTheStyle() throws Exception {
    String page = page(RunFixture.usual());
    Matcher policy =
        Pattern.compile("Content-Security-Policy\" content=\"([^\"]*)\"").matcher(page);
    assertThat(policy.find()).isTrue();
    String allowed = policy.group(1).replace("&#39;", "'").replace("&#x3D;", "=");
    assertThat(allowed).startsWith("default-src 'none'").doesNotContain("unsafe", "http");
    Matcher inline = Pattern.compile("(?s)<(style|script)>(.*?)</\\1>").matcher(page);
    int found = 0;
    while (inline.find()) {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(inline.group(2).getBytes(StandardCharsets.UTF_8));
      assertThat(allowed).contains("'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
      found++;
    }
    assertThat(found).isEqualTo(3);
    assertThat(page).doesNotContain(" style=\"").doesNotContainPattern("<[^>]+ on[a-z]+=\"");
  }

  @Test
  void hostileTextStaysText() throws IOException {
    RunFixture run =
        new RunFixture(HOSTILE)
            .with(Map.of("driver", HOSTILE, "inFlight", "1", HOSTILE, "a"))
            .with(Map.of("driver", "x".repeat(10_000), "inFlight", "8", HOSTILE, HOSTILE));
    String page = page(run);
    assertThat(page)
        .doesNotContain("<script>window.owned")
        .doesNotContain("<img")
        .contains("&lt;script&gt;window.owned=1&lt;/script&gt;");
    assertThat(page.length()).as("a long name is not repeated in pictures").isLessThan(900_000);
  }
}
