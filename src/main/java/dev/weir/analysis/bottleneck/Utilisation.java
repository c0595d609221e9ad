package dev.weir.analysis.bottleneck;

import dev.weir.analysis.stats.OperationalLaws;
import dev.weir.record.CellRecord;
import dev.weir.record.RunRecord;
import dev.weir.record.Span;
import dev.weir.record.TimelineRows;
import dev.weir.record.TimelineRows.Figures;
import dev.weir.record.TrialRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How busy each resource was while a cell was measured: the share of its time or of its size, 1
 * being all of it. What was not measured is not listed.
 */
public final class Utilisation {
  private Utilisation() {}

  /**
   * Shares by name of the resource, means over the cell's valid trials.
   *
   * @param timeline figures of each of {@link CellVerdicts#spans}
   */
  public static Map<String, Double> of(
      RunRecord run, CellRecord cell, Map<Span, Figures> timeline) {
    List<CellEvidence> trials = new ArrayList<>();
    for (TrialRecord trial : cell.trials()) {
      if (trial.valid()) {
        Figures measured = TimelineRows.measured(timeline, trial);
        Figures whole = timeline.getOrDefault(trial.span().whole(), Figures.NONE);
        trials.add(new TrialEvidence(cell, trial, run, measured, whole).evidence());
      }
    }
    return trials.isEmpty() ? Map.of() : shares(MeanEvidence.of(trials));
  }

  private static Map<String, Double> shares(CellEvidence cell) {
    Map<String, Double> shares = new LinkedHashMap<>();
    CellEvidence.Cpu cpu = cell.cpu();
    put(shares, "server CPU", share(cpu.serverUsed(), cpu.serverAvailable()));
    put(shares, "client CPU", share(cpu.clientUsed(), cpu.clientAvailable()));
    put(shares, "host CPU", cpu.hostBusy());
    put(shares, "disk", cell.storage().diskUtilisation());
    put(shares, "journal", cell.storage().journalBusy());
    put(shares, "cache", cell.cache().used());
    put(shares, "dirty", cell.cache().dirty());
    put(shares, "pool", share(connections(cell), cell.path().poolSize()));
    return shares;
  }

  /** Little's law: calls per second times the time that each holds a connection. */
  private static Double connections(CellEvidence cell) {
    return OperationalLaws.inFlight(
        cell.demand().callsPerSecond(), cell.demand().serviceMillis() / 1e3);
  }

  private static @Nullable Double share(@Nullable Double used, @Nullable Double available) {
    return used == null || available == null || available <= 0
        ? null
        : Double.valueOf(used / available);
  }

  private static void put(Map<String, Double> shares, String name, @Nullable Double share) {
    if (share != null && Double.isFinite(share)) {
      shares.put(name, share);
    }
  }
}
