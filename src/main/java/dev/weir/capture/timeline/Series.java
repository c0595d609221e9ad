package dev.weir.capture.timeline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Closeable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The built-in samplers' files: a line is {@code {"t":ms,…,"values":{name:number}}} or a gap. */
final class Series implements Closeable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Lines lines;

  Series(Lines lines) {
    this.lines = lines;
  }

  /**
   * One line.
   *
   * @param epochMs when
   * @param head the whole line, for what stands beside the values
   * @param values null for a gap
   */
  record Line(long epochMs, JsonNode head, @Nullable Map<String, Double> values) {}

  /** The next line that makes sense, null at the end. */
  @Nullable Line next() throws IOException {
    String text;
    while ((text = lines.next()) != null) {
      if (text.isBlank()) {
        continue;
      }
      JsonNode line;
      try {
        line = JSON.readTree(text);
      } catch (JsonProcessingException e) {
        lines.problem("no JSON: " + Problems.quote(text));
        continue;
      }
      if (line == null || !line.path("t").canConvertToLong() || !line.path("t").isNumber()) {
        lines.problem("no time: " + Problems.quote(text));
      } else if (line.has("gap")) {
        return new Line(line.get("t").asLong(), line, null);
      } else if (line.path("values").isObject()) {
        Map<String, Double> values = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> value : line.get("values").properties()) {
          double number = value.getValue().asDouble(Double.NaN);
          if (value.getValue().isNumber() && Double.isFinite(number)) {
            values.put(value.getKey(), number);
          }
        }
        return new Line(line.get("t").asLong(), line, values);
      } else {
        lines.problem("no values: " + Problems.quote(text));
      }
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
