package dev.weir.capture.timeline;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Puts timelines of consecutive sessions of one run end to end, with the columns of all. */
public final class TimelineJoin {
  private TimelineJoin() {}

  /**
   * Writes {@code target}, which may be one of the sources. A line at a time: memory does not grow
   * with the run.
   *
   * @param sources timelines in the order of their time
   */
  public static void write(List<Path> sources, Path target) throws IOException {
    Set<String> union = new LinkedHashSet<>();
    for (Path source : sources) {
      union.addAll(header(source));
    }
    List<String> columns = new ArrayList<>(union);
    Path draft = target.resolveSibling(target.getFileName() + ".tmp");
    try {
      try (BufferedWriter out = Files.newBufferedWriter(draft, StandardCharsets.UTF_8)) {
        out.write(String.join(",", columns));
        out.newLine();
        for (Path source : sources) {
          copy(source, columns, out);
        }
      }
      Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static List<String> header(Path source) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(source, StandardCharsets.UTF_8)) {
      String line = in.readLine();
      return line == null ? List.of() : fields(line);
    }
  }

  private static void copy(Path source, List<String> columns, BufferedWriter out)
      throws IOException {
    try (BufferedReader in = Files.newBufferedReader(source, StandardCharsets.UTF_8)) {
      String first = in.readLine();
      List<Integer> places =
          first == null ? List.of() : fields(first).stream().map(columns::indexOf).toList();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] row = new String[columns.size()];
        Arrays.fill(row, "");
        List<String> fields = fields(line);
        for (int i = 0; i < Math.min(fields.size(), places.size()); i++) {
          row[places.get(i)] = fields.get(i);
        }
        out.write(String.join(",", row));
        out.newLine();
      }
    }
  }

  /** Fields as they stand, quotes and all (RFC 4180). */
  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    boolean quoted = false;
    int start = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        quoted = !quoted; // a doubled quote toggles twice
      } else if (c == ',' && !quoted) {
        fields.add(line.substring(start, i));
        start = i + 1;
      }
    }
    fields.add(line.substring(start));
    return fields;
  }
}
