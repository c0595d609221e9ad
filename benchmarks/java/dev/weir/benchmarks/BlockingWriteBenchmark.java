package dev.weir.benchmarks;

import org.openjdk.jmh.annotations.Threads;

/**
 * The sync driver: one JMH thread is one operation in flight, so {@code -t} sets the concurrency.
 */
@Threads(8)
public class BlockingWriteBenchmark extends WriteFactors {
  @Override
  String driver() {
    return "sync";
  }

  @Override
  int inFlight(int threads) {
    return threads;
  }
}
