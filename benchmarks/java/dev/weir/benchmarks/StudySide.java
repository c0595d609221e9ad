package dev.weir.benchmarks;

import com.mongodb.MongoNamespace;
import dev.weir.driver.Writer;
import dev.weir.driver.Writers;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.Timing;
import dev.weir.record.Totals;
import dev.weir.study.Cell;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What a study runs: our closed loop on our writer, counting and recording service times. */
final class StudySide implements Side {
  private static final long ANSWER_MILLIS = TimeUnit.SECONDS.toMillis(90);

  private final Writer writer;
  private final Cell cell;
  private final int documents;
  private final LongSupplier seeds;
  private @Nullable CallLoop loop;
  private Totals all = Totals.NONE;

  /**
   * @param seeds gives each slice its own values: a replayed one would write what is there already
   */
  StudySide(String uri, MongoNamespace namespace, Cell cell, int documents, LongSupplier seeds) {
    this.writer = Writers.open(uri, namespace, cell);
    this.cell = cell;
    this.documents = documents;
    this.seeds = seeds;
  }

  @Override
  public void start() {
    loop = CallLoop.closed(writer, cell, documents, seeds.getAsLong(), Timing.system());
    loop.start();
  }

  @Override
  public long documents() {
    return running().progress().documents();
  }

  @Override
  public void stop() throws InterruptedException {
    boolean answered = running().stop(ANSWER_MILLIS);
    Totals slice = running().totals();
    if (!answered || running().failing()) {
      throw new IllegalStateException("our loop failed: " + slice);
    }
    all = all.plus(slice);
  }

  @Override
  public Totals totals() {
    return all;
  }

  private CallLoop running() {
    if (loop == null) {
      throw new IllegalStateException("not started");
    }
    return loop;
  }

  @Override
  public void close() {
    writer.close();
  }
}
