package dev.weir.capacity;

import static dev.weir.capacity.Figure.Basis.ASSUMED;
import static dev.weir.capacity.Figure.Basis.MODELLED;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What to buy, and what is lost when something crashes. */
final class NeedFigures {
  private static final String NEED = "What to buy";
  private static final String LOSS = "What a crash loses";

  /** {@code storage.journal.commitIntervalMs}: what w:1 may lose when the server crashes. */
  private static final double JOURNAL_SECONDS = 0.1;

  private final PlanBasis basis;

  NeedFigures(PlanBasis basis) {
    this.basis = basis;
  }

  List<Figure> need() throws CapacityException {
    List<Figure> all = new ArrayList<>();
    all.add(
        figure(
            NEED,
            "replica sets (shards)",
            basis.sets(),
            "",
            MODELLED,
            "fewest that keep headroom"));
    all.add(
        figure(
            NEED,
            "server hosts",
            (double) basis.sets() * basis.design().members(),
            "",
            MODELLED,
            "sets × members, each as large as the primary: it may become one"));
    all.add(
        figure(
            NEED,
            "replica sets in " + basis.design().growth().months() + " months",
            basis.limits().sets(basis.design().grown()),
            "",
            MODELLED,
            String.format(Locale.ROOT, "players × %.2f", basis.design().growth().factor())));
    all.add(
        figure(
            NEED,
            "players that these sets carry",
            basis.design().players()
                * (1 - basis.design().target().headroom())
                / basis.limits().binding(basis.perSet()).used(),
            "",
            MODELLED,
            "until the binding limit leaves only the headroom"));
    Design.Price price = basis.design().price();
    if (price != null) {
      double month = (double) basis.sets() * basis.design().members() * price.perHostMonth();
      all.add(
          figure(
              NEED,
              "cost per 1000 concurrent players",
              month / basis.design().players() * 1000,
              price.currency() + "/month",
              ASSUMED,
              "server hosts × price"));
    }
    return all;
  }

  List<Figure> loss() throws CapacityException {
    List<Figure> all = new ArrayList<>();
    double period = basis.load().period();
    all.add(figure(LOSS, "progress lost, mean", period / 2, "s", MODELLED, "T/2"));
    all.add(
        figure(LOSS, "progress lost, worst", period, "s", MODELLED, "T, and the time of a write"));
    all.add(
        figure(
            LOSS,
            "updates in memory only, mean",
            basis.load().updatesPerSecond(basis.perSet().players()) * basis.sets() * period / 2,
            "",
            MODELLED,
            "players·λT/2"));
    double dirtyShare = 0;
    for (FlushLoad.OfType type : basis.load().types()) {
      dirtyShare +=
          basis.load().burst() > 0
              ? Coalescing.dirtyProbability(type.rate(), period)
              : Coalescing.meanDirtyShare(type.rate(), period);
    }
    double dirty = dirtyShare * basis.perSet().players();
    all.add(
        figure(
            LOSS,
            "dirty documents at shutdown",
            dirty * basis.sets(),
            "",
            MODELLED,
            basis.load().burst() > 0
                ? "just before a flush: players·(1 − exp(−λT))"
                : "players·(1 − (1 − exp(−λT))/(λT))"));
    Range saturated = basis.server().saturated();
    all.add(
        Figure.of(
            LOSS,
            "drain at shutdown",
            new Range(dirty / saturated.mean(), dirty / saturated.high(), dirty / saturated.low()),
            "s",
            MODELLED,
            "dirty documents ÷ saturation"));
    boolean journaled = !basis.design().durability().yamlName().equals("w1");
    all.add(
        figure(
            LOSS,
            "acknowledged writes lost if a server dies",
            journaled ? 0 : basis.load().documentsPerSecond() * JOURNAL_SECONDS,
            "documents",
            ASSUMED,
            journaled
                ? "the journal is forced before the acknowledgement"
                : "w:1: up to 100 ms of journal, more on a failover with lag"));
    return all;
  }

  private static Figure figure(
      String group, String name, double value, String unit, Figure.Basis basis, String how) {
    return Figure.of(group, name, value, unit, basis, how);
  }
}
