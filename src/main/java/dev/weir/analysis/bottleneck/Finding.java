package dev.weir.analysis.bottleneck;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one rule found.
 *
 * @param resource what it names, null if nothing
 * @param evidence lines with figures
 * @param missing what it would have needed and was not measured
 */
record Finding(@Nullable Resource resource, List<String> evidence, List<String> missing) {
  private static final Finding NOTHING = new Finding(null, List.of(), List.of());

  static Finding named(Resource resource, String... evidence) {
    return new Finding(resource, List.of(evidence), List.of());
  }

  static Finding nothing() {
    return NOTHING;
  }

  static Finding lacks(String... missing) {
    return new Finding(null, List.of(), List.of(missing));
  }

  static Finding lacks(List<String> missing) {
    return new Finding(null, List.of(), List.copyOf(missing));
  }
}
