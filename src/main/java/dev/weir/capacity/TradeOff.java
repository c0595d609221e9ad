package dev.weir.capacity;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Flush interval against load and loss: the same design with other periods, on one replica set.
 *
 * @param seconds period
 * @param documentsPerSecond after coalescing
 * @param utilisation share of one measured server, 1 when saturated; null where a batch so small or
 *     large was not measured
 * @param meanSecondsLost progress that a crash of the game server loses in the mean
 * @param worstSecondsLost and at worst
 * @param updatesAtRisk updates in memory only, in the mean
 * @param note why a figure is missing, empty if none is
 */
public record TradeOff(
    double seconds,
    double documentsPerSecond,
    @Nullable Double utilisation,
    double meanSecondsLost,
    double worstSecondsLost,
    double updatesAtRisk,
    String note) {
  private static final double[] PERIODS = {1, 2, 5, 10, 20, 30, 60, 120, 300, 600};

  static List<TradeOff> of(CapacityModel model, Design design) {
    List<TradeOff> rows = new ArrayList<>();
    for (double seconds : PERIODS) {
      Design other = design.withFlush(design.flush().every(seconds));
      rows.add(row(model, other));
    }
    return rows;
  }

  private static TradeOff row(CapacityModel model, Design design) {
    LoadedServer server = new LoadedServer(model, design);
    FlushLoad load = server.load();
    Double used = null;
    String note = "";
    try {
      used = server.meanUtilisation();
      if (used >= LoadedServer.FULL) {
        note = "more than the server carries";
      }
    } catch (CapacityException e) {
      note = String.valueOf(e.getMessage());
    }
    return new TradeOff(
        load.period(),
        load.documentsPerSecond(),
        used,
        load.period() / 2,
        load.period(),
        load.updatesPerSecond(design.players()) * load.period() / 2,
        note);
  }
}
