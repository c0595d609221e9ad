package dev.weir.ycsb;

/** The operations that are batched, by YCSB's names. */
enum BatchKind {
  INSERT,
  UPDATE;

  /** The name of the whole batch as an operation of its own. */
  String batchName() {
    return "BATCH-" + name();
  }
}
