package dev.weir.capacity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Everything that limits a replica set, for a design that may need several. */
final class Constraints {
  private static final int MOST_SETS = 10_000;

  private final CapacityModel model;
  private final MeasuredHost host;

  Constraints(CapacityModel model, MeasuredHost host) {
    this.model = model;
    this.host = host;
  }

  /**
   * The fewest sets of the measured kind that keep the headroom in everything.
   *
   * @throws CapacityException if no number of them does
   */
  int sets(Design design) throws CapacityException {
    double allowed = 1 - design.target().headroom();
    int sets = 1;
    while (sets <= MOST_SETS) {
      Constraint worst = binding(design.perSet(sets));
      if (worst.used() <= allowed) {
        return sets;
      }
      // Splitting players also makes batches smaller, so the need can grow as sets are added.
      sets = Math.max(sets + 1, (int) Math.floor(sets * worst.used() / allowed));
    }
    throw new CapacityException("no number of replica sets up to " + MOST_SETS + " carries this");
  }

  /** The limit that is nearest on one set. */
  Constraint binding(Design perSet) throws CapacityException {
    return of(perSet).get(0);
  }

  /** All limits of one set, the nearest first; those that nobody knows are left out. */
  List<Constraint> of(Design perSet) throws CapacityException {
    LoadedServer server = new LoadedServer(model, perSet);
    StorageLoad storage = new StorageLoad(perSet, server.load());
    List<Constraint> all = new ArrayList<>();
    all.add(new Constraint("server throughput", server.meanUtilisation(), Figure.Basis.MODELLED));
    if (host.serverCores() != null && model.knows(Quantity.SERVER_CPU)) {
      double cores = server.perSecond(Quantity.SERVER_CPU).mean() / 1e6;
      all.add(new Constraint("server CPU", cores / host.serverCores(), Figure.Basis.MODELLED));
    }
    Double disk = perSet.host().diskBytesPerSecond();
    if (disk != null) {
      double used = diskBytesPerSecond(server, storage).mean() / disk;
      all.add(new Constraint("disk bandwidth", used, Figure.Basis.MODELLED));
    }
    Double iops = perSet.host().diskIops();
    if (iops != null) {
      double used = diskBytesPerSecond(server, storage).mean() / requestBytes() / iops;
      all.add(new Constraint("disk IOPS", used, Figure.Basis.MODELLED));
    }
    Double network = perSet.host().networkBytesPerSecond();
    if (network != null && model.knows(Quantity.NETWORK_IN)) {
      double used = server.perSecond(Quantity.NETWORK_IN).mean() / network;
      all.add(new Constraint("network", used, Figure.Basis.MODELLED));
    }
    if (host.cacheBytes() != null) {
      double set = storage.workingSetBytes() / host.cacheBytes() / StorageLoad.CACHE_FILL;
      all.add(new Constraint("cache for the working set", set, Figure.Basis.ASSUMED));
    }
    all.sort(Comparator.comparingDouble(Constraint::used).reversed());
    return all;
  }

  /** Journal and checkpoints. */
  Range diskBytesPerSecond(LoadedServer server, StorageLoad storage) throws CapacityException {
    double checkpoint = storage.checkpointBytesPerSecond();
    Range pages = new Range(checkpoint, checkpoint, checkpoint);
    return model.knows(Quantity.JOURNAL_BYTES)
        ? server.perSecond(Quantity.JOURNAL_BYTES).plus(pages)
        : pages;
  }

  double requestBytes() {
    return host.writeRequestBytes() == null ? StorageLoad.PAGE_BYTES : host.writeRequestBytes();
  }
}
