package dev.weir.capacity.oplog;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an oplog comes to for a player: how many documents of a type, how often they are written,
 * and the flush period that shows.
 *
 * @param seconds that were read
 * @param players that played in them; null if nobody said
 * @param period between two flushes of a document, in seconds
 */
record OplogRates(double seconds, @Nullable Double players, double period) {
  private static final double MORE_THAN_ONE = 1.5;

  /** Of a share nearer to 1 nobody can tell how often documents changed between two flushes. */
  static final double MOST_DIRTY = 0.99;

  private static final double SHORTEST_PERIOD = 0.1;

  /**
   * @param types the most written first
   */
  static OplogRates of(double seconds, @Nullable Double players, List<CollectionSummary> types) {
    OplogRates rates = new OplogRates(seconds, players, SHORTEST_PERIOD);
    return new OplogRates(seconds, players, rates.period(types));
  }

  /** That of the most written type; the shortest of all if another type is written more often. */
  private double period(List<CollectionSummary> all) {
    double chosen = period(all.get(0));
    for (CollectionSummary type : all) {
      if (rate(type) * chosen > MOST_DIRTY && period(type) < chosen) {
        chosen = period(type);
      }
    }
    return Math.max(SHORTEST_PERIOD, chosen);
  }

  private double period(CollectionSummary type) {
    FlushRhythm rhythm = type.rhythm();
    if (rhythm != null) {
      return rhythm.seconds();
    }
    Double gap = type.shortGap();
    return gap == null ? seconds : gap;
  }

  /** Documents of a type that a player has. */
  int each(CollectionSummary type) {
    double ratio = players == null ? 1 : type.documents() / players;
    return ratio > MORE_THAN_ONE ? (int) Math.round(ratio) : 1;
  }

  /** Updates of one document per second. */
  double rate(CollectionSummary type) {
    double documents = players == null ? type.documents() : players * each(type);
    return type.updates() / seconds / documents;
  }
}
