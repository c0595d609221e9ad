package dev.weir.benchmarks;

import dev.weir.study.Target;

/**
 * What the sync client alone can do: the server acknowledges without work, in a process of its own.
 * Try {@code -p encoding=document,raw -p batch=50,1000}.
 */
public class ClientCeilingBenchmark extends BlockingWriteBenchmark {
  @Override
  Target target() {
    return Target.NULL_SERVER;
  }
}
