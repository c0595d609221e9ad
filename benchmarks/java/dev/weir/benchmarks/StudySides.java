package dev.weir.benchmarks;

import dev.weir.driver.Writers;
import dev.weir.load.engine.Timing;
import dev.weir.load.engine.WriterSide;
import dev.weir.study.Cell;

/** What a study runs, as a side that takes turns: our writer, counts and service times. */
final class StudySides {
  private StudySides() {}

  static WriterSide open(Testbed testbed, Cell cell) {
    return new WriterSide(
        Writers.open(testbed.uri(), testbed.namespace(), cell),
        cell,
        Testbed.DOCUMENTS,
        testbed.nextSeed(),
        Timing.system());
  }
}
