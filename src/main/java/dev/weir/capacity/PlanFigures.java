package dev.weir.capacity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures of a plan, each with its unit, its interval and where it comes from. */
final class PlanFigures {
  private final PlanBasis basis;

  PlanFigures(PlanBasis basis) {
    this.basis = basis;
  }

  List<Figure> all() throws CapacityException {
    LoadFigures load = new LoadFigures(basis);
    ServerFigures server = new ServerFigures(basis);
    NeedFigures need = new NeedFigures(basis);
    List<Figure> all = new ArrayList<>(load.load());
    all.addAll(load.client());
    all.addAll(server.server());
    all.addAll(server.storage());
    all.addAll(need.need());
    all.addAll(need.loss());
    return all;
  }

  /** Targets that do not hold, a line each. */
  List<String> unmet() throws CapacityException {
    List<String> unmet = new ArrayList<>();
    Double hours = basis.storage().oplogHours();
    if (hours != null && hours < basis.design().target().oplogHours()) {
      unmet.add(
          String.format(
              Locale.ROOT,
              "oplog window %.1f h, wanted %.1f h",
              hours,
              basis.design().target().oplogHours()));
    }
    if (basis.design().surviveMemberDown() && basis.design().members() < 3) {
      unmet.add(
          "losing a member: " + basis.design().members() + " members keep no majority without one");
    }
    return unmet;
  }
}
