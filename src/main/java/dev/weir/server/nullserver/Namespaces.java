package dev.weir.server.nullserver;

import dev.weir.server.DatabaseGuard;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import org.bson.BsonDocument;

/** The collections clients have made: how many documents each was sent, and the kept ones. */
final class Namespaces {
  /** Documents of collections named so are kept and found again, those of all others are not. */
  static final String KEPT_PREFIX = DatabaseGuard.MARKER_COLLECTION;

  /** More would let a client fill our small heap. */
  static final int MAX_KEPT = 1_000;

  /** One collection. */
  static final class Entry {
    final LongAdder count = new LongAdder();
    final List<BsonDocument> kept = new CopyOnWriteArrayList<>();

    /** Keeps the documents, up to {@value #MAX_KEPT} in all. */
    void keep(List<BsonDocument> documents) {
      for (BsonDocument document : documents) {
        if (kept.size() < MAX_KEPT) {
          kept.add(document);
        }
      }
    }
  }

  private final ConcurrentMap<String, Entry> entries = new ConcurrentHashMap<>();

  static boolean keeps(String collection) {
    return collection.startsWith(KEPT_PREFIX);
  }

  Entry get(String database, String collection) {
    return entries.computeIfAbsent(database + '.' + collection, name -> new Entry());
  }

  /** The documents that a query on the collection sees. */
  List<BsonDocument> kept(String database, String collection) {
    Entry entry = entries.get(database + '.' + collection);
    return entry == null ? List.of() : List.copyOf(entry.kept);
  }

  long count(String database, String collection) {
    Entry entry = entries.get(database + '.' + collection);
    return entry == null ? 0 : entry.count.sum();
  }

  boolean exists(String database, String collection) {
    return entries.containsKey(database + '.' + collection);
  }

  boolean drop(String database, String collection) {
    return entries.remove(database + '.' + collection) != null;
  }

  void dropDatabase(String database) {
    entries.keySet().removeIf(name -> name.startsWith(database + '.'));
  }

  List<String> collections(String database) {
    String prefix = database + '.';
    return entries.keySet().stream()
        .filter(name -> name.startsWith(prefix))
        .map(name -> name.substring(prefix.length()))
        .sorted()
        .toList();
  }

  List<String> databases() {
    // A database's name cannot hold a dot, a collection's can.
    return entries.keySet().stream()
        .map(name -> name.substring(0, name.indexOf('.')))
        .distinct()
        .sorted()
        .toList();
  }
}
