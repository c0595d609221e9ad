package dev.weir.report.html.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LinePathTest {
  private static final Pattern STEP = Pattern.compile("([Ml])(-?[\\d.]+) ?(-?[\\d.]+)");

  @Test
  void stepsAreRelativeAndShort() {
    assertThat(new LinePath().move(64.2, 575.8).line(65.7, 575.74).line(67.2, 576).line(67, 570.5))
        .hasToString("M64.2 575.8l1.5-.1l1.5 .3l-.2-5.5");
    assertThat(new LinePath().move(0, 1).line(0, 1).close()).hasToString("M0 1l0 0z");
  }

  /** The last of a thousand points lies where the first would. */
  @Test
  void errorsDoNotAddUp() {
    Random random = new Random(1);
    List<double[]> points = new ArrayList<>();
    LinePath path = new LinePath();
    for (int i = 0; i < 1_000; i++) {
      double[] point = {i * 1.477, 100 * random.nextDouble()};
      points.add(point);
      if (i % 300 == 0) {
        path.move(point[0], point[1]);
      } else {
        path.line(point[0], point[1]);
      }
    }
    Matcher step = STEP.matcher(path.toString());
    double x = 0;
    double y = 0;
    for (double[] point : points) {
      assertThat(step.find()).isTrue();
      boolean moved = step.group(1).equals("M");
      x = Double.parseDouble(step.group(2)) + (moved ? 0 : x);
      y = Double.parseDouble(step.group(3)) + (moved ? 0 : y);
      assertThat(x).isCloseTo(point[0], within(0.051));
      assertThat(y).isCloseTo(point[1], within(0.051));
    }
    assertThat(step.find()).isFalse();
  }
}
