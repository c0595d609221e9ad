package dev.weir.capacity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How much an input moves the load on the server.
 *
 * @param input which one
 * @param elasticity per cent more utilisation for one per cent more of the input, taken between 10
 *     % less and 10 % more, or on one side where the other was not measured
 */
public record Sensitivity(String input, double elasticity) {
  private static final double STEP = 0.1;

  private interface Change {
    Design by(double factor);
  }

  private record Input(String name, Change change) {}

  /** All inputs, the one that matters most first. */
  static List<Sensitivity> of(CapacityModel model, Design design) throws CapacityException {
    double base = used(model, design);
    List<Sensitivity> all = new ArrayList<>();
    for (Input input : inputs(design)) {
      double low = attempt(model, input.change().by(1 - STEP));
      double high = attempt(model, input.change().by(1 + STEP));
      if (!Double.isNaN(low) && !Double.isNaN(high)) {
        all.add(new Sensitivity(input.name(), (high - low) / base / (2 * STEP)));
      } else if (!Double.isNaN(low)) {
        all.add(new Sensitivity(input.name(), (base - low) / base / STEP));
      } else if (!Double.isNaN(high)) {
        all.add(new Sensitivity(input.name(), (high - base) / base / STEP));
      }
    }
    all.sort(Comparator.comparingDouble((Sensitivity s) -> Math.abs(s.elasticity())).reversed());
    return all;
  }

  private static List<Input> inputs(Design d) {
    return List.of(
        new Input("players", f -> d.withPlayers(d.players() * f)),
        new Input("updates per minute", f -> d.withDocuments(scaled(d, f, 1, 1))),
        new Input("peak factor", f -> d.withPeakFactor(d.peakFactor() * f)),
        new Input("flush period", f -> d.withFlush(d.flush().every(d.flush().period() * f))),
        new Input(
            "batch", f -> d.withFlush(d.flush().ofBatch((int) Math.round(d.flush().batch() * f)))),
        new Input("fields per update", f -> d.withDocuments(scaled(d, 1, f, 1))),
        new Input("bytes per update", f -> d.withDocuments(scaled(d, 1, 1, f))));
  }

  private static List<Design.DocumentType> scaled(
      Design design, double rate, double fields, double bytes) {
    return design.documents().stream().map(d -> d.scaled(rate, fields, bytes)).toList();
  }

  /** NaN where nothing was measured. */
  private static double attempt(CapacityModel model, Design design) {
    try {
      return used(model, design);
    } catch (CapacityException e) {
      return Double.NaN;
    }
  }

  private static double used(CapacityModel model, Design design) throws CapacityException {
    return new LoadedServer(model, design).meanUtilisation();
  }
}
