package dev.weir.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A statement about the cells of a study, with the tests that answer it. A claim holds if all of
 * its tests do.
 *
 * @param id short name, unique in the study
 * @param text the statement
 * @param report what the field report itself has: its figure, and what it compared; null if none
 *     has any
 * @param ours whether it is a hypothesis of the study's author, which no report states
 * @param separateHosts whether it is stated for a client and a server on hosts of their own, and so
 *     can't be answered where they share one
 * @param fullScaleOnly whether its cells exist at full scale only
 * @param notTestable why no run of this study can answer it; null if one can
 * @param tests at least one, or none if not testable
 */
public record Claim(
    String id,
    String text,
    @Nullable String report,
    boolean ours,
    boolean separateHosts,
    boolean fullScaleOnly,
    @Nullable String notTestable,
    List<Test> tests) {

  /** What has to hold of one or more cells. */
  public sealed interface Test permits Comparison, Limit, Bound {
    /** The cell in question. */
    Selection compare();

    /** The cell that it is compared with; null if with none. */
    default @Nullable Selection to() {
      return null;
    }
  }

  /**
   * One comparison of cells.
   *
   * @param figure what is compared
   * @param compare the cell in question; with {@code along} one for each level
   * @param to the cell it is divided by; null to look at the figure itself, with {@code along} only
   * @param along the factor whose levels form a trend; null for a plain ratio
   * @param expected where the ratio, or the change from the lowest to the highest level, should lie
   */
  public record Comparison(
      Figure figure,
      Selection compare,
      @Nullable Selection to,
      @Nullable Factor<?> along,
      Region expected)
      implements Test {}

  /**
   * What holds one cell back.
   *
   * @param heldBackBy parts of names of limits, in any case; one of them has to fit
   */
  public record Limit(Selection compare, List<String> heldBackBy) implements Test {
    /** Whether a limit of that name is meant. */
    public boolean names(String limit) {
      String name = limit.toLowerCase(Locale.ROOT);
      return heldBackBy.stream().anyMatch(part -> name.contains(part.toLowerCase(Locale.ROOT)));
    }
  }

  /**
   * A figure that stays within a bound in every valid trial.
   *
   * @param compare one or more cells
   * @param atMost in the figure's own unit, 0 or more
   */
  public record Bound(Figure figure, Selection compare, double atMost) implements Test {}

  /**
   * The cells for which every named factor has the named value.
   *
   * @param values what the study does not vary included, unless the test goes along it
   */
  public record Selection(Map<Factor<?>, Object> values) {
    /**
     * Whether the cell is meant. What follows from its other factors, such as the batch of a single
     * update, can't differ.
     */
    public boolean matches(Cell cell) {
      return values.entrySet().stream()
          .allMatch(
              wanted ->
                  wanted.getValue().equals(cell.get(wanted.getKey()))
                      || !cell.chooses(wanted.getKey()));
    }

    Map<String, String> named() {
      Map<String, String> named = new LinkedHashMap<>();
      values.forEach((factor, value) -> named.put(factor.yamlName(), value.toString()));
      return named;
    }
  }

  /**
   * Where a ratio should lie.
   *
   * @param from lower bound, 0 for none
   * @param to upper bound, infinite for none
   * @param kind how it was stated
   */
  public record Region(double from, double to, Kind kind) {
    /** How a region was stated, which decides how it is tested and shown. */
    public enum Kind {
      /** Bounds were given. */
      RANGE,
      /** No difference beyond a margin: an equivalence test. */
      NO_DIFFERENCE,
      /** It rises along the levels by more than a smallest change. */
      RISES,
      /** It falls along the levels by more than a smallest change. */
      FALLS
    }
  }

  /** As it stands in a study file; {@link ClaimReader} reads it back. */
  public Map<String, Object> written() {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put("id", id);
    keys.put("text", text);
    if (report != null) {
      keys.put("report", report);
    }
    if (ours) {
      keys.put("source", "ours");
    }
    if (separateHosts) {
      keys.put("hosts", "separate");
    }
    if (fullScaleOnly) {
      keys.put("scale", "full");
    }
    if (notTestable != null) {
      keys.put("notTestable", notTestable);
    } else {
      keys.put("all", tests.stream().map(Claim::written).toList());
    }
    return keys;
  }

  private static Map<String, Object> written(Test any) {
    Map<String, Object> keys = new LinkedHashMap<>();
    if (any instanceof Limit limit) {
      keys.put("compare", limit.compare().named());
      keys.put("heldBackBy", limit.heldBackBy());
      return keys;
    }
    if (any instanceof Bound bound) {
      keys.put("figure", bound.figure().yamlName());
      keys.put("compare", bound.compare().named());
      keys.put("atMost", bound.atMost());
      return keys;
    }
    Comparison test = (Comparison) any;
    keys.put("figure", test.figure().yamlName());
    keys.put("compare", test.compare().named());
    Selection to = test.to();
    if (to != null) {
      keys.put("to", to.named());
    }
    Factor<?> along = test.along();
    if (along != null) {
      keys.put("along", along.yamlName());
    }
    Region region = test.expected();
    switch (region.kind()) {
      case RANGE -> {
        Map<String, Object> range = new LinkedHashMap<>();
        if (region.from() > 0) {
          range.put("from", region.from());
        }
        if (Double.isFinite(region.to())) {
          range.put("to", region.to());
        }
        keys.put("ratio", range);
      }
      case NO_DIFFERENCE -> keys.put("noDifference", percent(region.to()));
      case RISES -> {
        keys.put("trend", "rises");
        keys.put("by", percent(region.from()));
      }
      case FALLS -> {
        keys.put("trend", "falls");
        keys.put("by", percent(1 / region.to()));
      }
    }
    return keys;
  }

  private static String percent(double factor) {
    return Math.round((factor - 1) * 1e5) / 1e3 + "%";
  }
}
