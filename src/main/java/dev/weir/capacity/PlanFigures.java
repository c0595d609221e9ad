package dev.weir.capacity;

import static dev.weir.capacity.PlanAnswer.text;

import dev.weir.study.Durability;

/** What follows from a plan alone: its load, and what a crash loses. */
final class PlanFigures {
  /** {@code storage.journal.commitIntervalMs}: what w:1 may lose when the server crashes. */
  private static final double JOURNAL_SECONDS = 0.1;

  private PlanFigures() {}

  /**
   * @param most documents per second that empty the game's memory at its shutdown
   * @param ofMost what that rate is, as the end of its line
   */
  static Figure.Listed of(Design design, double most, String ofMost) {
    FlushLoad load = FlushLoad.of(design);
    double updates = load.updatesPerSecond(design.players());
    double documents = load.documentsPerSecond();
    double calls = load.batchesPerSecond();
    double period = load.period();
    boolean atOnce = load.burst() > 0;
    Figure.Listed all = new Figure.Listed().under("Load at peak");
    all.modelled("updates in memory", updates, "/s", "players × λ × peak factor");
    for (FlushLoad.OfType type : load.types()) {
      all.modelled(
          "documents of " + type.type().name(),
          type.documentsPerSecond(),
          "/s",
          text("players·(1 − exp(−λT))/T with λ = %.4g/s, T = %.4g s", type.rate(), load.period()));
    }
    all.modelled("documents after coalescing", documents, "/s", "their sum");
    all.modelled("writes per update", documents / updates, "", "(1 − exp(−λT))/(λT), weighted");
    all.modelled(
        "documents per batch",
        documents / calls,
        "",
        design.flush().policy() == Design.Policy.STAGGERED
            ? "the wanted batch, or what falls due while a batch lingers"
            : "a flush cut into equal batches no larger than wanted");
    all.modelled("batches", calls, "/s", "documents ÷ batch");
    if (atOnce) {
      String how = "players·(1 − exp(−λT)), all due at once";
      all.modelled("documents of one flush", load.burst(), "", how);
    }
    all.under("What a crash loses");
    all.modelled("progress lost, mean", period / 2, "s", "T/2");
    all.modelled("progress lost, worst", period, "s", "T, and the time of a write");
    all.modelled("updates in memory only, mean", updates * period / 2, "", "players·λT/2");
    double dirty = 0;
    for (FlushLoad.OfType type : load.types()) {
      dirty +=
          design.players()
              * (atOnce
                  ? Coalescing.dirtyProbability(type.rate(), period)
                  : Coalescing.meanDirtyShare(type.rate(), period));
    }
    all.modelled(
        "dirty documents at shutdown",
        dirty,
        "",
        atOnce
            ? "just before a flush: players·(1 − exp(−λT))"
            : "players·(1 − (1 − exp(−λT))/(λT))");
    String rate = text("dirty documents ÷ %,.0f documents/s", most) + ofMost;
    all.modelled("drain at shutdown", dirty / most, "s", rate);
    boolean journaled = design.durability() != Durability.W1;
    all.assumed(
        "acknowledged writes lost if a server dies",
        journaled ? 0 : documents * JOURNAL_SECONDS,
        "documents",
        journaled
            ? "the journal is forced before the acknowledgement"
            : "w:1: up to 100 ms of journal, more on a failover with lag");
    return all;
  }
}
