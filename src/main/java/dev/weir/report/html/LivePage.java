package dev.weir.report.html;

import com.samskivert.mustache.Mustache;
import dev.weir.record.Interval;
import dev.weir.report.CellSet;
import dev.weir.report.Table;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The page of a run that goes on: how far it is, the last figures, what was written over time, and
 * who else uses the host. With scripts it renews its middle; without, the browser asks again.
 */
public final class LivePage {
  private LivePage() {}

  /**
   * What is shown.
   *
   * @param title name of what is run
   * @param question what it is to answer; may be empty
   * @param badges facts of a few words each
   * @param done trials that ended
   * @param expected trials in all, as far as is known; 0 if nobody knows
   * @param progress how far it is, and the time left, in words
   * @param now what is at work, with its rate, in a sentence
   * @param host who else uses the host, in a sentence
   * @param disturbed whether that is too much
   * @param figures of the cells with a trial
   * @param timeline what was sampled so far
   * @param lines what happened last, the newest first
   * @param over whether it has ended without a report
   */
  public record State(
      String title,
      String question,
      List<String> badges,
      int done,
      int expected,
      String progress,
      String now,
      String host,
      boolean disturbed,
      List<Figures> figures,
      LiveTimeline timeline,
      List<String> lines,
      boolean over) {}

  /**
   * A cell as it is known so far.
   *
   * @param last documents/s of its last valid trial; null without one
   * @param mean over its valid trials; null without one
   */
  public record Figures(
      String cell, int valid, int invalid, @Nullable Double last, @Nullable Interval mean) {}

  /** The whole page as HTML, to be sent as UTF-8. */
  public static String html(State state) {
    String style = Page.resource("report.css");
    String script = Page.resource("live.js");
    Map<String, Object> model = model(state);
    model.put("style", style);
    model.put("script", script);
    model.put(
        "policy",
        "default-src 'none'; connect-src 'self'; img-src data:; base-uri 'none'; form-action"
            + " 'none'; style-src "
            + Page.hash(style)
            + "; script-src "
            + Page.hash(script));
    return template("live.mustache", model);
  }

  /** What of the page changes, to replace what is in its {@code main}. */
  public static String middle(State state) {
    return template("live-main.mustache", model(state));
  }

  private static Map<String, Object> model(State state) {
    Timeline timeline = state.timeline().timeline();
    List<PlotView> plots =
        new TimelinePlot(timeline, LiveTimeline.tracks(timeline), new CellSet(List.of())).views();
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("state", state);
    model.put("known", state.expected() > 0);
    model.put("plots", plots);
    model.put("hasFigures", !state.figures().isEmpty());
    model.put("figures", DataTable.of(table(state.figures())));
    model.put("hasLines", !state.lines().isEmpty());
    return model;
  }

  private static Table<Figures> table(List<Figures> figures) {
    return Table.of("figures", "A row per cell, so far", figures)
        .text("cell", Figures::cell)
        .figure("last documents/s", "", Figures::last)
        .interval("mean documents/s", Figures::mean)
        .count("valid trials", Figures::valid)
        .count("invalid", Figures::invalid);
  }

  private static String template(String name, Map<String, Object> model) {
    return Mustache.compiler()
        .escapeHTML(true)
        .withLoader(part -> new StringReader(Page.resource(part + ".mustache")))
        .compile(Page.resource(name))
        .execute(model);
  }
}
