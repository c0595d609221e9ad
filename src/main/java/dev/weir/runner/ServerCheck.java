package dev.weir.runner;

import dev.weir.load.trial.TrialValidity;
import dev.weir.record.ServerSource;
import dev.weir.record.Totals;
import dev.weir.record.WriteCounts;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a server counted of a load, and what that says of the load's own counts. */
public final class ServerCheck {
  private ServerCheck() {}

  /**
   * Holds what was written by turns against the server's own count.
   *
   * @param cells that took turns
   * @param before what the server had counted when the turns began
   * @param totals of all cells together
   * @return reasons against the turns, none if all agrees
   */
  public static List<String> counts(
      ServerUnderTest server, List<Cell> cells, ServerCounters before, Totals totals)
      throws ServerException {
    ServerSource source = server.facts().source();
    Long updates = source.counts() ? statements(cells, server.counters().minus(before)) : null;
    return new ArrayList<>(TrialValidity.counts(totals, updates, source.isOurs()));
  }

  /**
   * Statements of the kinds that the cells make together, or finds; null where the server has no
   * count that is only ours.
   *
   * @param grown since before the first call
   */
  public static @Nullable Long statements(List<Cell> cells, ServerCounters grown) {
    if (any(cells, cell -> cell.operation() == Operation.AWAIT)) {
      return null; // commands are counted, but monitors and samplers send some too
    }
    if (any(cells, cell -> cell.operation() == Operation.FIND_NEWEST)) {
      return grown.query();
    }
    boolean updates = any(cells, c -> c.write().setsFields() || c.write().replace() > 0);
    return (updates ? grown.update() : 0)
        + (any(cells, cell -> cell.write().insert() > 0) ? grown.insert() : 0)
        + (any(cells, cell -> cell.write().removes()) ? grown.delete() : 0);
  }

  private static boolean any(List<Cell> cells, Predicate<Cell> such) {
    return cells.stream().anyMatch(such);
  }

  /**
   * Holds the kinds of a load against a server that only this load wrote to, by its operation
   * counters and by the documents that it says came, changed and went.
   *
   * @param counted documents of the load; nothing is said where any failed
   * @return reasons against the load, none if all agrees
   */
  public static List<String> kinds(Totals counted, ServerCounters grown, ServerSource source) {
    WriteCounts done = counted.done();
    List<String> reasons = new ArrayList<>();
    if (done == null
        || !source.isOurs()
        || counted.failedDocuments() > 0
        || counted.unanswered() > 0) {
      return reasons;
    }
    boolean real = source != ServerSource.NULL_SERVER; // which looks into no document
    same("inserts", done.inserted(), grown.insert(), reasons);
    same("updates", done.matched() + done.upserted(), grown.update(), reasons);
    same("deletes", done.deleted(), grown.delete(), reasons);
    if (real) {
      // The server counts what an upsert inserts in no figure of its own.
      same("new documents", done.inserted(), grown.documentsInserted(), reasons);
      same("deleted documents", done.deleted(), grown.documentsDeleted(), reasons);
      WriteCounts asked = counted.expected();
      if (asked != null) {
        same("documents new by upserts", done.upserted(), asked.upserted(), reasons);
      }
    }
    return reasons;
  }

  private static void same(String what, long ours, long servers, List<String> reasons) {
    if (ours != servers) {
      reasons.add("counts differ: " + ours + " " + what + ", the server counted " + servers);
    }
  }
}
