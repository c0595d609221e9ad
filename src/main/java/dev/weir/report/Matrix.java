package dev.weir.report;

import dev.weir.analysis.compare.SaturationCurve;
import dev.weir.record.CellRecord;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The cells of a run that varies driver, operations in flight, size, and what a call sends: its
 * operation, its batch or its kind of write.
 */
public final class Matrix {
  private static final String IN_FLIGHT = "inFlight";
  private static final String DOCUMENT = "document";
  private static final List<String> SENT = List.of("operation", "batch", "write");

  private final CellSet cells;
  private final List<String> operations;
  private final List<String> writes;
  private final List<String> drivers;

  public Matrix(CellSet cells) {
    this.cells = cells;
    this.operations = values("operation").stream().filter(any -> !any.equals("single")).toList();
    this.writes = values("write");
    this.drivers = values("driver");
  }

  private List<String> values(String factor) {
    return cells.all().stream().map(cell -> value(cell, factor)).distinct().toList();
  }

  private static String value(CellRecord cell, String factor) {
    return cell.factors().getOrDefault(factor, "");
  }

  /** Whether the run varies all four. */
  public boolean isWhole() {
    List<String> varied = cells.varied();
    return varied.containsAll(List.of("driver", IN_FLIGHT, DOCUMENT))
        && SENT.stream().anyMatch(varied::contains);
  }

  public CellSet cells() {
    return cells;
  }

  /** All cells with a rate: by what a call sends, then by driver. */
  public List<CellRecord> measured() {
    return cells.all().stream()
        .filter(cell -> cell.documentsPerSecond() != null)
        .sorted(
            Comparator.comparingInt(Matrix::batch)
                .thenComparingInt(cell -> operations.indexOf(value(cell, "operation")))
                .thenComparingInt(cell -> writes.indexOf(value(cell, "write")))
                .thenComparingInt(cell -> drivers.indexOf(cell.factors().get("driver"))))
        .toList();
  }

  /** What a call sends: {@code single}, {@code bulk 50}; of several kinds of writes its own. */
  public String sent(CellRecord cell) {
    String how = how(cell);
    return writes.size() > 1 ? how + " " + Labels.brief(value(cell, "write"), 40) : how;
  }

  private String how(CellRecord cell) {
    String operation = value(cell, "operation");
    if (!operations.contains(operation)) {
      return operation.isEmpty() ? "single" : operation;
    }
    boolean plain = operations.size() == 1 && operation.startsWith("bulk");
    return (plain ? "bulk" : operation) + " " + batch(cell);
  }

  public String driver(CellRecord cell) {
    return value(cell, "driver");
  }

  /** The size, and whatever else the run varies. */
  public String size(CellRecord cell) {
    List<String> others =
        cells.varied().stream()
            .filter(factor -> !SENT.contains(factor))
            .filter(factor -> !List.of("driver", IN_FLIGHT).contains(factor))
            .toList();
    return Labels.of(cell, others);
  }

  public static int inFlight(CellRecord cell) {
    return number(value(cell, IN_FLIGHT));
  }

  static int batch(CellRecord cell) {
    return number(value(cell, "batch"));
  }

  /** 1 where there is none: a record may come from a stranger. */
  private static int number(String text) {
    return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 1;
  }

  /** Curves over operations in flight. */
  public List<SaturationCurve> overInFlight(double confidence) {
    return curves(cell -> but(cell, List.of(IN_FLIGHT)), Matrix::inFlight, confidence);
  }

  /** Curves over documents per call; a single update is a batch of one. */
  public List<SaturationCurve> overBatch(double confidence) {
    List<String> without =
        operations.size() == 1 ? List.of("batch", "operation") : List.of("batch");
    return curves(cell -> but(cell, without), Matrix::batch, confidence);
  }

  private List<SaturationCurve> curves(
      Function<CellRecord, Object> others, ToIntFunction<CellRecord> level, double confidence) {
    return SaturationCurve.of(measured(), others, level, confidence);
  }

  private static Map<String, String> but(CellRecord cell, List<String> without) {
    Map<String, String> others = new TreeMap<>(cell.factors());
    without.forEach(others::remove);
    return others;
  }

  /** Where each curve over operations in flight bends, and what ends it. */
  public Table<SaturationCurve> kneesOverInFlight(double confidence) {
    Table<SaturationCurve> table =
        Table.of("knee-inFlight-data", "A row per curve", overInFlight(confidence));
    named(table).text("sent", curve -> sent(curve.highest()));
    return knees(table, "in flight", Matrix::inFlight);
  }

  /** Where each curve over documents per call bends, and what ends it. */
  public Table<SaturationCurve> kneesOverBatch(double confidence) {
    Table<SaturationCurve> table =
        Table.of("knee-batch-data", "A row per curve", overBatch(confidence));
    named(table).count("in flight", curve -> inFlight(curve.highest()));
    return knees(table, "batch", Matrix::batch);
  }

  private Table<SaturationCurve> named(Table<SaturationCurve> table) {
    Table<SaturationCurve> named =
        table
            .about(
                curve ->
                    String.join(
                        " ",
                        curve.cells().stream()
                            .map(cell -> String.valueOf(cells.number(cell)))
                            .toList()))
            .text("document", curve -> size(curve.highest()))
            .text("driver", curve -> driver(curve.highest()));
    return writes.size() > 1
        ? named.text("write", curve -> value(curve.highest(), "write"))
        : named;
  }

  private Table<SaturationCurve> knees(
      Table<SaturationCurve> table, String what, ToIntFunction<CellRecord> level) {
    return table
        .count("knee: " + what, curve -> curve.saturation().level())
        .count("from", curve -> curve.saturation().low())
        .count("to", curve -> curve.saturation().high())
        .interval("most documents/s", curve -> curve.highest().documentsPerSecond())
        .count("at " + what, curve -> level.applyAsInt(curve.highest()))
        .figure("client", "µs/doc", curve -> curve.enough(level).cpu().clientMicrosPerDocument())
        .figure("server", "µs/doc", curve -> curve.enough(level).cpu().serverMicrosPerDocument())
        .text("what stops it", Matrix::stop);
  }

  /** What holds the fastest cell of a curve back; a curve that still rises has no end here. */
  public static String stop(SaturationCurve curve) {
    String resource = CellTable.limit(curve.highest());
    return curve.saturation().rising() ? resource + " (still rising)" : resource;
  }
}
