package dev.weir.benchmarks;

import dev.weir.driver.Completion;
import dev.weir.driver.PoolCounters;
import dev.weir.driver.Writer;
import dev.weir.driver.Written;
import dev.weir.workload.WriteBatch;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * A writer made slower by a known share: after each answer of the server the calling thread works
 * on for that share of the call's own time before it tells of it. Of one call in flight the
 * throughput then is exactly {@code 1 / (1 + share)} of what it was. Where threads wait for cores,
 * the work is counted by the thread's own CPU time: while it waits it does none.
 */
final class SlowWriter implements Writer {
  private final Writer writer;
  private final double share;
  private final LongSupplier nanos;
  private final LongSupplier work;

  /**
   * @param writer one that blocks
   * @param share 0.087 makes throughput 8 % smaller
   * @param crowded whether threads wait for cores
   */
  SlowWriter(Writer writer, double share, boolean crowded) {
    this(writer, share, System::nanoTime, crowded ? threadCpu() : System::nanoTime);
  }

  /**
   * @param nanos by which the call's time is counted
   * @param work by which the further work is counted, in ns
   */
  SlowWriter(Writer writer, double share, LongSupplier nanos, LongSupplier work) {
    if (!writer.blocking()) {
      throw new IllegalArgumentException("only a writer that blocks can be slowed down here");
    }
    this.writer = writer;
    this.share = share;
    this.nanos = nanos;
    this.work = work;
  }

  private static LongSupplier threadCpu() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return threads.isCurrentThreadCpuTimeSupported()
        ? threads::getCurrentThreadCpuTime
        : System::nanoTime;
  }

  /** The share that makes throughput smaller by {@code loss}, for instance 0.08. */
  static double shareFor(double loss) {
    return 1 / (1 - loss) - 1;
  }

  @Override
  public boolean blocking() {
    return true;
  }

  @Override
  public void prepare(WriteBatch<?> batch) {
    writer.prepare(batch);
  }

  @Override
  public void write(WriteBatch<?> batch, Completion completion) {
    long from = nanos.getAsLong();
    writer.write(
        batch,
        new Completion() {
          @Override
          public void acknowledged(Written done) {
            dawdle(from);
            completion.acknowledged(done);
          }

          @Override
          public void failed(Throwable cause, Written done) {
            completion.failed(cause, done);
          }
        });
  }

  private void dawdle(long from) {
    long until = work.getAsLong() + (long) ((nanos.getAsLong() - from) * share);
    while (work.getAsLong() < until) {
      Thread.onSpinWait();
    }
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
