package dev.weir.load.trial;

import dev.weir.load.engine.Timing;
import dev.weir.record.TrialMeasurement.Health;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Watches the load generator itself while it measures: a 10 ms timer that comes late tells of
 * pauses that the load suffers as well (the idea of Gil Tene's jHiccup), beside garbage collection
 * and CPU time stolen by other virtual machines. A CPU quota is part of what is measured: what it
 * withheld is counted apart and is no stall.
 */
public final class GeneratorWatch implements AutoCloseable {
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long LATEST_NANOS = TimeUnit.MINUTES.toNanos(10);

  /** A quota is read this often: a reading costs files, and a small quota's CPU. */
  private static final long READING_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Timing timing;
  private final Supplier<OptionalLong> throttledMicros;
  private final Path procStat;
  private final Thread thread;
  private final long startedAt;
  private final long gcAtStart;
  private final CpuTimes cpuAtStart;

  /** Null where no quota limits the generator. */
  private final @Nullable Long throttledAtStart;

  /** How late each tick came, in ns; read while it is written, which costs a count at worst. */
  private final Histogram lateness = new AtomicHistogram(LATEST_NANOS, 2);

  private volatile boolean stopping;
  private volatile long worstNanos;
  private volatile long stalledNanos;
  private volatile long heapBytes;

  /** Ticks of the host's CPUs; {@code total} 0 where the platform tells none. */
  private record CpuTimes(long total, long steal) {}

  /**
   * Begins to watch.
   *
   * @param throttledMicros what quotas have withheld from this process so far, in microseconds;
   *     empty where it has none
   */
  public GeneratorWatch(Timing timing, Supplier<OptionalLong> throttledMicros) {
    this(timing, throttledMicros, Path.of("/proc/stat"));
  }

  GeneratorWatch(Timing timing, Supplier<OptionalLong> throttledMicros, Path procStat) {
    this.timing = timing;
    this.throttledMicros = throttledMicros;
    this.procStat = procStat;
    this.startedAt = timing.nanoTime();
    this.gcAtStart = gcMillis();
    this.cpuAtStart = cpuTimes();
    OptionalLong throttled = throttledMicros.get();
    this.throttledAtStart = throttled.isPresent() ? Long.valueOf(throttled.getAsLong()) : null;
    this.thread = new Thread(this::watch, "generator-watch");
    thread.setDaemon(true);
    thread.start();
  }

  private void watch() {
    long worst = 0;
    long stalled = 0;
    Runtime runtime = Runtime.getRuntime();
    Quota quota = new Quota();
    try {
      while (!stopping) {
        long due = timing.nanoTime() + TICK_NANOS;
        timing.sleepUntil(due);
        long late = timing.nanoTime() - due;
        worst = Math.max(worst, late);
        lateness.recordValue(Math.min(LATEST_NANOS, Math.max(0, late)));
        long stall = late - quota.withheldNanos(due + late, late > STALL_NANOS);
        if (stall > STALL_NANOS) {
          stalled += stall;
        }
        worstNanos = worst;
        stalledNanos = stalled;
        heapBytes = Math.max(heapBytes, runtime.totalMemory() - runtime.freeMemory());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What a quota has withheld since it was last read, at most {@link #READING_NANOS} before. */
  private final class Quota {
    private long readAt = startedAt;
    private long micros = throttledAtStart == null ? 0 : throttledAtStart;

    /**
     * Of a stall that has just ended.
     *
     * @param stalls whether there was one; else nothing is withheld from it
     */
    long withheldNanos(long now, boolean stalls) {
      if (throttledAtStart == null || (!stalls && now - readAt < READING_NANOS)) {
        return 0;
      }
      long before = micros;
      micros = throttledMicros.get().orElse(before);
      readAt = now;
      return stalls ? TimeUnit.MICROSECONDS.toNanos(micros - before) : 0;
    }
  }

  /** How the generator fared since this watch began. */
  public Health health() {
    long elapsed = Math.max(1, timing.nanoTime() - startedAt);
    CpuTimes now = cpuTimes();
    long ticks = now.total - cpuAtStart.total;
    return new Health(
        gcMillis() - gcAtStart,
        worstNanos / 1e6,
        lateness.getValueAtPercentile(99) / 1e6,
        (double) stalledNanos / elapsed,
        ticks <= 0 ? 0 : (double) (now.steal - cpuAtStart.steal) / ticks,
        heapBytes,
        throttledCores(elapsed));
  }

  private @Nullable Double throttledCores(long elapsedNanos) {
    if (throttledAtStart == null) {
      return null;
    }
    long micros = throttledMicros.get().orElse(throttledAtStart) - throttledAtStart;
    return TimeUnit.MICROSECONDS.toNanos(micros) / (double) elapsedNanos;
  }

  @Override
  public void close() {
    stopping = true;
    thread.interrupt();
  }

  private static long gcMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .filter(millis -> millis > 0)
        .sum();
  }

  /**
   * First line of {@code /proc/stat}: user nice system idle iowait irq softirq steal, see proc(5).
   */
  private CpuTimes cpuTimes() {
    try {
      String first = Files.readString(procStat).lines().findFirst().orElse("");
      String[] fields = first.trim().split(" +", -1);
      if (fields.length < 9) {
        return new CpuTimes(0, 0);
      }
      long total = 0;
      for (int i = 1; i <= 8; i++) {
        total += Long.parseLong(fields[i]);
      }
      return new CpuTimes(total, Long.parseLong(fields[8]));
    } catch (java.io.IOException | NumberFormatException e) {
      return new CpuTimes(0, 0); // another platform: steal stays unknown
    }
  }
}
