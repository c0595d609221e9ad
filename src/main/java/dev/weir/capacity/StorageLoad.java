package dev.weir.capacity;

import org.jspecify.annotations.Nullable;

/**
 * What a design writes to one server's cache, disk and oplog.
 *
 * <p>A checkpoint comes every 60 s and writes each page that changed since the last one, once.
 * Players flush in a fixed rhythm, so that of those who play each has its document written in that
 * time, however often: a share f of all accounts. They lie anywhere among the accounts, so that of
 * pages of m documents each 1 − (1 − f)^m are dirty. A leaf page holds 32 KiB. From 5 % of the
 * cache dirty WiredTiger evicts in the background and the share stays there, with pages written
 * more than once between checkpoints; from 20 % on the threads of the clients must evict.
 */
final class StorageLoad {
  static final double CHECKPOINT_SECONDS = 60;
  static final double PAGE_BYTES = 32 * 1024;

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

  StorageLoad(Design design) {
    this.design = design;
    this.load = FlushLoad.of(design);
  }

  /** Bytes of pages and oplog that are dirty when a checkpoint starts. */
  double dirtyBytes() {
    return changedPages() * PAGE_BYTES + oplogBytesPerSecond() * CHECKPOINT_SECONDS;
  }

  /** Pages that hold a document which is changed between two checkpoints, however often. */
  double changedPages() {
    double pages = 0;
    for (FlushLoad.OfType type : load.types()) {
      double perPage = Math.max(1, PAGE_BYTES / type.type().storedBytes());
      pages +=
          design.accounts()
              / perPage
              * -Math.expm1(perPage * Math.log1p(-Math.min(1, written(type) / design.accounts())))
              * Math.max(1, type.type().storedBytes() / PAGE_BYTES);
    }
    return pages;
  }

  /** Documents of a type that are written at least once between two checkpoints. */
  private double written(FlushLoad.OfType type) {
    double flushes = CHECKPOINT_SECONDS / load.period();
    return design.players()
        * Coalescing.dirtyProbability(type.rate(), Math.max(1, flushes) * load.period())
        * Math.min(1, flushes);
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
    return design.players() * bytesPerAccount(design) * CACHE_OVERHEAD + dirtyBytes();
  }

  /** The least memory of a server's host whose default cache holds the working set. */
  double memoryBytes() {
    return 2 * workingSetBytes() / CACHE_FILL + (1L << 30);
  }

  static double bytesPerAccount(Design design) {
    return design.documents().stream().mapToDouble(d -> d.storedBytes() + INDEX_BYTES).sum();
  }
}
