package dev.weir.capacity.oplog;

/**
 * One document written.
 *
 * @param kind how
 * @param namespace database and collection
 * @param document a hash of its {@code _id}
 * @param fields that it names, without {@code _id}: paths of an update, top-level fields of a whole
 *     document; 0 for a delete
 * @param bytes BSON bytes of the whole document, or of the smallest {@code $set} and {@code $unset}
 *     with the same effect; 0 for a delete
 */
record OplogWrite(Kind kind, String namespace, long document, int fields, int bytes) {
  enum Kind {
    INSERT,
    UPDATE,
    REPLACE,
    DELETE
  }

  boolean changes() {
    return kind == Kind.UPDATE || kind == Kind.REPLACE;
  }
}
