package dev.weir.capture.timeline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Trial boundaries of {@code marks.jsonl}; a few per trial, so all of them are held. */
final class TrialMarks {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final TreeMap<Long, String> labels = new TreeMap<>();

  private TrialMarks() {}

  static TrialMarks read(Path file, Problems problems) throws IOException {
    TrialMarks marks = new TrialMarks();
    if (!RawFile.exists(file)) {
      return marks;
    }
    try (Lines lines = Lines.of(file, problems)) {
      String line;
      while ((line = lines.next()) != null) {
        try {
          JsonNode mark = JSON.readTree(line);
          if (mark != null && mark.path("t").isIntegralNumber() && mark.path("label").isTextual()) {
            marks.labels.put(mark.get("t").asLong(), mark.get("label").asText());
            continue;
          }
          lines.problem("no mark: " + Problems.quote(line));
        } catch (JsonProcessingException e) {
          lines.problem("no JSON: " + Problems.quote(line));
        }
      }
    }
    return marks;
  }

  /** The label in force at that time, empty if none. */
  String at(long epochMs) {
    Map.Entry<Long, String> mark = labels.floorEntry(epochMs);
    return mark == null ? "" : mark.getValue();
  }
}
