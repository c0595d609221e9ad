package dev.weir.workload;

import org.bson.Document;

/**
 * What the documents look like, and how an update changes one. One per lane, deterministic from its
 * seed; not thread-safe.
 */
public interface DocumentModel {
  /** The {@code _id} of the document with that key. */
  default Object id(long key) {
    return key;
  }

  /** A whole document with that {@code _id}, with fresh values. */
  Document document(long key);

  /** An update document, {@code {"$set": …}}, that changes the document with that key. */
  Document update(long key);

  /** BSON bytes of what was made last. */
  int bytes();
}
