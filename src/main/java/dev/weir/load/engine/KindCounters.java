package dev.weir.load.engine;

import dev.weir.driver.Written;
import dev.weir.record.WriteCounts;

/** Documents by kind of write, counted by one thread at a time and read by others. */
final class KindCounters {
  private final SingleWriterCounter inserted = new SingleWriterCounter();
  private final SingleWriterCounter matched = new SingleWriterCounter();
  private final SingleWriterCounter modified = new SingleWriterCounter();
  private final SingleWriterCounter upserted = new SingleWriterCounter();
  private final SingleWriterCounter deleted = new SingleWriterCounter();

  /** What a call was to do. */
  void add(Action action) {
    add(
        action.inserts(),
        action.documents() - action.inserts() - action.upserts() - action.deletes(),
        action.unchanged(),
        action.upserts(),
        action.deletes());
  }

  /** What a call did. */
  void add(Written done) {
    add(
        done.inserted(),
        done.matched(),
        done.matched() - done.modified(),
        done.upserted(),
        done.deleted());
  }

  private void add(long inserts, long matches, long unchanged, long upserts, long deletes) {
    matched.add(matches);
    modified.add(matches - unchanged);
    if (inserts + upserts + deletes > 0) {
      inserted.add(inserts);
      upserted.add(upserts);
      deleted.add(deletes);
    }
  }

  WriteCounts get() {
    return new WriteCounts(
        inserted.get(), matched.get(), modified.get(), upserted.get(), deleted.get());
  }
}
