package dev.weir.load.engine;

import dev.weir.driver.Writer;
import dev.weir.workload.UpdateBatch;
import dev.weir.workload.UpdateStream;

/** What a lane does in each of its calls. Used by one lane, one call at a time. */
public interface Action {
  /** Makes ready what the call sends, before it is due if there is time. */
  void prepare(Call call);

  /** Documents of the prepared call. */
  int documents();

  /** BSON bytes of what it changes. */
  long bytes();

  /** Of its documents, those that an insert makes. */
  default int inserts() {
    return 0;
  }

  /** Of its documents, those that an upsert makes because it finds none. */
  default int upserts() {
    return 0;
  }

  /** Of its documents, those that it deletes. */
  default int deletes() {
    return 0;
  }

  /** Of its documents, those that it saves as they are. */
  default int unchanged() {
    return 0;
  }

  /**
   * Sends what was prepared.
   *
   * @param lane learns exactly once how the call ended, on any thread
   */
  void send(Call call, Lane lane);

  /** A batch of an update stream, sent by a writer. */
  final class Batches<D> implements Action {
    private final Writer writer;
    private final UpdateStream<D> stream;
    private final UpdateBatch<D> batch;

    Batches(Writer writer, UpdateStream<D> stream) {
      this.writer = writer;
      this.stream = stream;
      this.batch = stream.newBatch();
    }

    @Override
    public void prepare(Call call) {
      stream.fill(batch);
      writer.prepare(batch);
    }

    @Override
    public int documents() {
      return batch.size();
    }

    @Override
    public long bytes() {
      return batch.bytes();
    }

    @Override
    public int inserts() {
      return batch.inserts();
    }

    @Override
    public int upserts() {
      return batch.upserts();
    }

    @Override
    public int deletes() {
      return batch.deletes();
    }

    @Override
    public int unchanged() {
      return batch.unchanged();
    }

    @Override
    public void send(Call call, Lane lane) {
      writer.write(batch, lane);
    }
  }
}
