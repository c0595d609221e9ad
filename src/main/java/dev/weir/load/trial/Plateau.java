package dev.weir.load.trial;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether a warming path has stopped getting faster: its last slice brought no new best beyond a
 * margin. Noise of a shared machine only ever makes a slice slower, so the best so far is a better
 * witness than a trend; a slice that is slow by chance ends a warm-up early at worst, and then each
 * trial still has to show steady state itself.
 */
final class Plateau {
  /** A new best by more than this means that the compiler is still at work. */
  private static final double MARGIN = 0.04;

  private final int fewestSlices;
  private final List<Double> rates = new ArrayList<>();
  private double best;
  private boolean improved;

  Plateau(int fewestSlices) {
    this.fewestSlices = fewestSlices;
  }

  void add(double rate) {
    improved = rate > best * (1 + MARGIN);
    best = Math.max(best, rate);
    rates.add(rate);
  }

  boolean reached() {
    return rates.size() >= fewestSlices && !improved;
  }

  List<Double> rates() {
    return List.copyOf(rates);
  }
}
