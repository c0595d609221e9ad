package dev.weir.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the comparison that a study cites; lists of values expand in the order written. */
final class CitedReader {
  private CitedReader() {}

  static Study.@Nullable Cited read(@Nullable YamlTree node) throws StudyException {
    if (node == null) {
      return null;
    }
    Map<String, YamlTree> keys = node.mapping("cited", List.of("as", "cells"));
    List<Map<Factor, Object>> cells = new ArrayList<>();
    for (YamlTree item : StudyReader.require(keys, node, "cells").list("cells")) {
      List<Map<Factor, Object>> expanded = List.of(Map.of());
      for (Map.Entry<String, YamlTree> entry : item.mapping("cells", Factor.names()).entrySet()) {
        Factor factor = Factor.named(entry.getKey()).orElseThrow();
        expanded = Plan.cross(expanded, factor, StudyReader.values(factor, entry.getValue()));
      }
      cells.addAll(expanded);
    }
    long drivers =
        cells.stream()
            .map(c -> c.getOrDefault(Factor.DRIVER, Factor.DRIVER.defaultValue()))
            .distinct()
            .count();
    if (drivers != 2) {
      throw node.error("'cited' compares two drivers, not " + drivers);
    }
    return new Study.Cited(StudyReader.text(keys, node, "as"), List.copyOf(cells));
  }
}
