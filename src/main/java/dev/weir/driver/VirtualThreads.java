package dev.weir.driver;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/** Virtual threads where this JVM has them (JDK 21 and later, JEP 444); compiled on JDK 17. */
public final class VirtualThreads {
  private VirtualThreads() {}

  /** A factory of virtual threads, empty on a JVM without them. */
  public static Optional<ThreadFactory> factory(String namePrefix) {
    if (Runtime.version().feature() < 21) {
      return Optional.empty();
    }
    try {
      Method ofVirtual = Thread.class.getMethod("ofVirtual");
      Object builder = ofVirtual.invoke(null);
      Class<?> type = Class.forName("java.lang.Thread$Builder");
      builder = type.getMethod("name", String.class, long.class).invoke(builder, namePrefix, 0L);
      return Optional.of((ThreadFactory) type.getMethod("factory").invoke(builder));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "JDK " + Runtime.version() + " should have virtual threads", e);
    }
  }

  /** Whether this JVM has virtual threads. */
  public static boolean available() {
    return Runtime.version().feature() >= 21;
  }
}
