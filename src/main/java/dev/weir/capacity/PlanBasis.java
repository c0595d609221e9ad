package dev.weir.capacity;

/**
 * What the figures of a plan are computed from.
 *
 * @param model what was fitted
 * @param host what was measured
 * @param design the whole design
 * @param sets replica sets that share it
 * @param perSet the share of one
 * @param server that share on a measured server
 * @param storage what it writes there
 * @param limits of such a server
 */
record PlanBasis(
    CapacityModel model,
    MeasuredHost host,
    Design design,
    int sets,
    Design perSet,
    LoadedServer server,
    StorageLoad storage,
    Constraints limits) {

  static PlanBasis of(CapacityModel model, MeasuredHost host, Design design, int sets) {
    Design perSet = design.perSet(sets);
    LoadedServer server = new LoadedServer(model, perSet);
    return new PlanBasis(
        model,
        host,
        design,
        sets,
        perSet,
        server,
        new StorageLoad(perSet, server.load()),
        new Constraints(model, host));
  }

  FlushLoad load() {
    return server.load();
  }
}
