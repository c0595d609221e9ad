package dev.weir.benchmarks;

/** A combination that this JVM can't run. JMH prints its one line and goes on with the next. */
final class Skipped extends RuntimeException {
  private static final long serialVersionUID = 1;

  private Skipped(String reason) {
    super(reason, null, false, false); // the stack would tell nothing
  }

  static Skipped noVirtualThreads() {
    return new Skipped(
        "skipped: virtual threads need JDK 21 or later; this is JDK "
            + Runtime.version().feature()
            + "; leave them out with -p driver=reactive");
  }
}
