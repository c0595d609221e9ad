package dev.weir.capacity;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
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
 * @param search where the search for the most players ended
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
    Search search,
    List<String> notes)
    implements PlayedRunBuilder.With {
  /** Its name in the run's folder. */
  public static final String NAME = "played.json";

  /**
   * @param holds most players that held every target but the headroom; 0 if none did
   * @param breaks fewest that did not; null if none broke
   * @param confirmed whether the most were played over as long a time as the planned ones
   */
  public record Search(long holds, @Nullable Long breaks, boolean confirmed) {
    /** Nothing was looked for yet. */
    public static final Search NONE = new Search(0, null, false);
  }

  /** The same with one more load. */
  public PlayedRun with(PlayedPoint point, Search found) {
    List<PlayedPoint> all = new ArrayList<>(points);
    all.add(point.judged(design));
    return withPoints(all).withSearch(found);
  }

  /** The point of that cell; null if it was not played. */
  public @Nullable PlayedPoint point(String cell) {
    return points.stream().filter(point -> point.cell().equals(cell)).findFirst().orElse(null);
  }
}
