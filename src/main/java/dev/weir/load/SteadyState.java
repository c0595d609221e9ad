package dev.weir.load;

import java.util.List;

/** Placeholder to be replaced at merge. */
final class SteadyState {
  record Verdict(boolean steady, String reason) {}

  private SteadyState() {}

  static Verdict judge(List<Double> rates, double windowSeconds) {
    int n = rates.size();
    int w = (int) Math.min(n, Math.max(4, Math.round(3 / windowSeconds)));
    if (n < 4) {
      return new Verdict(false, "too few windows");
    }
    double a = 0;
    double b = 0;
    for (int i = 0; i < w / 2; i++) {
      a += rates.get(n - w + i);
      b += rates.get(n - w / 2 + i);
    }
    return new Verdict(b < a * 1.04, "second half " + b / a);
  }
}
