package dev.weir.capacity;

import org.jspecify.annotations.Nullable;

/**
 * What a design writes to one server's cache, disk and oplog.
 *
 * <p>A checkpoint comes every 60 s and writes each page that changed since the last one, once.
 * Pages coalesce as documents do: with P pages of a collection and r documents written per second
 * at random places, P(1 − exp(−60r/P)) of them are dirty. A leaf page holds 32 KiB. The cache
 * starts to evict dirty pages in the background at 5 % dirty and lets writers do it themselves at
 * 20 % (WiredTiger's {@code eviction_dirty_target} and {@code eviction_dirty_trigger} as MongoDB
 * sets them).
 */
final class StorageLoad {
  static final double CHECKPOINT_SECONDS = 60;
  static final double PAGE_BYTES = 32 * 1024;
  static final double DIRTY_TARGET = 0.05;
  static final double DIRTY_TRIGGER = 0.20;

  /** Of a document's update an oplog entry keeps the values with their names, and adds this. */
  static final double OPLOG_ENTRY_BYTES = 150;

  /** An {@code _id} index: key, record id and page overhead. */
  static final double INDEX_BYTES = 40;

  /** Pages in memory are larger than on disk, and never quite full. */
  static final double CACHE_OVERHEAD = 1.3;

  /** Of the cache that may be used before eviction starts. */
  static final double CACHE_FILL = 0.8;

  private static final double HOUR = 3600;

  private final Design design;
  private final FlushLoad load;

  StorageLoad(Design design, FlushLoad load) {
    this.design = design;
    this.load = load;
  }

  /** Bytes of pages that are dirty when a checkpoint starts. */
  double dirtyBytes() {
    double pages = 0;
    for (FlushLoad.OfType type : load.types()) {
      double perPage = Math.max(1, PAGE_BYTES / type.type().storedBytes());
      double all = design.accounts() / perPage;
      double writes = type.documentsPerSecond();
      // Only players who play dirty their documents; those lie scattered among all accounts.
      pages +=
          all
              * Coalescing.dirtyProbability(writes / all, CHECKPOINT_SECONDS)
              * Math.max(1, type.type().storedBytes() / PAGE_BYTES);
    }
    return pages * PAGE_BYTES + oplogBytesPerSecond() * CHECKPOINT_SECONDS;
  }

  double oplogBytesPerSecond() {
    return load.types().stream()
        .mapToDouble(t -> t.documentsPerSecond() * (t.type().updateBytes() + OPLOG_ENTRY_BYTES))
        .sum();
  }

  /** Hours that the oplog reaches back; null without its size. */
  @Nullable Double oplogHours() {
    Double size = design.host().oplogBytes();
    return size == null ? null : Double.valueOf(size / oplogBytesPerSecond() / HOUR);
  }

  /** Checkpoint's share of what is written to disk. */
  double checkpointBytesPerSecond() {
    return dirtyBytes() / CHECKPOINT_SECONDS;
  }

  /** Documents and index of those who play. */
  double workingSetBytes() {
    return design.players() * bytesPerAccount() * CACHE_OVERHEAD + dirtyBytes();
  }

  /** The least memory of a server's host whose default cache holds the working set. */
  double memoryBytes() {
    return 2 * workingSetBytes() / CACHE_FILL + (1L << 30);
  }

  /** All accounts, without replicas and compression. */
  double storedBytes() {
    return design.accounts() * bytesPerAccount();
  }

  private double bytesPerAccount() {
    return design.documents().stream().mapToDouble(d -> d.storedBytes() + INDEX_BYTES).sum();
  }
}
