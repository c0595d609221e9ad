package dev.weir.load.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A counter that one thread at a time adds to and others read: cheaper than an atomic one, never
 * torn, and read at most a moment late.
 */
final class SingleWriterCounter {
  private static final VarHandle VALUE;

  static {
    try {
      VALUE = MethodHandles.lookup().findVarHandle(SingleWriterCounter.class, "value", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("UnusedVariable") // through VALUE
  private long value;

  void add(long n) {
    VALUE.setOpaque(this, value + n);
  }

  long get() {
    return (long) VALUE.getOpaque(this);
  }
}
