package dev.weir.capture;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What only the load's own JVM knows, once a second: its garbage collection, heap and CPU, and
 * whatever gauges and counters it adds, such as those of the driver's pool. Goes to {@code
 * series-<name>.jsonl.gz}; the timeline shows it under {@code <name>_…}.
 */
public final class LoadSeries implements AutoCloseable {
  private final SamplerLoop loop;
  private final GapLog gaps;

  private LoadSeries(SamplerLoop loop, GapLog gaps) {
    this.loop = loop;
    this.gaps = gaps;
  }

  /**
   * Starts sampling this JVM.
   *
   * @param folder the run's {@code capture/}
   * @param name of this JVM, unique in the run, letters and digits only, for example {@code load1}
   * @param more called once a second on a thread of its own; names are letters, digits and
   *     underscores with the unit last, and cumulative values end in {@code _total}
   * @throws IOException if the file cannot be made or exists already
   */
  public static LoadSeries start(Path folder, String name, Supplier<Map<String, Number>> more)
      throws IOException {
    Clock clock = Clock.systemUTC();
    return start(folder, name, more, clock, new ClockTicker(clock));
  }

  /**
   * As {@link #start(Path, String, Supplier)}, for one of several JVMs that follow each other and
   * share their columns.
   *
   * @param label what the columns start with, instead of the name
   */
  public static LoadSeries start(
      Path folder, String name, String label, Supplier<Map<String, Number>> more)
      throws IOException {
    Clock clock = Clock.systemUTC();
    return start(folder, name, label, more, clock, new ClockTicker(clock));
  }

  static LoadSeries start(
      Path folder, String name, Supplier<Map<String, Number>> more, Clock clock, Ticker ticker)
      throws IOException {
    return start(folder, name, name, more, clock, ticker);
  }

  private static LoadSeries start(
      Path folder,
      String name,
      String label,
      Supplier<Map<String, Number>> more,
      Clock clock,
      Ticker ticker)
      throws IOException {
    CaptureRequest.checkLabel(name);
    CaptureRequest.checkLabel(label);
    GapLog gaps = new GapLog();
    JvmSampler sampler = new JvmSampler(name, label, more, clock);
    return new LoadSeries(
        new SamplerLoop(sampler, folder, Duration.ofSeconds(1), ticker, gaps), gaps);
  }

  /** Where samples are missing. */
  public List<Gap> gaps() {
    return gaps.all();
  }

  @Override
  public void close() throws IOException {
    try {
      loop.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the sampler of this JVM did not stop: " + e.getMessage(), e);
    }
  }

  private record JvmSampler(
      String series, String label, Supplier<Map<String, Number>> more, Clock clock)
      implements Sampler {
    @Override
    public String name() {
      return "series-" + series;
    }

    @Override
    public Reading sample() {
      Map<String, Number> values = new LinkedHashMap<>();
      long collections = 0;
      long millis = 0;
      for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
        // Both are -1 where a collector does not tell.
        collections += Math.max(0, collector.getCollectionCount());
        millis += Math.max(0, collector.getCollectionTime());
      }
      values.put(label + "_gc_collections_total", collections);
      values.put(label + "_gc_ms_total", millis);
      values.put(
          label + "_heap_used_mb",
          ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6);
      if (ManagementFactory.getOperatingSystemMXBean()
          instanceof com.sun.management.OperatingSystemMXBean system) {
        values.put(label + "_cpu_micros_total", system.getProcessCpuTime() / 1_000);
      }
      more.get().forEach((name, value) -> values.put(label + "_" + name, value));
      return new Reading(clock.millis(), Map.of(), values);
    }

    @Override
    public void close() {}
  }
}
