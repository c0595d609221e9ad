package dev.weir.capacity;

import static dev.weir.capacity.Figure.Basis.MODELLED;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a design writes, and what its client needs for that. */
final class LoadFigures {
  private static final String LOAD = "Load at peak";
  private static final String CLIENT = "Client";

  private static final double MEGA = 1e6;

  private final PlanBasis basis;

  LoadFigures(PlanBasis basis) {
    this.basis = basis;
  }

  List<Figure> load() {
    List<Figure> all = new ArrayList<>();
    double updates = basis.load().updatesPerSecond(basis.perSet().players()) * basis.sets();
    double documents = basis.load().documentsPerSecond() * basis.sets();
    all.add(
        figure(LOAD, "updates in memory", updates, "/s", MODELLED, "players × λ × peak factor"));
    for (FlushLoad.OfType type : basis.load().types()) {
      all.add(
          figure(
              LOAD,
              "documents of " + type.type().name(),
              type.documentsPerSecond() * basis.sets(),
              "/s",
              MODELLED,
              String.format(
                  Locale.ROOT,
                  "players·(1 − exp(−λT))/T with λ = %.4g/s, T = %.4g s",
                  type.rate(),
                  basis.load().period())));
    }
    all.add(figure(LOAD, "documents after coalescing", documents, "/s", MODELLED, "their sum"));
    all.add(
        figure(
            LOAD,
            "writes per update",
            documents / updates,
            "",
            MODELLED,
            "(1 − exp(−λT))/(λT), weighted"));
    all.add(figure(LOAD, "documents per batch", basis.server().batch(), "", MODELLED, batchHow()));
    all.add(
        figure(
            LOAD,
            "batches",
            basis.load().batchesPerSecond() * basis.sets(),
            "/s",
            MODELLED,
            "documents ÷ batch"));
    if (basis.load().burst() > 0) {
      all.add(
          figure(
              LOAD,
              "documents of one flush, per replica set",
              basis.load().burst(),
              "",
              MODELLED,
              "players·(1 − exp(−λT)), all due at once"));
    }
    return all;
  }

  List<Figure> client() throws CapacityException {
    List<Figure> all = new ArrayList<>();
    int threads = basis.server().threads().stream().mapToInt(Integer::intValue).sum();
    String how = "per type, the fewest that carry 95 % of the most";
    all.add(figure(CLIENT, "threads, per replica set", threads, "", MODELLED, how));
    all.add(figure(CLIENT, "maxPoolSize", threads, "", MODELLED, "a connection per thread"));
    if (basis.model().knows(Quantity.CLIENT_CPU)) {
      Range cores = basis.server().perSecond(Quantity.CLIENT_CPU).times(basis.sets() / MEGA);
      all.add(Figure.of(CLIENT, "CPUs busy", cores, "cores", MODELLED, "documents/s × demand"));
      all.add(
          Figure.of(
              CLIENT,
              "CPUs to have",
              cores.times(1 / (1 - basis.design().target().headroom())),
              "cores",
              MODELLED,
              "busy ÷ (1 − headroom)"));
    }
    return all;
  }

  private String batchHow() {
    return basis.design().flush().policy() == Design.Policy.STAGGERED
        ? "the wanted batch, or what falls due while a batch lingers"
        : "a flush cut into equal batches no larger than wanted";
  }

  private static Figure figure(
      String group, String name, double value, String unit, Figure.Basis basis, String how) {
    return Figure.of(group, name, value, unit, basis, how);
  }
}
