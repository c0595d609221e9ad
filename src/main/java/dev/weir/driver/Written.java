package dev.weir.driver;

import com.mongodb.ClientBulkWriteException;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.WriteConcernResult;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.WriteModel;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import com.mongodb.client.result.DeleteResult;
import com.mongodb.client.result.InsertManyResult;
import com.mongodb.client.result.InsertOneResult;
import com.mongodb.client.result.UpdateResult;
import dev.weir.workload.WriteBatch;

/**
 * What a call is known to have done, by kind, as the driver tells it. Of a call that reads: the
 * documents found, as matched and as modified.
 *
 * @param inserted documents that are new by inserts
 * @param matched documents that the filters of updates and replacements found
 * @param modified those of them that changed
 * @param upserted documents that are new because an upsert found none
 * @param deleted documents that are gone
 */
public record Written(long inserted, long matched, long modified, long upserted, long deleted) {
  /** Nothing that is known. */
  public static final Written NOTHING = new Written(0, 0, 0, 0, 0);

  // One object for the answers of most single calls.
  private static final Written ONE_MODIFIED = new Written(0, 1, 1, 0, 0);
  private static final Written ONE_INSERTED = new Written(1, 0, 0, 0, 0);
  private static final Written ONE_UPSERTED = new Written(0, 0, 0, 1, 0);
  private static final Written ONE_DELETED = new Written(0, 0, 0, 0, 1);

  /** That number of documents found and changed. */
  public static Written modified(long documents) {
    return documents == 1 ? ONE_MODIFIED : new Written(0, documents, documents, 0, 0);
  }

  /** Documents that the call found, or made. */
  public long documents() {
    return inserted + matched + upserted + deleted;
  }

  /** Documents that changed, came or went. */
  public long changed() {
    return inserted + modified + upserted + deleted;
  }

  /** Both together. */
  public Written plus(Written other) {
    return new Written(
        inserted + other.inserted,
        matched + other.matched,
        modified + other.modified,
        upserted + other.upserted,
        deleted + other.deleted);
  }

  static Written by(UpdateResult result) {
    // The server counts an upserted document as neither matched nor modified.
    if (result.getUpsertedId() != null) {
      return ONE_UPSERTED;
    }
    return result.getMatchedCount() == 1 && result.getModifiedCount() == 1
        ? ONE_MODIFIED
        : new Written(0, result.getMatchedCount(), result.getModifiedCount(), 0, 0);
  }

  static Written by(InsertOneResult result) {
    requireAcknowledged(result.wasAcknowledged());
    return ONE_INSERTED;
  }

  /**
   * @param sent documents of the call; the driver names their ids, but none of documents that are
   *     encoded already
   */
  static Written by(InsertManyResult result, int sent) {
    requireAcknowledged(result.wasAcknowledged());
    return new Written(sent, 0, 0, 0, 0);
  }

  static Written by(DeleteResult result) {
    return result.getDeletedCount() == 1
        ? ONE_DELETED
        : new Written(0, 0, 0, 0, result.getDeletedCount());
  }

  static Written by(BulkWriteResult result) {
    return new Written(
        result.getInsertedCount(),
        result.getMatchedCount(),
        result.getModifiedCount(),
        result.getUpserts().size(),
        result.getDeletedCount());
  }

  static Written by(ClientBulkWriteResult result) {
    return new Written(
        result.getInsertedCount(),
        result.getMatchedCount(),
        result.getModifiedCount(),
        result.getUpsertedCount(),
        result.getDeletedCount());
  }

  /**
   * What a call that failed is known to have done all the same.
   *
   * @param batch what it was to write
   */
  static Written before(Throwable cause, WriteBatch<?> batch) {
    // Of a single write: it is stored, only not as safely as was asked for.
    if (cause instanceof MongoWriteConcernException late) {
      return stored(late.getWriteResult(), batch);
    }
    if (cause instanceof MongoBulkWriteException bulk) {
      return by(bulk.getWriteResult());
    }
    if (cause instanceof ClientBulkWriteException bulk) {
      return bulk.getPartialResult().map(Written::by).orElse(NOTHING);
    }
    return NOTHING;
  }

  private static Written stored(WriteConcernResult result, WriteBatch<?> batch) {
    int documents = result.getCount();
    WriteModel<?> write = batch.models().get(0);
    if (write instanceof InsertOneModel<?>) {
      return new Written(documents, 0, 0, 0, 0);
    }
    if (write instanceof DeleteOneModel<?>) {
      return new Written(0, 0, 0, 0, documents);
    }
    return result.getUpsertedId() != null
        ? ONE_UPSERTED
        : new Written(0, documents, Math.max(0, documents - batch.unchanged()), 0, 0);
  }

  private static void requireAcknowledged(boolean acknowledged) {
    if (!acknowledged) {
      throw new UnsupportedOperationException("an unacknowledged insert can't be counted");
    }
  }
}
