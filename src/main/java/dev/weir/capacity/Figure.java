package dev.weir.capacity;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.weir.record.Interval;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One figure of a plan that was not measured.
 *
 * @param group heading it stands under
 * @param name what it is
 * @param value the figure
 * @param low lower bound of its 90 % interval; null where it has none
 * @param high upper bound
 * @param unit its unit, empty for a count
 * @param basis where it comes from
 * @param how formula or source, in a line
 */
@JsonPropertyOrder({"group", "name", "value", "low", "high", "unit", "basis", "how"})
public record Figure(
    String group,
    String name,
    double value,
    @Nullable Double low,
    @Nullable Double high,
    String unit,
    Basis basis,
    String how) {

  /** How far a figure may be trusted. */
  public enum Basis {
    /** Computed from what was measured or from the plan, by a formula that is given. */
    MODELLED,
    /** Taken from the plan or from general knowledge; nobody measured it. */
    ASSUMED
  }

  /** Figures in the making, of one heading after another. */
  static final class Listed {
    private final List<Figure> figures = new ArrayList<>();
    private String group = "";

    Listed under(String heading) {
      group = heading;
      return this;
    }

    void modelled(String name, double value, String unit, String how) {
      figures.add(new Figure(group, name, value, null, null, unit, Basis.MODELLED, how));
    }

    void assumed(String name, double value, String unit, String how) {
      figures.add(new Figure(group, name, value, null, null, unit, Basis.ASSUMED, how));
    }

    /** A modelled figure with its bounds, all times a factor. */
    void modelled(String name, Interval in, double factor, String unit, String how) {
      double low = in.low() * factor;
      double high = in.high() * factor;
      figures.add(
          new Figure(group, name, in.mean() * factor, low, high, unit, Basis.MODELLED, how));
    }

    List<Figure> all() {
      return figures;
    }
  }
}
