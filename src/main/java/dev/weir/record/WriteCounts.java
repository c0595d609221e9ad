package dev.weir.record;

/**
 * Documents by kind of write.
 *
 * @param inserted new by inserts
 * @param matched found by the filters of updates and replacements
 * @param modified of those found, the ones that changed
 * @param upserted new because an upsert found none
 * @param deleted gone
 */
public record WriteCounts(long inserted, long matched, long modified, long upserted, long deleted) {
  /** Nothing was written. */
  public static final WriteCounts NONE = new WriteCounts(0, 0, 0, 0, 0);

  /** Found and saved as they were. */
  public long unchanged() {
    return matched - modified;
  }

  /** Both together. */
  public WriteCounts plus(WriteCounts other) {
    return new WriteCounts(
        inserted + other.inserted,
        matched + other.matched,
        modified + other.modified,
        upserted + other.upserted,
        deleted + other.deleted);
  }

  /** What came after an earlier count of the same. */
  public WriteCounts minus(WriteCounts earlier) {
    return new WriteCounts(
        inserted - earlier.inserted,
        matched - earlier.matched,
        modified - earlier.modified,
        upserted - earlier.upserted,
        deleted - earlier.deleted);
  }

  /** As a reader should see it. */
  @Override
  public String toString() {
    return inserted
        + " inserted, "
        + matched
        + " matched, "
        + modified
        + " modified, "
        + upserted
        + " upserted, "
        + deleted
        + " deleted";
  }
}
