package dev.weir.load.engine;

import dev.weir.driver.Completion;
import dev.weir.driver.PoolCounters;
import dev.weir.driver.Writer;
import dev.weir.driver.Written;
import dev.weir.workload.WriteBatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * A writer that reports how each call ended before its lane goes on.
 *
 * @param answered whether all documents of a call are stored
 * @param alreadyStored counts documents that the server had in the same state already
 */
record AnsweredWriter(Writer writer, Consumer<Boolean> answered, LongAdder alreadyStored)
    implements Writer {
  @Override
  public boolean blocking() {
    return writer.blocking();
  }

  @Override
  public void write(WriteBatch<?> batch, Completion completion) {
    writer.write(
        batch,
        new Completion() {
          @Override
          public void acknowledged(Written done) {
            // A document that is not there any more was not saved.
            answered.accept(done.matched() == batch.size());
            alreadyStored.add(done.matched() - done.modified());
            completion.acknowledged(done);
          }

          @Override
          public void failed(Throwable cause, Written done) {
            answered.accept(false);
            completion.failed(cause, done);
          }
        });
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
