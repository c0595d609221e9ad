package dev.weir.benchmarks;

import dev.weir.study.Target;

/** The ceiling of the reactive client, and of the sync one on virtual threads. */
public class AsyncClientCeilingBenchmark extends AsyncWriteBenchmark {
  @Override
  Target target() {
    return Target.NULL_SERVER;
  }
}
