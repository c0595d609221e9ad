package dev.weir.driver;

import java.util.Objects;

/** One of the bulks of a call failed, after others were written. */
final class PartlyWrittenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Written done;

  PartlyWrittenException(RuntimeException failure, Written done) {
    super(failure);
    this.done = done;
  }

  Throwable failure() {
    return Objects.requireNonNull(getCause());
  }

  Written done() {
    return done;
  }
}
