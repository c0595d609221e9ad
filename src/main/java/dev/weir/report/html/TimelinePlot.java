package dev.weir.report.html;

import dev.weir.record.Span;
import dev.weir.report.CellSet;
import dev.weir.report.Digits;
import dev.weir.report.Table;
import dev.weir.report.html.TimelineTracks.Line;
import dev.weir.report.html.TimelineTracks.Track;
import dev.weir.report.html.picture.Axis;
import dev.weir.report.html.picture.LinePath;
import dev.weir.report.html.picture.Svg;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Server, processors and disk over the time of the run, with trials and checkpoints. */
final class TimelinePlot {
  private static final double WIDTH = 960;
  private static final double LEFT = 62;
  private static final double RIGHT = 12;
  private static final double HEAD = 24;
  private static final double TRACK = 92;
  private static final double FOOT = 30;
  private static final int[] STEPS = {
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400
  };
  private static final int MOST_TICKS = 10;
  private static final DateTimeFormatter SECONDS = clock("HH:mm:ss");
  private static final DateTimeFormatter STAMP = clock("yyyy-MM-dd'T'HH:mm:ss'Z'");

  private final Timeline timeline;
  private final List<Track> tracks;
  private final CellSet cells;

  TimelinePlot(Timeline timeline, List<Track> tracks, CellSet cells) {
    this.timeline = timeline;
    this.tracks = tracks;
    this.cells = cells;
  }

  private static DateTimeFormatter clock(String pattern) {
    return DateTimeFormatter.ofPattern(pattern).withZone(ZoneOffset.UTC);
  }

  List<PlotView> views() {
    if (tracks.isEmpty() || timeline.slices() < 2) {
      return List.of();
    }
    String lead =
        String.format(
            Locale.ROOT,
            "Slices of %s s: the line is their mean, the pale band their least and most. Shaded:"
                + " measured spans of trials, red if invalid. Dashed: checkpoints. Times are UTC.",
            Digits.plain(timeline.sliceMillis() / 1e3));
    return List.of(
        PlotView.of(
                "timeline",
                "The run second by second",
                lead,
                List.of(),
                List.of(new PlotView.Panel("", draw())),
                table())
            .spread());
  }

  private double at(long millis) {
    double whole = timeline.sliceMillis() * timeline.slices();
    double share = (millis - timeline.fromMillis()) / whole;
    return LEFT + Math.min(1, Math.max(0, share)) * (WIDTH - LEFT - RIGHT);
  }

  private String draw() {
    double height = tracks.size() * (HEAD + TRACK) + FOOT;
    Svg svg = new Svg(WIDTH, height, "timeline", "Server, processors and disk over time");
    svg.open("defs").open("clipPath", "id", "timeline-clip");
    svg.empty("rect", "x", LEFT, "y", 0, "width", WIDTH - LEFT - RIGHT, "height", height);
    svg.close().close();
    String valid = bands(true);
    String invalid = bands(false);
    for (int i = 0; i < tracks.size(); i++) {
      draw(svg, tracks.get(i), i * (HEAD + TRACK), valid, invalid);
    }
    time(svg, height - FOOT);
    return svg.end();
  }

  /** A path of boxes over the measured spans, as high as a track. */
  private String bands(boolean valid) {
    StringBuilder path = new StringBuilder();
    cells.all().stream()
        .flatMap(cell -> cell.trials().stream())
        .filter(trial -> trial.valid() == valid)
        .flatMap(trial -> trial.measuredSpans().stream())
        .forEach(span -> band(path, span));
    return path.toString();
  }

  private void band(StringBuilder path, Span span) {
    double from = at(span.fromMillis());
    double to = at(span.toMillis());
    if (to > from) {
      path.append('M').append(Svg.number(from)).append(" 0h").append(Svg.number(to - from));
      path.append('v')
          .append(Svg.number(TRACK))
          .append('h')
          .append(Svg.number(from - to))
          .append('z');
    }
  }

  private void draw(Svg svg, Track track, double top, String valid, String invalid) {
    svg.text("text", track.title(), "class", "h", "x", LEFT, "y", top + 16);
    double x = WIDTH - RIGHT;
    for (int i = track.lines().size() - 1; track.lines().size() > 1 && i >= 0; i--) {
      String name = track.lines().get(i).name();
      svg.open("text", "class", "e", "x", x, "y", top + 16);
      svg.text("tspan", "━━", "class", "k s" + i).text("tspan", name, "dx", 6).close();
      x -= name.length() * 7.8 + 48;
    }
    double most =
        track.lines().stream()
            .mapToDouble(line -> line.slices().most() * line.factor())
            .max()
            .orElse(1);
    Axis axis = Axis.fromZero(most, top + HEAD + TRACK - 4, top + HEAD, 3);
    for (Axis.Tick tick : axis.ticks()) {
      double y = axis.at(tick.figure());
      svg.empty(
          "path", "class", "g", "d", "M" + LEFT + " " + Svg.number(y) + "H" + (WIDTH - RIGHT));
      svg.text("text", tick.label(), "class", "e", "x", LEFT - 7, "y", y + 4.5);
    }
    svg.open("g", "clip-path", "url(#timeline-clip)").open("g", "class", "x");
    String down = "translate(0 " + Svg.number(top + HEAD - 4) + ")";
    svg.empty("path", "class", "band", "transform", down, "d", valid);
    svg.empty("path", "class", "band wrong", "transform", down, "d", invalid);
    StringBuilder marks = new StringBuilder();
    for (long checkpoint : timeline.checkpoints()) {
      marks.append('M').append(Svg.number(at(checkpoint))).append(" 0v").append(Svg.number(TRACK));
    }
    svg.empty("path", "class", "checkpoint", "transform", down, "d", marks);
    for (int i = 0; i < track.lines().size(); i++) {
      draw(svg, track.lines().get(i), axis, i);
    }
    svg.close().close();
  }

  private void draw(Svg svg, Line line, Axis axis, int style) {
    LinePath mean = new LinePath();
    LinePath range = new LinePath();
    boolean pen = false;
    int from = 0;
    for (int i = 0; i <= timeline.slices(); i++) {
      boolean known = i < timeline.slices() && !Double.isNaN(line.slices().mean(i));
      if (known) {
        from = pen ? from : i;
        draw(mean, pen, i, line.slices().mean(i) * line.factor(), axis);
      } else if (pen) {
        area(range, line, axis, from, i);
      }
      pen = known;
    }
    svg.empty("path", "class", "range s" + style, "d", range);
    svg.empty("path", "class", "l s" + style, "d", mean);
  }

  private void area(LinePath path, Line line, Axis axis, int from, int to) {
    for (int i = from; i < to; i++) {
      draw(path, i > from, i, line.slices().most(i) * line.factor(), axis);
    }
    for (int i = to - 1; i >= from; i--) {
      draw(path, true, i, line.slices().least(i) * line.factor(), axis);
    }
    path.close();
  }

  /**
   * @param pen whether the line goes on
   */
  private void draw(LinePath path, boolean pen, int slice, double figure, Axis axis) {
    double x = at(timeline.startOf(slice) + Math.round(timeline.sliceMillis() / 2));
    double y = axis.at(figure);
    if (pen) {
      path.line(x, y);
    } else {
      path.move(x, y);
    }
  }

  private void time(Svg svg, double y) {
    svg.open(
        "g",
        "class",
        "time",
        "data-from",
        timeline.fromMillis(),
        "data-to",
        timeline.endMillis(),
        "data-left",
        LEFT,
        "data-right",
        WIDTH - RIGHT,
        "transform",
        "translate(0 " + Svg.number(y) + ")");
    long seconds = Math.max(1, (timeline.endMillis() - timeline.fromMillis()) / 1000);
    int step =
        Arrays.stream(STEPS).filter(s -> seconds / s <= MOST_TICKS).findFirst().orElse(86_400);
    long first = Math.floorDiv(timeline.fromMillis() / 1000, step) + 1;
    for (long tick = first * step; tick * 1000 < timeline.endMillis(); tick += step) {
      double x = at(tick * 1000);
      svg.empty("path", "class", "a", "d", "M" + Svg.number(x) + " 0v5");
      if (x > LEFT + 26 && x < WIDTH - RIGHT - 26) {
        svg.text(
            "text", SECONDS.format(Instant.ofEpochSecond(tick)), "class", "m", "x", x, "y", 19);
      }
    }
    svg.close();
  }

  private Table<Integer> table() {
    List<Integer> slices = IntStream.range(0, timeline.slices()).boxed().toList();
    Table<Integer> table =
        Table.of(
                "timeline-data", "A row per slice: means, and the most where it is another", slices)
            .text("time", slice -> STAMP.format(Instant.ofEpochMilli(timeline.startOf(slice))))
            .text("label", slice -> timeline.labels().get(slice));
    for (Track track : tracks) {
      for (Line line : track.lines()) {
        String title = title(track, line);
        table.figure(title, "", slice -> line.slices().mean(slice) * line.factor());
        table.figure(title + ", most", "", slice -> most(line, slice));
      }
    }
    return table;
  }

  /** Null in a slice of one row, whose mean it is. */
  private static @Nullable Double most(Line line, int slice) {
    double most = line.slices().most(slice);
    return most == line.slices().mean(slice) ? null : Double.valueOf(most * line.factor());
  }

  private static String title(Track track, Line line) {
    return track.lines().size() == 1 ? track.title() : track.title() + ": " + line.name();
  }
}
