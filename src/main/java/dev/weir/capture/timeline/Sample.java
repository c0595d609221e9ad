package dev.weir.capture.timeline;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one sampler said at one moment, under the timeline's column names.
 *
 * @param epochMs UTC epoch milliseconds on the clock of the sampler's host
 * @param numbers finite values by column
 * @param texts words by column, such as a member's state
 */
public record Sample(long epochMs, Map<String, Double> numbers, Map<String, String> texts) {
  static Sample at(long epochMs) {
    return new Sample(epochMs, new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  boolean isEmpty() {
    return numbers.isEmpty() && texts.isEmpty();
  }
}
