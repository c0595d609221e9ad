package dev.weir.report.html.picture;

import dev.weir.report.Labels;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A heat map: one field per pair of values, its figure in it, its colour by size. */
public final class GridPicture {
  /** Colours from least to most; the style sheet has one class for each. */
  static final int SHADES = 8;

  private static final double WIDTH = 480;
  private static final double WIDE = 960;
  private static final double ROW = 30;

  /** Of fields with two lines. */
  private static final double TWO_LINES = 46;

  private static final double LINE = 18;
  private static final double LETTER = 7;

  /** Names of rows grow on a phone, and must not be cut there. */
  private static final double ROW_LETTER = 8.2;

  /**
   * @param cell number of its cell
   * @param share 0 for the least, 1 for the most
   * @param text its figure; a second line may follow a line break
   * @param words what a reader sees who points at it
   */
  public record Field(int cell, double share, String text, String words) {
    boolean isOfTwoLines() {
      return text.indexOf('\n') >= 0;
    }
  }

  private final String xTitle;
  private final List<String> xs;
  private final List<String> ys;

  private final double room;

  private GridPicture(double room, String xTitle, List<String> xs, List<String> ys) {
    this.room = room;
    this.xTitle = xTitle;
    this.xs = xs;
    this.ys = ys;
  }

  public static GridPicture of(String xTitle, List<String> xs, List<String> ys) {
    return new GridPicture(WIDTH, xTitle, xs, ys);
  }

  /** Whether all of them can be written over the columns. */
  public static boolean fits(List<String> xs) {
    int longest = xs.stream().mapToInt(String::length).max().orElse(0);
    return longest * LETTER < WIDTH * 0.75 / Math.max(1, xs.size());
  }

  /** Over the page's whole width. */
  public static GridPicture wide(String xTitle, List<String> xs, List<String> ys) {
    return new GridPicture(WIDE, xTitle, xs, ys);
  }

  /** Fields row by row, top first; null where there is no figure. */
  public String draw(String label, List<List<@Nullable Field>> rows) {
    int longest = ys.stream().mapToInt(String::length).max().orElse(0);
    double left = Math.min(room * 0.46, longest * ROW_LETTER + 10);
    double top = xTitle.isEmpty() ? 26 : 44;
    double width = (room - left - 2) / xs.size();
    boolean two =
        rows.stream().flatMap(List::stream).anyMatch(any -> any != null && any.isOfTwoLines());
    double height = two ? TWO_LINES : ROW;
    Svg svg = new Svg(room, top + ys.size() * height + 4, "grid", label);
    if (!xTitle.isEmpty()) {
      svg.text("text", xTitle, "class", "m t", "x", left + (room - left) / 2, "y", 14);
    }
    int most = (int) Math.max(3, width / LETTER);
    for (int i = 0; i < xs.size(); i++) {
      String text = Labels.brief(xs.get(i), most);
      svg.text("text", text, "class", "m", "x", left + (i + 0.5) * width, "y", top - 8);
    }
    for (int i = 0; i < ys.size(); i++) {
      double y = top + i * height;
      String text = Labels.brief(ys.get(i), (int) (left / LETTER));
      svg.text("text", text, "class", "e", "x", left - 8, "y", y + height / 2 + 5);
      for (int j = 0; j < xs.size(); j++) {
        Field field = rows.get(i).get(j);
        if (field != null) {
          draw(svg, field, left + j * width, y, width, height);
        }
      }
    }
    return svg.end();
  }

  private static void draw(Svg svg, Field field, double x, double y, double width, double height) {
    int shade = (int) Math.min(SHADES - 1, Math.max(0, field.share() * SHADES));
    svg.open(
        "g",
        "class",
        "p q" + shade,
        "data-c",
        field.cell(),
        "data-x",
        x + width / 2,
        "data-y",
        y + height / 2);
    svg.empty("rect", "x", x + 1, "y", y + 1, "width", width - 2, "height", height - 2, "rx", 3);
    String[] lines = field.text().split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      double line = y + height / 2 + 5 + (i - (lines.length - 1) / 2.0) * LINE;
      svg.text("text", lines[i], "class", "m", "x", x + width / 2, "y", line);
    }
    svg.text("title", field.words()).close();
  }
}
