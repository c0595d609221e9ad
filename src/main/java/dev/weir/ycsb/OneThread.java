package dev.weir.ycsb;

import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import dev.weir.driver.Writer;
import dev.weir.study.Operation;
import dev.weir.workload.WriteBatch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/**
 * The operations of one of YCSB's threads: single writes at batch size 1, else inserts and updates
 * that wait until their batch is full.
 *
 * <p>Waiting writes are sent before a read, scan or delete of the same thread, which so sees them
 * and waits for them; inserts are sent before updates; the last, partial batches are sent by {@link
 * #flush}. A failed batch fails all its operations and is forgotten.
 */
final class OneThread {
  private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);

  private final MongoStore store;
  private final BindingOptions options;
  private final Report report;
  private final LongSupplier nanoTime;
  private final PendingBatch inserts = new PendingBatch(BatchKind.INSERT);
  private final PendingBatch updates = new PendingBatch(BatchKind.UPDATE);
  private final Map<String, Writer> singleWriters = new HashMap<>();
  private final Map<String, Writer> bulkWriters = new HashMap<>();

  OneThread(MongoStore store, BindingOptions options, Report report, LongSupplier nanoTime) {
    this.store = store;
    this.options = options;
    this.report = report;
    this.nanoTime = nanoTime;
  }

  Status insert(String table, String key, Map<String, ByteIterator> values) {
    RawBsonDocument record = DocumentLayout.record(key, values);
    WriteModel<RawBsonDocument> model =
        options.upsert()
            ? new ReplaceOneModel<>(DocumentLayout.filter(key), record, UPSERT)
            : new InsertOneModel<>(record);
    return options.batchSize() == 1
        ? single("insert", table, model)
        : buffer(inserts, table, model);
  }

  Status update(String table, String key, Map<String, ByteIterator> values) {
    WriteModel<RawBsonDocument> model =
        new UpdateOneModel<>(DocumentLayout.filter(key), DocumentLayout.setFields(values));
    return options.batchSize() == 1
        ? single("update", table, model)
        : buffer(updates, table, model);
  }

  Status delete(String table, String key) {
    flush();
    return single("delete", table, new DeleteOneModel<>(DocumentLayout.filter(key)));
  }

  Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    flush();
    try {
      List<RawBsonDocument> found =
          store.find(table, DocumentLayout.filter(key), DocumentLayout.projection(fields), null, 1);
      if (found.isEmpty()) {
        return Status.NOT_FOUND;
      }
      DocumentLayout.read(found.get(0), result);
      return Status.OK;
    } catch (RuntimeException e) {
      return Failures.of("read", e);
    }
  }

  /** An empty range is {@link Status#NOT_FOUND}. */
  @SuppressWarnings("NonApiType") // YCSB's type
  Status scan(
      String table,
      String first,
      int count,
      @Nullable Set<String> fields,
      List<HashMap<String, ByteIterator>> result) {
    flush();
    try {
      List<RawBsonDocument> found =
          store.find(
              table,
              DocumentLayout.filterFrom(first),
              DocumentLayout.projection(fields),
              DocumentLayout.byKey(),
              count);
      for (RawBsonDocument document : found) {
        HashMap<String, ByteIterator> values = new HashMap<>();
        DocumentLayout.read(document, values);
        result.add(values);
      }
      return found.isEmpty() ? Status.NOT_FOUND : Status.OK;
    } catch (RuntimeException e) {
      return Failures.of("scan", e);
    }
  }

  /** Sends what waits. Failures are reported, batch and operations alike. */
  void flush() {
    send(inserts);
    send(updates);
  }

  private Status single(String doing, String table, WriteModel<RawBsonDocument> model) {
    Writer writer =
        singleWriters.computeIfAbsent(table, name -> store.writer(name, Operation.SINGLE));
    WriteBatch<RawBsonDocument> one = () -> List.of(model);
    Answer answer = Answer.to(writer, one);
    @Nullable Throwable error = answer.error();
    if (error != null) {
      return Failures.of(doing, error);
    }
    return answer.matched() == 0 ? Status.NOT_FOUND : Status.OK;
  }

  private Status buffer(PendingBatch batch, String table, WriteModel<RawBsonDocument> model) {
    Status status = batch.isFor(table) ? Status.OK : send(batch);
    batch.add(table, model);
    if (batch.size() >= options.batchSize()) {
      if (batch == updates) {
        send(inserts); // so that an update finds what this thread inserted before
      }
      status = send(batch);
    }
    return status.isOk() ? Status.BATCHED_OK : status;
  }

  private Status send(PendingBatch batch) {
    if (batch.isEmpty()) {
      return Status.OK;
    }
    Writer writer =
        bulkWriters.computeIfAbsent(
            batch.collection(), name -> store.writer(name, Operation.BULK_UNORDERED));
    int size = batch.size();
    long start = nanoTime.getAsLong();
    Answer answer = Answer.to(writer, batch);
    long end = nanoTime.getAsLong();
    batch.clear();
    @Nullable Throwable error = answer.error();
    if (error != null) {
      Status failed = Failures.of(batch.kind().batchName(), error);
      report.batch(batch.kind(), failed, start, end);
      report.operations(batch.kind(), failed, size);
      return failed;
    }
    report.batch(batch.kind(), Status.OK, start, end);
    report.operations(batch.kind(), Status.OK, answer.matched());
    report.operations(batch.kind(), Status.NOT_FOUND, size - answer.matched());
    return Status.OK;
  }
}
