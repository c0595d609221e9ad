package dev.weir.report.html;

import dev.weir.record.CellRecord;
import dev.weir.record.Compressed;
import dev.weir.record.Percentiles;
import dev.weir.record.RunFolder;
import dev.weir.record.TrialRecord;
import dev.weir.report.ResponseTimes;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The latency logs of a run: {@code <cell>.hlog}, and of offered load {@code <cell>-response.hlog}
 * or {@code <cell>-<operation>.hlog} and {@code <cell>-<operation>-response.hlog}. Each may be
 * compressed.
 */
final class LatencyLogs {
  private static final String LOG = ".hlog";
  private static final String RESPONSE = "-" + LatencyCurve.RESPONSE;

  /** How late calls began: part of the response times. */
  private static final String LAG = "start-lag";

  private static final Comparator<LatencyCurve> ORDER =
      Comparator.comparing(LatencyCurve::operation)
          .thenComparing(LatencyCurve::kind, Comparator.reverseOrder());

  private final Map<String, CellRecord> cells = new HashMap<>();
  private final Map<String, List<LatencyCurve>> curves = new LinkedHashMap<>();

  private LatencyLogs(List<CellRecord> cells) {
    for (CellRecord cell : cells) {
      this.cells.put(cell.id(), cell);
      curves.put(cell.id(), new ArrayList<>());
    }
  }

  /**
   * Curves by cell id: operations by name, service times before response times; none for a cell
   * without logs.
   *
   * @throws IOException if a log can't be read; one line says which
   */
  static Map<String, List<LatencyCurve>> read(RunFolder folder, List<CellRecord> cells)
      throws IOException {
    LatencyLogs logs = new LatencyLogs(cells);
    Path latency = folder.file(RunFolder.LATENCY);
    if (Files.isDirectory(latency)) {
      try (DirectoryStream<Path> files =
          Files.newDirectoryStream(latency, "*" + LOG + "{," + Compressed.END + "}")) {
        for (Path file : files) {
          logs.add(file);
        }
      }
    }
    logs.curves.values().forEach(list -> list.sort(ORDER));
    return logs.curves;
  }

  /** The response times of all curves, in their order. */
  static List<ResponseTimes> responses(Map<String, List<LatencyCurve>> curves) {
    List<ResponseTimes> responses = new ArrayList<>();
    curves.forEach(
        (cell, all) -> {
          for (LatencyCurve curve : all) {
            Percentiles micros = curve.percentiles();
            if (curve.isResponse() && micros != null) {
              responses.add(new ResponseTimes(cell, curve.operation(), micros));
            }
          }
        });
    return responses;
  }

  private void add(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    name = name.substring(0, name.lastIndexOf(LOG));
    // A cell's own id may hold hyphens, so the longest that fits is meant.
    String id = name;
    while (!cells.containsKey(id)) {
      int hyphen = id.lastIndexOf('-');
      if (hyphen < 0) {
        return;
      }
      id = id.substring(0, hyphen);
    }
    CellRecord cell = cells.get(id);
    List<LatencyCurve> own = curves.get(id);
    String rest = name.substring(id.length());
    if (cell == null || own == null || rest.equals("-" + LAG)) {
      return;
    }
    boolean response = rest.endsWith(RESPONSE);
    String operation = response ? rest.substring(0, rest.length() - RESPONSE.length()) : rest;
    own.addAll(
        LatencyCurve.read(
            file,
            operation.startsWith("-") ? operation.substring(1) : operation,
            response ? LatencyCurve.RESPONSE : LatencyCurve.SERVICE,
            invalid(cell)));
  }

  private static Set<Integer> invalid(CellRecord cell) {
    return cell.trials().stream()
        .filter(trial -> !trial.valid())
        .map(TrialRecord::round)
        .collect(Collectors.toSet());
  }
}
