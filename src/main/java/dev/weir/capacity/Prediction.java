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
   * @param now how fast the host is
   * @throws CapacityException outside of what was measured
   */
  public static Prediction at(
      double share, Design design, MeasuredCells measured, String driver, HostSpeed now)
      throws CapacityException {
    CapacityModel model = CapacityModel.fit(measured, driver);
    Design scaled = design;
    // A batch that lingers fills with the players, so one proportional step is not quite enough.
    for (int i = 0; i < 3; i++) {
      double used = new LoadedServer(model, scaled).meanUtilisation() / now.throughput();
      scaled = scaled.withPlayers(Math.max(1, Math.rint(scaled.players() * share / used)));
    }
    return of(scaled, model, measured.host(), now);
  }

  /** As {@link #at}, of the same players on a host of another speed. */
  public Prediction on(HostSpeed now, MeasuredCells measured, String driver)
      throws CapacityException {
    return of(design, CapacityModel.fit(measured, driver), measured.host(), now);
  }

  private static Prediction of(Design design, CapacityModel model, MeasuredHost host, HostSpeed now)
      throws CapacityException {
    // As many as would load the host so when it was measured: it answers as then, but slower.
    Design then = design.withPlayers(Math.max(1, design.players() / now.throughput()));
    LoadedServer server = new LoadedServer(model, then);
    FlushLoad load = FlushLoad.of(design);
    double used = server.meanUtilisation();
    double documents = load.documentsPerSecond() / server.load().documentsPerSecond() / 1e6;
    return new Prediction(
        design,
        used,
        load.documentsPerSecond(),
        load.documentsPerSecond() / load.updatesPerSecond(design.players()),
        server.perSecond(Quantity.SERVER_CPU).mean() * documents * now.serverCpu(),
        server.perSecond(Quantity.CLIENT_CPU).mean() * documents * now.serverCpu(),
        server.p99Millis(1).mean() / now.throughput(),
        server.threads(server.queue(host.slowdown(), used).mean()));
  }
}
