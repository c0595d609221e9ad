package dev.weir.load.engine;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/** What CPU time a load process has used, in ns. */
public final class CpuClocks {
  private CpuClocks() {}

  /** CPU time of this process. */
  public static LongSupplier process() {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system::getProcessCpuTime;
  }

  /** CPU time of the calling thread, -1 where the platform does not tell. */
  public static LongSupplier thread() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return threads::getCurrentThreadCpuTime;
  }
}
