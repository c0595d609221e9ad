package dev.weir.capacity.oplog;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an oplog tells of a span of time.
 *
 * @param from its begin
 * @param to its end
 * @param migrated writes of migrations between shards, left out
 * @param commands other than writes, such as new indexes
 * @param unknown entries that are not of a known form
 * @param others writes that were not looked at: of too many collections or open transactions
 * @param busiestMinute updates in the busiest minute over those of a mean one; null if the span is
 *     too short for that
 * @param collections most updates first
 */
public record OplogSummary(
    Instant from,
    Instant to,
    long migrated,
    long commands,
    long unknown,
    long others,
    @Nullable Double busiestMinute,
    List<CollectionSummary> collections) {

  /** Length of the span. */
  public double seconds() {
    return Duration.between(from, to).toMillis() / 1e3;
  }

  /** Updates of all collections. */
  public long updates() {
    return collections.stream().mapToLong(CollectionSummary::updates).sum();
  }

  /** Documents written in any way, in all collections. */
  public long writes() {
    return collections.stream().mapToLong(c -> c.inserts() + c.updates() + c.deletes()).sum();
  }
}
