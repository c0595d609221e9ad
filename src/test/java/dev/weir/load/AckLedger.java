package dev.weir.load;

import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import dev.weir.driver.Completion;
import dev.weir.driver.PoolCounters;
import dev.weir.driver.Writer;
import dev.weir.driver.Written;
import dev.weir.workload.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.Document;

/**
 * Notes the last version of each document that a server acknowledged. With sequential keys no two
 * lanes write one document, so versions of a document only grow.
 */
final class AckLedger implements Writer {
  private final Writer writer;
  private final Map<Long, Integer> versions = new ConcurrentHashMap<>();

  AckLedger(Writer writer) {
    this.writer = writer;
  }

  Map<Long, Integer> versions() {
    return versions;
  }

  @Override
  public boolean blocking() {
    return writer.blocking();
  }

  @Override
  public void write(WriteBatch<?> batch, Completion completion) {
    List<Map.Entry<Long, Integer>> sent = new ArrayList<>();
    batch.models().forEach(model -> sent.add(entry(model)));
    writer.write(
        batch,
        new Completion() {
          @Override
          public void acknowledged(Written done) {
            sent.forEach(write -> versions.merge(write.getKey(), write.getValue(), Math::max));
            completion.acknowledged(done);
          }

          @Override
          public void failed(Throwable cause, Written done) {
            completion.failed(cause, done);
          }
        });
  }

  private static Map.Entry<Long, Integer> entry(WriteModel<?> model) {
    UpdateOneModel<?> update = (UpdateOneModel<?>) model;
    Document filter = (Document) update.getFilter();
    Document set =
        ((Document) Objects.requireNonNull(update.getUpdate())).get("$set", Document.class);
    return Map.entry(filter.getLong("_id"), (Integer) set.values().iterator().next());
  }

  /** The name of the field that holds versions. */
  static String versionField(WriteModel<?> model) {
    UpdateOneModel<?> update = (UpdateOneModel<?>) model;
    Document set =
        ((Document) Objects.requireNonNull(update.getUpdate())).get("$set", Document.class);
    return set.keySet().iterator().next();
  }

  @Override
  public PoolCounters pool() {
    return writer.pool();
  }

  @Override
  public void close() {
    writer.close();
  }
}
