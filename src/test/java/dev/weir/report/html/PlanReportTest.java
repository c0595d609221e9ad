package dev.weir.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.capacity.PlanAnswer;
import dev.weir.capacity.PlanFile;
import dev.weir.capacity.PlayedRun;
import dev.weir.capacity.SamplePlans;
import dev.weir.record.RunFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanReportTest {
  private static final List<String> PLOTS = List.of("limits", "load", "loss");

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @Test
  void aPlanIsAPageWithItsPicturesAndEveryFigure() throws Exception {
    PlanAnswer plan = SamplePlans.shard(folder.resolve("x-capacity"));
    String page = PlanReport.of(plan);
    PLOTS.forEach(
        plot ->
            assertThat(page)
                .contains("id=\"plan-" + plot + "-plot\"", "<table id=\"plan-" + plot + "-data\""));
    assertThat(page)
        .contains(
            "x-capacity", "every target holds", "MongoDB 6 rs1, 2 cores shared with the load");
    plan.figures()
        .forEach(
            figure ->
                assertThat(page)
                    .containsPattern("<td class=\"t( s)?\">" + Pattern.quote(figure.name())));
    plan.limits().forEach(limit -> assertThat(page).contains(limit.name()));
    String body = page.substring(page.indexOf("<body>"), page.indexOf("<script>"));
    assertThat(body).doesNotContain("NaN", "Infinity", "null");
  }

  @Test
  void whatDoesNotHoldIsToldFirst() throws Exception {
    PlanAnswer plan =
        SamplePlans.shard(folder.resolve("x"), "flush:", "host: {oplog: 1GB}\nmembers: 2\nflush:");
    assertThat(plan.unmet()).isNotEmpty();
    assertThat(PlanReport.of(plan)).contains("✗ a target does not hold", plan.unmet().get(0));
  }

  @Test
  void thePageOfAPlayedPlanBeginsWithItsAnswer() throws Exception {
    RunFolder run = RunFixture.usual().write(folder);
    assertThat(HtmlReport.of(RunFixture.sources(run))).doesNotContain("id=\"played");
    run.write(PlayedRun.NAME, SamplePlans.played());
    String page = HtmlReport.of(RunFixture.sources(run));
    assertThat(page)
        .containsSubsequence(
            "It holds: 20,000 players",
            "At most 40,000 players held",
            "First to give way, at 50,000 players",
            "id=\"played-times-plot\"",
            "id=\"played-limits-plot\"",
            "id=\"played-loads\"",
            "id=\"played-what-if\"",
            "id=\"throughput");
    assertThat(page).contains("not reached");
    String body = page.substring(page.indexOf("<body>"), page.indexOf("<script>"));
    assertThat(body).doesNotContain("NaN", "Infinity");
  }

  @Test
  void theReportOfARunShowsThePlansThatRestOnIt() throws Exception {
    RunFolder run = RunFixture.usual().write(folder);
    PlanFile.write(folder, SamplePlans.shard(run.path()));
    PlanFile.write(folder, SamplePlans.shard(run.path(), "shard", "zone", "20_000", "30_000"));
    PlanFile.write(folder, SamplePlans.shard(folder.resolve("another"), "shard", "not-mine"));
    String page = HtmlReport.of(RunFixture.sources(run));
    assertThat(page)
        .contains("Plan shard, estimated", "Plan zone, estimated")
        .doesNotContain("not-mine");
    for (String id : List.of("plan", "plan2")) {
      PLOTS.forEach(plot -> assertThat(page).contains("id=\"" + id + "-" + plot + "-plot\""));
    }
    String body = page.substring(page.indexOf("<body>"), page.indexOf("<script>"));
    assertThat(Pattern.compile(" id=\"([^\"]*)\"").matcher(body).results().map(id -> id.group(1)))
        .doesNotHaveDuplicates();
  }
}
