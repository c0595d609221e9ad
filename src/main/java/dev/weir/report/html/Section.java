package dev.weir.report.html;

import dev.weir.report.Table;
import java.util.List;

/**
 * A part of the page.
 *
 * @param id unique in the page
 * @param lead what a reader must know, in a sentence; may be empty
 * @param plots plots with their tables folded below them
 * @param tables tables shown as they are
 * @param folded tables shown on demand
 * @param code text to copy; may be empty
 */
record Section(
    String id,
    String title,
    String lead,
    List<PlotView> plots,
    List<DataTable> tables,
    List<DataTable> folded,
    List<Code> code) {

  /** Text to copy. */
  record Code(String title, String text) {}

  static Section ofPlots(String id, String title, String lead, List<PlotView> plots) {
    return new Section(id, title, lead, plots, List.of(), List.of(), List.of());
  }

  static Section ofTables(String id, String title, String lead, List<Table<?>> tables) {
    return new Section(id, title, lead, List.of(), read(tables), List.of(), List.of());
  }

  /** Tables to be read. */
  static List<DataTable> read(List<Table<?>> tables) {
    return tables.stream().<DataTable>map(DataTable::of).toList();
  }

  boolean hasLead() {
    return !lead.isEmpty();
  }

  boolean isEmpty() {
    return plots.isEmpty()
        && code.isEmpty()
        && tables.stream().allMatch(table -> table.rows().isEmpty());
  }
}
