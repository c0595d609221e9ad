package dev.weir.record;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rate that a load was asked for, which stands among the factors of its cells.
 *
 * @param perSecond operations/s asked for
 * @param arrivals how they come; null where threads pace themselves
 */
public record RequestedRate(double perSecond, @Nullable Arrivals arrivals) {
  /** The factor that holds the rate. */
  public static final String RATE = "rate";

  /** The factor that tells how operations come. */
  public static final String ARRIVALS = "arrivals";

  /** YCSB's own factor: the rate of all kinds of operations of a phase together. */
  public static final String TARGET = "target";

  /** What an offered load adds to the factors of the cell that it writes. */
  public static final Set<String> ADDED = Set.of(RATE, ARRIVALS);

  private static final String NUMBER = "\\d{1,9}(\\.\\d{1,6})?";

  /** How operations come. */
  public enum Arrivals {
    /** Evenly spaced. */
    CONSTANT,
    /** As a Poisson process. */
    POISSON;

    /** As it is written in records and options. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Reads it from the factors of a cell; null if no rate was asked for. */
  public static @Nullable RequestedRate of(Map<String, String> factors) {
    String rate = factors.getOrDefault(RATE, factors.getOrDefault(TARGET, ""));
    double perSecond = rate.matches(NUMBER) ? Double.parseDouble(rate) : 0;
    if (perSecond == 0) {
      return null;
    }
    String arrivals = factors.getOrDefault(ARRIVALS, "");
    for (Arrivals each : Arrivals.values()) {
      if (each.toString().equals(arrivals)) {
        return new RequestedRate(perSecond, each);
      }
    }
    return new RequestedRate(perSecond, null);
  }

  /** Adds it to the factors of a cell. */
  public void addTo(Map<String, String> factors) {
    // Threads that pace themselves make few operations, where the first decimal counts.
    String digits = arrivals == null ? "%.1f" : "%.0f";
    factors.put(RATE, String.format(Locale.ROOT, digits, perSecond));
    if (arrivals != null) {
      factors.put(ARRIVALS, arrivals.toString());
    }
  }

  /** YCSB's target as a factor: {@code none} for 0. */
  public static void addTarget(Map<String, String> factors, int perSecond) {
    factors.put(TARGET, perSecond == 0 ? "none" : Integer.toString(perSecond));
  }
}
