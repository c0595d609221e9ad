package dev.weir.capacity;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code played.json}: what a played plan measured so far. It is written after every load, so that
 * an interrupted one can go on.
 *
 * @param design what was planned
 * @param quick whether times were cut short
 * @param accounts of each type that were filled, at their stored size
 * @param cores of the server's host; null if unknown
 * @param cacheBytes of the server; null if unknown
 * @param freeBytes of its disk before anything was written; null if it does not tell
 * @param historySeconds that it keeps old versions; null if it does not tell
 * @param points each load that was played, in their order
 * @param notes what limits the figures
 */
@RecordBuilder
public record PlayedRun(
    Design design,
    boolean quick,
    long accounts,
    @Nullable Integer cores,
    @Nullable Double cacheBytes,
    @Nullable Double freeBytes,
    @Nullable Integer historySeconds,
    List<PlayedPoint> points,
    List<String> notes)
    implements PlayedRunBuilder.With {
  /** Its name in the run's folder. */
  public static final String NAME = "played.json";

  /**
   * @param holds most players that were played and held every target but the headroom; 0 if none
   *     did
   * @param breaks fewest that did not; null if none broke
   * @param confirmed whether the most were played over several checkpoints; never by a quick run
   */
  public record Search(long holds, @Nullable Long breaks, boolean confirmed) {}

  /** How many players hold, by what was played as planned but for their number. */
  Search search() {
    List<PlayedPoint> asPlanned =
        points.stream().filter(p -> p.kind() != PlayedPoint.Kind.AROUND).toList();
    Long breaks =
        asPlanned.stream()
            .filter(p -> !p.holds())
            .map(p -> p.load().players())
            .min(Comparator.naturalOrder())
            .orElse(null);
    List<PlayedPoint> held =
        asPlanned.stream().filter(p -> breaks == null || p.load().players() < breaks).toList();
    long most = held.stream().mapToLong(p -> p.load().players()).max().orElse(0);
    boolean confirmed =
        !quick
            && held.stream()
                .anyMatch(p -> p.load().players() == most && p.kind() != PlayedPoint.Kind.RAISED);
    return new Search(most, breaks, confirmed);
  }

  /** The same with one more load. */
  public PlayedRun with(PlayedPoint point) {
    List<PlayedPoint> all = new ArrayList<>(points);
    all.add(point.judged(design));
    return withPoints(all);
  }

  /** The point of that cell; null if it was not played. */
  public @Nullable PlayedPoint point(String cell) {
    return points.stream().filter(point -> point.cell().equals(cell)).findFirst().orElse(null);
  }
}
