package dev.weir.load.engine;

import dev.weir.driver.VirtualThreads;
import dev.weir.study.DriverKind;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of lanes whose calls block. */
public final class LaneThreads {
  private LaneThreads() {}

  /**
   * Daemon threads of the kind that the driver is measured on.
   *
   * @throws IllegalStateException if it needs virtual threads and this JVM has none
   */
  public static ThreadFactory of(DriverKind driver) {
    if (driver == DriverKind.VIRTUAL) {
      return VirtualThreads.factory("lane-")
          .orElseThrow(() -> new IllegalStateException("this JVM has no virtual threads"));
    }
    AtomicInteger next = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, "lane-" + next.getAndIncrement());
      thread.setDaemon(true);
      return thread;
    };
  }
}
