package dev.weir.report;

import dev.weir.analysis.compare.AlikeRatio;
import dev.weir.record.CellRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Cells whose calls are alike to the server, compared by turns as short as a call. */
public final class AlikeTable {
  /** What the table is called. */
  public static final String TITLE = "Compared by turns of calls";

  private AlikeTable() {}

  /** A row for each pair whose cells were measured, none if nothing was compared that way. */
  public static Table<AlikeRatio> of(CellSet cells, List<AlikeRatio> ratios) {
    Map<String, CellRecord> byId = new LinkedHashMap<>();
    cells.all().forEach(cell -> byId.put(cell.id(), cell));
    List<AlikeRatio> rows =
        ratios.stream()
            .filter(ratio -> byId.containsKey(ratio.cell()) && byId.containsKey(ratio.to()))
            .toList();
    return cells
        .table(
            "alike-data",
            "A row per pair",
            rows,
            row -> Objects.requireNonNull(byId.get(row.cell())))
        .text("compared to", row -> cells.name(Objects.requireNonNull(byId.get(row.to()))))
        .column(Table.Format.RATIO, "typical call", "", AlikeRatio::typical)
        .column(Table.Format.RATIO, "mean", "", AlikeRatio::mean)
        .text("turn", AlikeRatio::turn)
        .text("JVMs", row -> row.mean().n())
        .footnotes(
            List.of(
                "Documents/s over those of the other cell: of the typical call, and of the mean of"
                    + " all calls. Both took turns in the same JVMs, so noise hits both"));
  }
}
