package dev.weir.workload;

import com.mongodb.client.model.Indexes;
import java.time.Instant;
import java.util.SplittableRandom;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The documents of the pool-exhaustion study: a type, a name, a text of 64 characters and the time
 * of creation, which differs from document to document. Types take turns, so each has as many.
 */
public final class ItemDocuments {
  /** How many types there are. */
  public static final int TYPES = 100;

  static final String TYPE = "type";
  private static final String CREATED_AT = "created_at";
  private static final int NAME_CHARACTERS = 12;
  private static final int TEXT_CHARACTERS = 64;

  /** Some noon, a second between documents. */
  private static final long FIRST_MILLIS = 1_700_000_000_000L;

  private final RoleValues values;

  public ItemDocuments(long seed) {
    this.values = new RoleValues(new SplittableRandom(seed));
  }

  /** The document of that key. */
  public Document document(long key) {
    return new Document("_id", key)
        .append(TYPE, (int) (key % TYPES))
        .append("name", values.nextString(NAME_CHARACTERS))
        .append("text", values.nextString(TEXT_CHARACTERS))
        .append(CREATED_AT, Instant.ofEpochMilli(FIRST_MILLIS + key * 1_000));
  }

  /** The index that serves the search. */
  public static Bson index() {
    return Indexes.compoundIndex(Indexes.ascending(TYPE), newestFirst());
  }

  /** The order in which the first of a type is its newest. */
  public static Bson newestFirst() {
    return Indexes.descending(CREATED_AT);
  }
}
