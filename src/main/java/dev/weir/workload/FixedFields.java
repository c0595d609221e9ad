package dev.weir.workload;

import dev.weir.study.Cell;
import dev.weir.study.Factor;
import dev.weir.study.Indexes;
import org.bson.Document;

/**
 * Fields beside the role that no update writes: what indexes on unchanged data lie on. Their values
 * follow from the document's key, so that a write of the whole document writes the same ones.
 */
final class FixedFields {
  static final FixedFields NONE = new FixedFields(0);

  private static final String NAME = "fixed";

  private final int count;

  private FixedFields(int count) {
    this.count = count;
  }

  static FixedFields of(Cell cell) {
    return of(cell.get(Factor.INDEXES));
  }

  static FixedFields of(Indexes indexes) {
    return indexes.unchanged() ? new FixedFields(indexes.fields()) : NONE;
  }

  static String name(int index) {
    return NAME + index;
  }

  void appendTo(Document document, long key) {
    for (int i = 0; i < count; i++) {
      document.append(name(i), value(key, i));
    }
  }

  /** The BSON bytes that they add to a document: type, name and NUL, an int32 each. */
  int bytes() {
    int bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += 1 + name(i).length() + 1 + Integer.BYTES;
    }
    return bytes;
  }

  private static int value(long key, int index) {
    long hash = (key * 31 + index) * 0x9E3779B97F4A7C15L; // Fibonacci hashing, as for keys
    return (int) (hash >>> 32);
  }
}
