package dev.weir.capacity;

import java.util.List;

/**
 * What the model says of a design at a share of one replica set's capacity, to be held against a
 * run of it.
 *
 * @param design with as many players as make that share
 * @param utilisation of the server, 1 when it is saturated
 * @param documentsPerSecond after coalescing
 * @param writesPerUpdate writes that remain of one change
 * @param serverCores busy
 * @param clientCores busy with writing
 * @param p99Millis from due to acknowledged
 * @param threads that the client needs at a checkpoint, by type of document
 */
public record Prediction(
    Design design,
    double utilisation,
    double documentsPerSecond,
    double writesPerUpdate,
    double serverCores,
    double clientCores,
    double p99Millis,
    List<Integer> threads) {

  /**
   * @param share of the saturation throughput, between 0 and 1
   * @throws CapacityException outside of what was measured
   */
  public static Prediction at(double share, Design design, MeasuredCells measured, String driver)
      throws CapacityException {
    CapacityModel model = CapacityModel.fit(measured.cells(), driver);
    Design scaled = design;
    // A batch that lingers fills with the players, so one proportional step is not quite enough.
    for (int i = 0; i < 3; i++) {
      double used = new LoadedServer(model, scaled).meanUtilisation();
      scaled = scaled.withPlayers(Math.max(1, Math.rint(scaled.players() * share / used)));
    }
    LoadedServer server = new LoadedServer(model, scaled);
    FlushLoad load = server.load();
    double used = server.meanUtilisation();
    double slow = server.queue(measured.host().slowdown(), used).mean();
    return new Prediction(
        scaled,
        used,
        load.documentsPerSecond(),
        load.documentsPerSecond() / load.updatesPerSecond(scaled.players()),
        server.perSecond(Quantity.SERVER_CPU).mean() / 1e6,
        server.perSecond(Quantity.CLIENT_CPU).mean() / 1e6,
        server.p99Millis(1).mean(),
        server.threads(slow));
  }
}
