package dev.weir.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * A reader of what others wrote, and its contract: whatever it is given, it reads it or refuses it
 * with one exception, within a second of CPU time and 64 MB of memory beyond the input.
 *
 * @param allowed what it may throw, and nothing else
 * @param good inputs that it reads, from which hostile ones are made
 */
public record FuzzTarget(
    String name, Reader reader, Class<? extends Exception> allowed, List<String> good) {
  private static final long MOST_CPU_NANOS = 1_000_000_000;
  private static final long MOST_BYTES = 64L << 20;

  /** Of Java objects for a byte of text, in a tree that holds all of it. */
  private static final long BYTES_PER_CHARACTER = 16;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Reads one input to its end. */
  @FunctionalInterface
  public interface Reader {
    void read(String input) throws Exception;
  }

  /** What one reading took of the thread that read. */
  private record Cost(long cpuNanos, long bytes) {}

  /**
   * Feeds it one input and holds it to its contract. What seems to cost too much is read again: the
   * first time classes are loaded, and instrumented where a fuzzer watches.
   */
  public void feed(String input) {
    long mostBytes = MOST_BYTES + BYTES_PER_CHARACTER * input.length();
    Cost cost = read(input);
    if (cost.cpuNanos < MOST_CPU_NANOS && cost.bytes < mostBytes) {
      return;
    }
    Cost again = read(input);
    assertThat(again.cpuNanos).as("CPU time of %s for: %s", name, input).isLessThan(MOST_CPU_NANOS);
    assertThat(again.bytes).as("allocated by %s for: %s", name, input).isLessThan(mostBytes);
  }

  private Cost read(String input) {
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    long cpu = THREADS.getCurrentThreadCpuTime();
    try {
      reader.read(input);
    } catch (Exception e) {
      if (!allowed.isInstance(e)) {
        throw new AssertionError(name + " of: " + input, e);
      }
    }
    return new Cost(
        THREADS.getCurrentThreadCpuTime() - cpu, THREADS.getCurrentThreadAllocatedBytes() - bytes);
  }

  @Override
  public String toString() {
    return name;
  }
}
