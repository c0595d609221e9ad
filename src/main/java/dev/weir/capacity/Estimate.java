package dev.weir.capacity;

import static dev.weir.capacity.PlanAnswer.text;

import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The quick estimate of a plan, from cells of seconds on small documents.
 *
 * <p>Several types of documents share one server, so by the utilisation law (Denning and Buzen,
 * 1978) its share in use is Σ documents/s of a type × time of a full server per document.
 */
public final class Estimate implements WhatIf.Costs {
  private static final double MEGA = 1e6;
  private static final double GIGA = 1e9;
  private static final double HOUR = 3600;
  private static final int MOST_SETS = 10_000;

  /** How far estimates were off where the plan was played as well. */
  private static final String BIAS =
      "A quick estimate of known bias: it rests on small documents that were measured for seconds."
          + " mmo-shard, played at its own size on a server as it comes, took 2.4 to 4.1 times the"
          + " server CPU that was estimated for it (310 to 520 µs per document, not 127). Without"
          + " --from a plan is played.";

  private final CostModel model;
  private final MeasuredHost host;

  Estimate(CostModel model, MeasuredHost host) {
    this.model = model;
    this.host = host;
  }

  /**
   * Plans a design on what was measured.
   *
   * @throws CapacityException if too little was measured, or the design lies outside of it
   */
  public static PlanAnswer of(Design design, MeasuredCells measured, String driver)
      throws CapacityException {
    CostModel model = CostModel.of(measured.cells(), driver);
    return new Estimate(model, measured.host()).answer(design, measured);
  }

  private PlanAnswer answer(Design design, MeasuredCells measured) throws CapacityException {
    int sets = sets(design);
    Design perSet = design.perSet(sets);
    List<PlanAnswer.Limit> limits = limits(perSet);
    PlanAnswer.Limit nearest = limits.get(0);
    double used = share(nearest);
    List<String> unmet = new ArrayList<>();
    StorageLoad storage = new StorageLoad(perSet);
    Double window = storage.oplogHours();
    PlanAnswer.addUnmet(perSet, window, unmet);
    String cost = PlanAnswer.cost(design, sets);
    List<String> sentences = new ArrayList<>();
    sentences.add(
        text(
            "By this estimate, %,.0f players need %s like the one that was measured: %s.",
            design.players(), PlanAnswer.sets(sets), host.title()));
    String binds =
        text("What fills up first is %s: %.0f %% of it at the peak.", nearest.name(), used * 100);
    sentences.add(binds);
    unmet.forEach(target -> sentences.add("A target does not hold: " + target + "."));
    if (window != null && window < design.target().oplogHours()) {
      sentences.add(
          PlanAnswer.oplogNeeded(storage.oplogBytesPerSecond(), design.target().oplogHours()));
    }
    if (!cost.isEmpty()) {
      sentences.add(cost);
    }
    sentences.add(
        "This is an estimate, and it knows no response times. A plan that was played, too, took"
            + " 2.4 to 4.1 times the server CPU of its estimate. Before you buy hosts, play yours:"
            + " weir plan PLAN.");
    double most = perSet.players() / used;
    Interval time = perSecond(Quantity.TIME, perSet);
    double full = sets * perSet.documentsPerSecond() / time.mean() * MEGA;
    Figure.Listed figures = PlanFigures.of(design, full, "");
    server(perSet, time, figures.under("Server, per replica set"));
    storage(perSet, figures.under("Storage, per replica set"));
    figures.under("What to buy").modelled("replica sets", sets, "", "fewest that keep headroom");
    double carried = design.players() * (1 - design.target().headroom()) / used;
    String until = "until the nearest limit leaves only the headroom";
    figures.modelled("players that these sets carry", carried, "", until);
    figures.modelled(
        "replica sets in " + design.growth().months() + " months",
        sets(design.grown()),
        "",
        text("players × %.2f", design.growth().factor()));
    return new PlanAnswer(
        design.name(),
        design.question(),
        design.flush().period(),
        measured.runs().stream().map(run -> String.valueOf(run.getFileName())).toList(),
        new PlanAnswer.Players(
            Math.round(design.players()),
            sets == 1 && unmet.isEmpty(),
            new Interval(most, Double.NaN, Double.NaN, CostModel.CONFIDENCE, 1, "estimated")),
        unmet,
        binds,
        cost,
        sentences,
        limits,
        List.of(),
        WhatIf.of(perSet, this),
        figures.all(),
        model.formulas(),
        notes(perSet, measured));
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
      double worst = share(limits(design.perSet(sets)).get(0));
      if (worst <= allowed) {
        return sets;
      }
      // Splitting players also makes batches smaller, so the need can grow as sets are added.
      sets = Math.max(sets + 1, (int) Math.floor(sets * worst / allowed));
    }
    throw new CapacityException("no number of replica sets up to " + MOST_SETS + " carries this");
  }

  private static double share(PlanAnswer.Limit limit) {
    Double planned = limit.planned();
    return planned == null ? 0 : planned;
  }

  /** All limits of one set, the nearest first; those that nobody knows are left out. */
  List<PlanAnswer.Limit> limits(Design perSet) throws CapacityException {
    Design.Host wanted = perSet.host();
    Map<String, Double> used = new LinkedHashMap<>();
    used.put("server throughput", perSecond(Quantity.TIME, perSet).mean() / MEGA);
    Double cores = cores(perSet);
    if (host.serverCores() != null && cores != null) {
      used.put("server CPU", cores / host.serverCores());
    }
    double disk = written(perSet).mean();
    if (wanted.diskBytesPerSecond() != null) {
      used.put("disk bandwidth", disk / wanted.diskBytesPerSecond());
    }
    if (wanted.diskIops() != null) {
      used.put("disk IOPS", disk / requestBytes() / wanted.diskIops());
    }
    if (wanted.networkBytesPerSecond() != null && model.knows(Quantity.NETWORK_IN)) {
      used.put(
          "network",
          perSecond(Quantity.NETWORK_IN, perSet).mean() / wanted.networkBytesPerSecond());
    }
    if (host.cacheBytes() != null) {
      double set = new StorageLoad(perSet).workingSetBytes();
      used.put("cache for the working set", set / host.cacheBytes() / StorageLoad.CACHE_FILL);
    }
    return used.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .map(one -> new PlanAnswer.Limit(one.getKey(), 1, one.getValue(), null, "estimated"))
        .toList();
  }

  /** A quantity's use per second, in its unit. */
  private Interval perSecond(Quantity quantity, Design design) throws CapacityException {
    double mean = 0;
    double low = 0;
    double high = 0;
    for (FlushLoad.OfType type : FlushLoad.of(design).types()) {
      boolean bulk = design.flush().batch() > 1;
      Work work =
          new Work(
              bulk,
              bulk ? type.batch() : 1,
              type.type().fields(),
              type.type().updateBytes(),
              design.replace(),
              design.durability());
      Interval cost = model.predict(quantity, work);
      mean += cost.mean() * type.documentsPerSecond();
      low += cost.low() * type.documentsPerSecond();
      high += cost.high() * type.documentsPerSecond();
    }
    return new Interval(mean, low, high, CostModel.CONFIDENCE, 1, "sum");
  }

  /** Bytes per second of journal and checkpoints. */
  private Interval written(Design design) throws CapacityException {
    double pages = new StorageLoad(design).checkpointBytesPerSecond();
    if (!model.knows(Quantity.JOURNAL_BYTES)) {
      return new Interval(pages, pages, pages, CostModel.CONFIDENCE, 1, "sum");
    }
    Interval journal = perSecond(Quantity.JOURNAL_BYTES, design);
    return new Interval(
        journal.mean() + pages,
        journal.low() + pages,
        journal.high() + pages,
        CostModel.CONFIDENCE,
        1,
        "sum");
  }

  private double requestBytes() {
    return host.writeRequestBytes() == null ? StorageLoad.PAGE_BYTES : host.writeRequestBytes();
  }

  @Override
  public @Nullable Double cores(Design design) throws CapacityException {
    return model.knows(Quantity.SERVER_CPU)
        ? Double.valueOf(perSecond(Quantity.SERVER_CPU, design).mean() / MEGA)
        : null;
  }

  @Override
  public @Nullable Double diskBytesPerSecond(Design design) throws CapacityException {
    return written(design).mean();
  }

  @Override
  public @Nullable Double oplogHours(Design design) {
    return new StorageLoad(design).oplogHours();
  }

  private void server(Design perSet, Interval time, Figure.Listed all) throws CapacityException {
    Interval full = CostModel.inverse(perSet.documentsPerSecond() * MEGA, time);
    all.modelled("documents at saturation", full, 1, "/s", "this mix on a full server");
    String sum = "Σ documents/s × time of a full server per document";
    all.modelled("utilisation", time, 100 / MEGA, "%", sum);
    all.modelled(
        "calls in flight that fill it",
        model.nearlyFull(),
        "",
        "fewest that carried 85 % of the most; a thread and a connection for each");
    for (Quantity quantity : Quantity.values()) {
      if (quantity != Quantity.TIME && model.knows(quantity)) {
        all.modelled(
            quantity.title().replace(" per document", ""),
            perSecond(quantity, perSet),
            1 / MEGA,
            quantity.unit().equals("µs") ? "cores" : "MB/s",
            "documents/s × " + quantity.title());
      }
    }
  }

  private void storage(Design perSet, Figure.Listed all) throws CapacityException {
    StorageLoad storage = new StorageLoad(perSet);
    double dirty = storage.dirtyBytes();
    all.modelled(
        "dirty data at a checkpoint",
        dirty / MEGA,
        "MB",
        "pages·(1 − (1 − written/accounts)^(documents a page)), and the oplog of 60 s");
    if (host.cacheBytes() != null) {
      all.modelled(
          "dirty share of the cache, if nothing were evicted",
          100 * dirty / host.cacheBytes(),
          "%",
          "eviction begins in the background at 5 %: a server then shows about 5 %");
    }
    Interval disk = written(perSet);
    String how = "journal (fitted) + dirty data ÷ 60 s, uncompressed";
    all.modelled("disk writes", disk, 1 / MEGA, "MB/s", how);
    String by = host.writeRequestBytes() == null ? "a page" : "as measured";
    String each = text("÷ %.0f kB a request, %s", requestBytes() / 1e3, by);
    all.modelled("disk writes", disk, 1 / requestBytes(), "IOPS", each);
    all.assumed(
        "memory for the working set",
        storage.memoryBytes() / GIGA,
        "GB",
        "documents and index of players × 1.3 at 80 % of the default cache");
    double oplog = storage.oplogBytesPerSecond() * HOUR / GIGA;
    all.assumed("oplog", oplog, "GB/h", "update bytes + 150 B an entry, at peak");
    Double hours = storage.oplogHours();
    if (hours != null) {
      all.assumed("oplog window", hours, "h", text("wanted %.0f h", perSet.target().oplogHours()));
    }
    double stored = perSet.storedBytes() / GIGA;
    all.assumed("data", stored, "GB", "accounts × stored bytes and index");
    double more = stored * perSet.growth().perMonth();
    all.assumed("data growth", more, "GB/month", "with the accounts");
  }

  private List<String> notes(Design perSet, MeasuredCells measured) {
    List<String> notes = new ArrayList<>();
    notes.add(BIAS);
    if (host.shared()) {
      notes.add(
          "Load and server shared one host while it was measured: a server of its own carries"
              + " more.");
    }
    if (!host.topology().matches("ps[as]")) {
      notes.add(
          "Measured without secondaries: replicating costs the primary more than shown here.");
    }
    if (host.documents() != null && host.documents() < perSet.accounts()) {
      notes.add(
          text(
              "Measured on %,d documents, planned are %,.0f of a type: changes of more documents"
                  + " share fewer pages, which then cost the server more to write out; measure on"
                  + " as many.",
              host.documents(), perSet.accounts()));
    }
    notes.add("Only writes are planned; reads share the same CPUs, cache and disk.");
    notes.add("A host of another kind is not planned by scaling cores: measure on it.");
    if (!measured.aside().isEmpty()) {
      notes.add(measured.aside().size() + " cells of the runs were set aside.");
    }
    return notes;
  }
}
