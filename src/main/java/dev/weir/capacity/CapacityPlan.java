package dev.weir.capacity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The answers to a design.
 *
 * @param design what was asked
 * @param from names of the runs' folders that it rests on
 * @param measuredOn the deployment they measured, the unit of what is needed
 * @param sets replica sets of that kind needed now
 * @param verdict in a line: how many sets, what binds, whether the targets hold
 * @param unmet targets that do not hold, a line each
 * @param figures all answers
 * @param constraints limits of one set at its share of the peak, the nearest first
 * @param tradeOff other flush periods, for one set's share
 * @param sensitivity which input matters most
 * @param formulas what was fitted, by quantity
 * @param notes what a reader must know before relying on this
 */
public record CapacityPlan(
    Design design,
    List<String> from,
    String measuredOn,
    int sets,
    String verdict,
    List<String> unmet,
    List<Figure> figures,
    List<Constraint> constraints,
    List<TradeOff> tradeOff,
    List<Sensitivity> sensitivity,
    Map<Quantity, String> formulas,
    List<String> notes) {

  /** How far estimates were off where the plan was played as well. */
  private static final String BIAS =
      "A quick estimate of known bias: it rests on small documents that were measured for seconds."
          + " mmo-shard, played at its own size on a server as it comes, took 2.4 to 4.1 times the"
          + " server CPU that is estimated for it (310 to 520 µs per document, not 127). Without"
          + " --from a plan is played.";

  /**
   * Plans a design on what was measured.
   *
   * @throws CapacityException if too little was measured, or the design lies outside of it
   */
  public static CapacityPlan of(Design design, MeasuredCells measured, String driver)
      throws CapacityException {
    CapacityModel model = CapacityModel.fit(measured.cells(), driver);
    Constraints limits = new Constraints(model, measured.host());
    int sets = limits.sets(design);
    Design perSet = design.perSet(sets);
    PlanFigures figures = new PlanFigures(PlanBasis.of(model, measured.host(), design, sets));
    List<Constraint> constraints = limits.of(perSet);
    List<Figure> all = figures.all();
    List<String> unmet = figures.unmet();
    return new CapacityPlan(
        design,
        measured.runs().stream().map(run -> String.valueOf(run.getFileName())).toList(),
        measured.host().title(),
        sets,
        verdict(design, sets, constraints.get(0), unmet),
        unmet,
        all,
        constraints,
        TradeOff.of(model, perSet),
        Sensitivity.of(model, perSet),
        model.formulas(),
        notes(perSet, measured));
  }

  /** The answer: what is needed, what gives way first, what the estimate can't tell. */
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        String.format(
            Locale.ROOT,
            "%,.0f players need %d replica set%s like the one that was measured: %s.",
            design.players(),
            sets,
            sets == 1 ? "" : "s",
            measuredOn));
    Constraint nearest = constraints.get(0);
    sentences.add(
        String.format(
            Locale.ROOT,
            "What fills up first is %s: %.0f %% of it at the peak.",
            nearest.name(),
            nearest.used() * 100));
    unmet.forEach(target -> sentences.add("A target does not hold: " + target + "."));
    sentences.add(
        "This is an estimate, and it knows no response times. To know, play the plan: weir plan"
            + " PLAN.");
    return sentences;
  }

  private static String verdict(Design design, int sets, Constraint binding, List<String> unmet) {
    return String.format(
        Locale.ROOT,
        "%,.0f players need %d replica set%s of the measured kind; %s binds at %.0f %%; %s",
        design.players(),
        sets,
        sets == 1 ? "" : "s",
        binding.name(),
        binding.used() * 100,
        unmet.isEmpty()
            ? "an estimate, which knows no p99: play the plan"
            : "not met: " + String.join("; ", unmet));
  }

  private static List<String> notes(Design perSet, MeasuredCells measured) {
    List<String> notes = new ArrayList<>();
    notes.add(BIAS);
    MeasuredHost host = measured.host();
    if (host.shared()) {
      notes.add(
          "Load and server shared one host while it was measured: a server of its own carries"
              + " more.");
    }
    if (!host.topology().equals("pss") && !host.topology().equals("psa")) {
      notes.add(
          "Measured without secondaries: replicating costs the primary more than shown here.");
    }
    if (host.documents() != null && host.documents() < perSet.accounts()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "Measured on %,d documents, planned are %,.0f of a type: changes of more documents"
                  + " share fewer pages, which then cost the server more to write out; measure on"
                  + " as many.",
              host.documents(),
              perSet.accounts()));
    }
    notes.add("Only writes are planned; reads share the same CPUs, cache and disk.");
    notes.add("A host of another kind is not planned by scaling cores: measure on it.");
    if (!measured.aside().isEmpty()) {
      notes.add(measured.aside().size() + " cells of the runs were set aside.");
    }
    return notes;
  }
}
