package dev.weir.capacity;

import dev.weir.record.CellRecord;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.record.Span;
import dev.weir.record.TimelineRows;
import dev.weir.record.TimelineRows.Figures;
import dev.weir.record.TrialRecord;
import dev.weir.record.UpdateFields;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import dev.weir.study.Factor;
import dev.weir.study.Operation;
import dev.weir.study.UpdateShape;
import dev.weir.study.WriteKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one or more runs that a model may be fitted on, and the facts of what was measured.
 *
 * @param cells usable cells
 * @param aside cells that are none, with the reason, by id
 * @param host what they were measured on
 * @param runs the folders read
 */
public record MeasuredCells(
    List<Observation> cells, Map<String, String> aside, MeasuredHost host, List<Path> runs) {
  private static final double MEGA = 1e6;

  /** What the cells of the model may differ in; members' settings are those of all cells. */
  private static final Set<Factor<?>> VARIED =
      Set.of(
          Factor.DRIVER,
          Factor.OPERATION,
          Factor.BATCH,
          Factor.IN_FLIGHT,
          Factor.DOCUMENT,
          Factor.WRITE,
          Factor.SHAPE,
          Factor.POOL,
          Factor.WRITE_CONCERN,
          Factor.HISTORY,
          Factor.OPLOG_MEGABYTES);

  /**
   * Reads runs that were measured on one and the same deployment.
   *
   * @param driver cells of other drivers are set aside
   * @throws CapacityException if a run is not of a real MongoDB, is invalid, or was measured
   *     elsewhere than the first
   * @throws IOException if a record can't be read
   */
  public static MeasuredCells read(List<Path> folders, DriverKind driver)
      throws CapacityException, IOException {
    List<Observation> cells = new ArrayList<>();
    Map<String, String> aside = new LinkedHashMap<>();
    MeasuredHost host = null;
    for (Path path : folders) {
      RunFolder folder = RunFolder.open(path);
      RunRecord run = folder.run();
      requireUsable(path, run);
      List<CellRecord> records = folder.cells();
      Map<Span, Figures> timeline = timeline(folder, records);
      MeasuredHost own = MeasuredHost.of(run, timeline.values());
      if (host != null && !host.sameAs(own)) {
        throw new CapacityException(
            path + " was measured on " + own.title() + ", the first run on " + host.title());
      }
      host = host == null ? own : host;
      for (CellRecord record : records) {
        String reason = unusable(record, driver);
        if (reason != null) {
          aside.put(record.id(), reason);
          continue;
        }
        Cell cell = Cell.parse(record.factors());
        cells.add(observation(record, cell, timeline));
      }
    }
    if (host == null) {
      throw new CapacityException("name at least one run with --from");
    }
    return new MeasuredCells(cells, aside, host, folders);
  }

  private static void requireUsable(Path path, RunRecord run) throws CapacityException {
    if (!run.server().realMongoDB()) {
      throw new CapacityException(
          path
              + " measured "
              + run.server().product()
              + ": no plan is made from what is not MongoDB; measure a real mongod");
    }
    if (!run.verdict().valid()) {
      throw new CapacityException(
          path
              + " is invalid: "
              + run.verdict().reasons().stream().findFirst().orElse("it was not finished")
              + "; measure again");
    }
  }

  private static @Nullable String unusable(CellRecord record, DriverKind driver) {
    Cell cell;
    try {
      cell = Cell.parse(record.factors());
    } catch (IllegalArgumentException e) {
      return "written by a later Weir: " + e.getMessage();
    }
    if (cell.driver() != driver) {
      return "driver " + cell.driver() + ", not " + driver;
    }
    boolean known =
        Set.of(Operation.SINGLE, Operation.BULK_UNORDERED).contains(cell.operation())
            && Set.of(WriteKind.UPDATE, WriteKind.REPLACE).contains(cell.write())
            && cell.get(Factor.SHAPE) != UpdateShape.SET_SUBDOCUMENT;
    if (!known) {
      return "the model knows single updates and unordered bulks of setFields or of replacements";
    }
    if (cell.document().sampled()) {
      return "of a sample: an estimate knows roles only";
    }
    if (cell.pool() < cell.inFlight()) {
      return "a pool of fewer connections than calls in flight";
    }
    for (Factor<?> factor : Factor.all()) {
      if (!VARIED.contains(factor) && !factor.defaultValue().equals(cell.get(factor))) {
        return factor.yamlName()
            + " "
            + cell.get(factor)
            + ": an estimate rests on cells that leave it as it is by default";
      }
    }
    return record.trials().stream().noneMatch(TrialRecord::valid) ? "no valid trial" : null;
  }

  private static Map<Span, Figures> timeline(RunFolder folder, List<CellRecord> cells)
      throws IOException {
    Path csv = TimelineRows.of(folder);
    List<Span> spans =
        cells.stream()
            .flatMap(c -> c.trials().stream())
            .flatMap(t -> t.measuredSpans().stream())
            .toList();
    return Files.isRegularFile(csv) ? TimelineRows.read(csv, spans) : Map.of();
  }

  private static Observation observation(
      CellRecord record, Cell cell, Map<Span, Figures> timeline) {
    List<TrialRecord> trials = record.trials().stream().filter(TrialRecord::valid).toList();
    double rate = mean(trials, TrialRecord::documentsPerSecond).orElseThrow();
    double bytes = mean(trials, t -> t.rates().megabytesPerSecond()).orElseThrow() * MEGA / rate;
    Work work =
        new Work(
            cell.operation() != Operation.SINGLE,
            cell.batch(),
            UpdateFields.carried(cell.document()),
            // A mean: cells of the same documents may differ in the last digit.
            Math.rint(bytes),
            cell.write().equals(WriteKind.REPLACE),
            cell.get(Factor.WRITE_CONCERN));
    return new Observation(record.id(), work, cell.inFlight(), rate, perDocument(trials, timeline));
  }

  private static Map<Quantity, Double> perDocument(
      List<TrialRecord> trials, Map<Span, Figures> timeline) {
    Map<Quantity, Double> figures = new EnumMap<>(Quantity.class);
    put(figures, Quantity.CLIENT_CPU, mean(trials, t -> t.cpu().clientMicros()));
    put(figures, Quantity.SERVER_CPU, mean(trials, t -> t.cpu().serverMicros()));
    put(figures, Quantity.NETWORK_IN, rows(trials, timeline, "server_net_in_mb_per_s"));
    put(figures, Quantity.NETWORK_OUT, rows(trials, timeline, "server_net_out_mb_per_s"));
    put(figures, Quantity.JOURNAL_BYTES, rows(trials, timeline, "wt_log_written_mb_per_s"));
    return figures;
  }

  private static void put(Map<Quantity, Double> figures, Quantity quantity, OptionalDouble value) {
    value.ifPresent(v -> figures.put(quantity, v));
  }

  /** Megabytes per second of a column as bytes per document. */
  private static OptionalDouble rows(
      List<TrialRecord> trials, Map<Span, Figures> timeline, String column) {
    return mean(
        trials,
        trial -> {
          Double perSecond = TimelineRows.measured(timeline, trial).mean(column);
          return perSecond == null
              ? null
              : Double.valueOf(perSecond * MEGA / trial.documentsPerSecond());
        });
  }

  private static OptionalDouble mean(
      List<TrialRecord> trials, Function<TrialRecord, @Nullable Double> figure) {
    return trials.stream()
        .map(figure)
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .average();
  }
}
