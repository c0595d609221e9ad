package dev.weir.capacity;

import static dev.weir.capacity.Figure.Basis.ASSUMED;
import static dev.weir.capacity.Figure.Basis.MODELLED;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How busy a replica set is, its processors, network, cache and disk. */
final class ServerFigures {
  private static final String SERVER = "Server, per replica set";
  private static final String STORAGE = "Storage, per replica set";

  private static final double MEGA = 1e6;
  private static final double GIGA = 1e9;
  private static final double HOUR = 3600;

  private final PlanBasis basis;

  ServerFigures(PlanBasis basis) {
    this.basis = basis;
  }

  List<Figure> server() throws CapacityException {
    List<Figure> all = new ArrayList<>();
    Range used = basis.server().utilisation();
    all.add(
        Figure.of(
            SERVER,
            "documents at saturation",
            basis.server().saturated(),
            "/s",
            MODELLED,
            "this mix, most over calls in flight"));
    all.add(
        Figure.of(
            SERVER, "utilisation", used.times(100), "%", MODELLED, "Σ documents/s ÷ saturation"));
    all.add(
        Figure.of(
            SERVER,
            "headroom",
            new Range(100 * (1 - used.mean()), 100 * (1 - used.high()), 100 * (1 - used.low())),
            "%",
            MODELLED,
            "1 − utilisation"));
    if (basis.model().knows(Quantity.SERVER_CPU)) {
      all.add(
          Figure.of(
              SERVER,
              "CPUs busy",
              basis.server().perSecond(Quantity.SERVER_CPU).times(1 / MEGA),
              "cores",
              MODELLED,
              "documents/s × demand"));
    }
    if (basis.model().knows(Quantity.NETWORK_IN) && basis.model().knows(Quantity.NETWORK_OUT)) {
      all.add(
          Figure.of(
              SERVER,
              "network in",
              basis.server().perSecond(Quantity.NETWORK_IN).times(1 / MEGA),
              "MB/s",
              MODELLED,
              "documents/s × bytes in"));
      all.add(
          Figure.of(
              SERVER,
              "network out",
              basis.server().perSecond(Quantity.NETWORK_OUT).times(1 / MEGA),
              "MB/s",
              MODELLED,
              "documents/s × bytes out, without replication"));
    }
    return all;
  }

  List<Figure> storage() throws CapacityException {
    List<Figure> all = new ArrayList<>();
    double dirty = basis.storage().dirtyBytes();
    all.add(
        figure(
            STORAGE,
            "dirty data at a checkpoint",
            dirty / MEGA,
            "MB",
            MODELLED,
            "pages·(1 − (1 − written/accounts)^(documents a page)), and the oplog of 60 s"));
    if (basis.host().cacheBytes() != null) {
      all.add(
          figure(
              STORAGE,
              "dirty share of the cache, if nothing were evicted",
              100 * dirty / basis.host().cacheBytes(),
              "%",
              MODELLED,
              "before eviction, which begins in the background at 5 %: a server then shows about 5"
                  + " %"));
    }
    Range disk = basis.limits().diskBytesPerSecond(basis.server(), basis.storage());
    all.add(
        Figure.of(
            STORAGE,
            "disk writes",
            disk.times(1 / MEGA),
            "MB/s",
            MODELLED,
            "journal (fitted) + dirty data ÷ 60 s, uncompressed"));
    all.add(
        Figure.of(
            STORAGE,
            "disk writes",
            disk.times(1 / basis.limits().requestBytes()),
            "IOPS",
            basis.host().writeRequestBytes() == null ? ASSUMED : MODELLED,
            String.format(
                Locale.ROOT,
                "÷ %.0f kB a request, %s",
                basis.limits().requestBytes() / 1e3,
                basis.host().writeRequestBytes() == null ? "a page" : "as measured")));
    all.add(
        figure(
            STORAGE,
            "memory for the working set",
            basis.storage().memoryBytes() / GIGA,
            "GB",
            ASSUMED,
            "documents and index of players × 1.3 at 80 % of the default cache"));
    all.add(
        figure(
            STORAGE,
            "oplog",
            basis.storage().oplogBytesPerSecond() * HOUR / GIGA,
            "GB/h",
            ASSUMED,
            "update bytes + 150 B an entry, at peak"));
    Double hours = basis.storage().oplogHours();
    if (hours != null) {
      all.add(
          figure(
              STORAGE,
              "oplog window",
              hours,
              "h",
              ASSUMED,
              String.format(Locale.ROOT, "wanted %.0f h", basis.design().target().oplogHours())));
    }
    double stored = basis.storage().storedBytes() / GIGA;
    all.add(figure(STORAGE, "data", stored, "GB", ASSUMED, "accounts × stored bytes and index"));
    all.add(
        figure(
            STORAGE,
            "data growth",
            stored * basis.design().growth().perMonth(),
            "GB/month",
            ASSUMED,
            "with the accounts"));
    return all;
  }

  private static Figure figure(
      String group, String name, double value, String unit, Figure.Basis basis, String how) {
    return Figure.of(group, name, value, unit, basis, how);
  }
}
