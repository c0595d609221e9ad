package dev.weir.report.html;

import java.util.List;
import java.util.Map;

/**
 * What was sampled during a run, in so few equal slices that a page can hold them, whatever the
 * run's length.
 *
 * @param fromMillis start of the first slice, UTC epoch ms
 * @param sliceMillis length of each
 * @param labels the label that held last in each slice, empty for none
 * @param checkpoints starts of checkpoints, UTC epoch ms
 * @param columns by name; none if nothing was captured
 */
public record Timeline(
    long fromMillis,
    double sliceMillis,
    List<String> labels,
    List<Long> checkpoints,
    Map<String, Slices> columns) {
  /** Nothing was captured. */
  public static final Timeline NONE = new Timeline(0, 1, List.of(), List.of(), Map.of());

  int slices() {
    return labels.size();
  }

  long endMillis() {
    return startOf(slices());
  }

  /** Start of a slice, UTC epoch ms. */
  long startOf(int slice) {
    return fromMillis + Math.round(sliceMillis * slice);
  }
}
