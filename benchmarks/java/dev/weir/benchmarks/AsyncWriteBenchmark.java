package dev.weir.benchmarks;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/**
 * Operations in flight without a JMH thread each: the reactive driver, and the sync one on virtual
 * threads. Few JMH threads ({@code -t}) keep {@code inFlight} calls going between them.
 */
@State(Scope.Benchmark)
@Threads(1)
public class AsyncWriteBenchmark extends WriteFactors {
  @Param({"virtual", "reactive"})
  public String driver;

  @Param("8")
  public int inFlight;

  @Override
  String driver() {
    return driver;
  }

  @Override
  int inFlight(int threads) {
    return inFlight;
  }
}
