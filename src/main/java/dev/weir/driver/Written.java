package dev.weir.driver;

import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.result.DeleteResult;
import com.mongodb.client.result.InsertOneResult;
import com.mongodb.client.result.UpdateResult;

/**
 * What an acknowledged call did, as {@link Completion} wants it told.
 *
 * @param matched documents that the filters found, and documents that are new
 * @param modified documents that changed, came or went
 */
record Written(long matched, long modified) {
  static Written by(UpdateResult result) {
    // The server counts an upserted document as neither matched nor modified.
    int upserted = result.getUpsertedId() == null ? 0 : 1;
    return new Written(result.getMatchedCount() + upserted, result.getModifiedCount() + upserted);
  }

  static Written by(InsertOneResult result) {
    if (!result.wasAcknowledged()) {
      throw new UnsupportedOperationException("an unacknowledged insert can't be counted");
    }
    return new Written(1, 1);
  }

  static Written by(DeleteResult result) {
    return new Written(result.getDeletedCount(), result.getDeletedCount());
  }

  static Written by(BulkWriteResult result) {
    long others =
        (long) result.getInsertedCount() + result.getDeletedCount() + result.getUpserts().size();
    return new Written(result.getMatchedCount() + others, result.getModifiedCount() + others);
  }
}
