package dev.weir.capacity;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;

/**
 * One answer of a plan.
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
    /** Computed from measured cells or from the design, by a formula that is given. */
    MODELLED,
    /** Taken from the design or from general knowledge; nobody measured it. */
    ASSUMED
  }

  static Figure of(String group, String name, double value, String unit, Basis basis, String how) {
    return new Figure(group, name, value, null, null, unit, basis, how);
  }

  static Figure of(String group, String name, Range range, String unit, Basis basis, String how) {
    return new Figure(group, name, range.mean(), range.low(), range.high(), unit, basis, how);
  }
}
