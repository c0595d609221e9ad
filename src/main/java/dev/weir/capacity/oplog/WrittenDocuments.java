package dev.weir.capacity.oplog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Which documents of a collection were changed, and when. Of too many documents it keeps those
 * whose hash ends in zeros, and counts each of them for as many as it stands for.
 */
final class WrittenDocuments {
  /** Periods over which changed documents are counted, in ms. */
  private static final long[] PERIODS = {
    1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000
  };

  private final Map<Long, Long> last = new HashMap<>();
  private final Histogram gaps = new Histogram(3);
  private final Tiles[] tiles = new Tiles[PERIODS.length];
  private long mask;

  WrittenDocuments() {
    gaps.setAutoResize(true);
    for (int i = 0; i < tiles.length; i++) {
      tiles[i] = new Tiles(PERIODS[i]);
    }
  }

  /**
   * @param millis since the span began, not before the last write by more than a moment
   */
  void write(long document, long millis) {
    for (Tiles each : tiles) {
      each.write(millis);
    }
    if ((document & mask) != 0) {
      return;
    }
    long weight = mask + 1;
    Long before = last.put(document, millis);
    for (Tiles each : tiles) {
      each.document(before, millis, weight);
    }
    if (before != null) {
      gaps.recordValueWithCount(Math.max(0, millis - before), weight);
    }
  }

  /** Documents that are kept. */
  int kept() {
    return last.size();
  }

  /** Keeps every other document. */
  void halve() {
    mask = 2 * mask + 1;
    last.keySet().removeIf(document -> (document & mask) != 0);
  }

  boolean estimated() {
    return mask != 0;
  }

  /** Different documents. */
  double documents() {
    return (double) last.size() * (mask + 1);
  }

  /** Times between two writes of the same document, in ms. */
  Histogram gaps() {
    return gaps;
  }

  /** Documents per period, for the periods of which the span has at least two. */
  List<CollectionSummary.Window> windows(long spanMillis) {
    List<CollectionSummary.Window> windows = new ArrayList<>();
    for (Tiles each : tiles) {
      if (2 * each.period <= spanMillis) {
        windows.add(each.window(spanMillis));
      }
    }
    return windows;
  }

  /** Whole periods one after another: the writes in them, and the documents that these changed. */
  private static final class Tiles {
    private final long period;
    private long tile;
    private long writes;
    private double documents;
    private long writesBefore;
    private double documentsBefore;

    Tiles(long period) {
      this.period = period;
    }

    void write(long millis) {
      if (millis / period > tile) {
        tile = millis / period;
        writesBefore = writes;
        documentsBefore = documents;
      }
      writes++;
    }

    void document(@Nullable Long before, long millis, long weight) {
      if (before == null || before / period != millis / period) {
        documents += weight;
      }
    }

    CollectionSummary.Window window(long spanMillis) {
      long whole = spanMillis / period;
      boolean lastIsWhole = tile < whole;
      return new CollectionSummary.Window(
          period / 1e3,
          (lastIsWhole ? documents : documentsBefore) / whole,
          (double) (lastIsWhole ? writes : writesBefore) / whole);
    }
  }
}
