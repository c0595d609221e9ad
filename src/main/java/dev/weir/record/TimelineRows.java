package dev.weir.record;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a run's {@code timeline.csv} says about stretches of its time. Reads a row at a time. */
public final class TimelineRows {
  /**
   * A row describes the second before its stamp; as load runs before the measured span too, in the
   * same state, half of that second may lie before it.
   */
  private static final long BEFORE_MILLIS = 500;

  /** Samples are stamped a few ms after the second, and load stops with the span. */
  private static final long AFTER_MILLIS = 100;

  private static final long ROW_MILLIS = 1_000;
  private static final int LABELS = 2;
  private static final Pattern NUMBER = Pattern.compile("-?[0-9.]+");

  private static final String FILE = "timeline.csv";

  private TimelineRows() {}

  /** A run's timeline: the plain file, or the compressed one if that is what there is. */
  public static Path of(RunFolder folder) {
    Path plain = folder.file(RunFolder.CAPTURE).resolve(FILE);
    Path compressed = plain.resolveSibling(FILE + Compressed.END);
    return !Files.exists(plain) && Files.exists(compressed) ? compressed : plain;
  }

  /** Opens a timeline, plain or compressed. */
  public static BufferedReader open(Path csv) throws IOException {
    return new BufferedReader(
        new InputStreamReader(Compressed.open(csv), StandardCharsets.UTF_8.newDecoder()));
  }

  /**
   * The rows of one span.
   *
   * @param rows how many
   * @param means by column, over the rows that have a value there; columns without any are left out
   * @param least the smallest value by column
   */
  public record Figures(int rows, Map<String, Double> means, Map<String, Double> least) {
    public static final Figures NONE = new Figures(0, Map.of(), Map.of());

    public @Nullable Double mean(String column) {
      return means.get(column);
    }

    public @Nullable Double least(String column) {
      return least.get(column);
    }

    /** Figures of several spans as those of one: each span counts by its rows. */
    public static Figures together(Collection<Figures> spans) {
      int rows = 0;
      Map<String, Double> sums = new LinkedHashMap<>();
      Map<String, Integer> weights = new LinkedHashMap<>();
      Map<String, Double> least = new LinkedHashMap<>();
      for (Figures span : spans) {
        rows += span.rows;
        span.means.forEach(
            (column, mean) -> {
              sums.merge(column, mean * span.rows, Double::sum);
              weights.merge(column, span.rows, Integer::sum);
            });
        span.least.forEach((column, value) -> least.merge(column, value, Math::min));
      }
      sums.replaceAll((column, sum) -> sum / weights.getOrDefault(column, 1));
      return rows == 0 ? NONE : new Figures(rows, sums, least);
    }

    /** Columns of that ending. */
    public List<String> columns(String suffix) {
      return means.keySet().stream().filter(column -> column.endsWith(suffix)).toList();
    }
  }

  /**
   * The figures of a trial's measured spans together.
   *
   * @param figures as {@link #read} gives them for each of these spans
   */
  public static Figures measured(Map<Span, Figures> figures, TrialRecord trial) {
    return Figures.together(
        trial.measuredSpans().stream()
            .map(span -> figures.getOrDefault(span, Figures.NONE))
            .toList());
  }

  /**
   * Figures of each span; {@link Figures#NONE} for one without rows.
   *
   * @throws IOException if the file can't be read or is no timeline
   */
  public static Map<Span, Figures> read(Path csv, Collection<Span> spans) throws IOException {
    Map<Span, Sums> sums = new LinkedHashMap<>();
    spans.forEach(span -> sums.put(span, new Sums()));
    try (BufferedReader in = open(csv)) {
      String header = in.readLine();
      if (header == null || !header.startsWith("epoch_ms,")) {
        throw new IOException(csv + " is no timeline: its first column must be epoch_ms");
      }
      List<String> columns = fields(header);
      String line;
      while ((line = in.readLine()) != null) {
        take(line, columns, sums);
      }
    } catch (NumberFormatException e) {
      throw new IOException(csv + " is no timeline: " + e.getMessage(), e);
    }
    Map<Span, Figures> figures = new LinkedHashMap<>();
    sums.forEach((span, sum) -> figures.put(span, sum.figures()));
    return figures;
  }

  private static boolean holds(Span span, long stamp) {
    return stamp - ROW_MILLIS + BEFORE_MILLIS >= span.fromMillis()
        && stamp <= span.toMillis() + AFTER_MILLIS;
  }

  private static void take(String line, List<String> columns, Map<Span, Sums> sums) {
    int comma = line.indexOf(',');
    if (comma < 0) {
      return; // cut off by a full disk
    }
    long stamp = Long.parseLong(line.substring(0, comma));
    List<String> fields = null;
    for (Map.Entry<Span, Sums> entry : sums.entrySet()) {
      if (holds(entry.getKey(), stamp)) {
        fields = fields == null ? fields(line) : fields;
        entry.getValue().add(columns, fields);
      }
    }
  }

  /** Fields of a line by RFC 4180; a field never holds a line break here. */
  public static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        boolean doubled = quoted && i + 1 < line.length() && line.charAt(i + 1) == '"';
        if (doubled) {
          field.append(c);
          i++;
        } else {
          quoted = !quoted;
        }
      } else if (c == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }

  private static final class Sums {
    private final Map<String, Double> sum = new LinkedHashMap<>();
    private final Map<String, Integer> count = new LinkedHashMap<>();
    private final Map<String, Double> least = new LinkedHashMap<>();
    private int rows;

    void add(List<String> columns, List<String> fields) {
      rows++;
      for (int i = LABELS; i < Math.min(columns.size(), fields.size()); i++) {
        Double value = number(fields.get(i));
        if (value != null) {
          sum.merge(columns.get(i), value, Double::sum);
          count.merge(columns.get(i), 1, Integer::sum);
          least.merge(columns.get(i), value, Math::min);
        }
      }
    }

    /** Mongostat's text columns are none. */
    private static @Nullable Double number(String text) {
      if (text.isEmpty() || !NUMBER.matcher(text).matches()) {
        return null;
      }
      try {
        return Double.valueOf(text);
      } catch (NumberFormatException e) {
        return null; // an address or a version
      }
    }

    Figures figures() {
      Map<String, Double> means = new LinkedHashMap<>();
      sum.forEach((column, total) -> means.put(column, total / count.getOrDefault(column, 1)));
      return rows == 0 ? Figures.NONE : new Figures(rows, means, least);
    }
  }
}
