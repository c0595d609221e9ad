package dev.weir.capture.doctor;

import dev.weir.capture.HostUse;
import dev.weir.record.OthersCpu;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How much the machine itself varies: the same work again and again, the spread as (p90 − p10) /
 * median. The figure of MongoDB's performance team for a tuned machine, under 10 % from smallest to
 * largest, is the yardstick.
 */
final class NoiseChecks {
  private static final int SLICES = 50;
  private static final long SLICE_NANOS = 10_000_000;
  private static final long FIRST_ROUNDS = 1_000;
  private static final long MOST_ROUNDS = 1L << 40;
  private static final int REPEATS = 3;
  private static final double MARGIN = 1.1;
  private static final int ATTEMPTS = 5;
  private static final int WRITES = 40;
  private static final int WRITE_BYTES = 64 * 1024;
  private static final double CPU_ADVISED = 0.05;
  private static final double DISK_ADVISED = 1.0;

  private static final Advice CPU =
      new Advice(
          "noise of the CPU",
          "spread of equal work up to 5 %",
          "a difference smaller than this needs many rounds to show",
          "stop other work; see governor, hyper-threading; on shared hosts add rounds");
  private static final Advice DISK =
      new Advice(
          "noise of the disk",
          "spread of synced 64 KiB writes up to 100 % of their median",
          "journaled writes wait for exactly this",
          "a volume of its own for the data folder; on shared hosts add rounds");

  private static final Advice LOAD =
      new Advice(
          "load now",
          "others take at most %.0f %% of the cores".formatted(100 * OthersCpu.MOST_SHARE),
          "whatever runs besides takes its share of every figure",
          "stop it, or wait");

  private final Path data;
  private final LongSupplier nanos;
  private final Work spin;
  private final Disk disk;
  private final Supplier<OthersCpu> others;

  /** Where results go, so that the work cannot be left out. */
  @SuppressWarnings("UnusedVariable")
  private volatile long sink;

  /** Some work, as much as asked for. */
  @FunctionalInterface
  interface Work {
    /** Returns something that depends on all of it. */
    long run(long rounds);
  }

  /** A file to write to. */
  interface Disk {
    /** Appends a block and waits until it is on the disk. */
    void write(FileChannel file, ByteBuffer block) throws IOException;
  }

  NoiseChecks(Path data, LongSupplier nanos, Work spin, Disk disk, Supplier<OthersCpu> others) {
    this.data = data;
    this.nanos = nanos;
    this.spin = spin;
    this.disk = disk;
    this.others = others;
  }

  /** What others take of the host counts from now on. */
  static NoiseChecks real(Path data) {
    HostUse use = HostUse.local();
    use.own(HostUse.SERVERS);
    HostUse.Moment from = use.now();
    return new NoiseChecks(
        data,
        System::nanoTime,
        NoiseChecks::xorShift,
        (file, block) -> {
          file.write(block);
          file.force(false);
        },
        () -> use.between(from, use.now()));
  }

  List<Check> run() {
    return List.of(cpu(), disk(), load());
  }

  /** While the other two went on. */
  private Check load() {
    OthersCpu taken = others.get();
    return taken.foreignCores() == null
        ? LOAD.unknown("no /proc/stat")
        : LOAD.check(!taken.isDisturbing(), taken.words());
  }

  private Check cpu() {
    double[] micros = new double[SLICES];
    long rounds = FIRST_ROUNDS;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      rounds = calibrate(rounds);
      for (int i = 0; i < SLICES; i++) {
        micros[i] = nanosOf(rounds) / 1e3;
      }
      // The loop may have been compiled meanwhile: shorter slices would all look alike.
      if (median(micros) * 1e3 >= SLICE_NANOS) {
        double spread = spread(micros);
        String found =
            "%.1f %% over %d slices of %.1f ms, slowest %.1f ms"
                .formatted(100 * spread, SLICES, median(micros) / 1e3, max(micros) / 1e3);
        return CPU.check(spread <= CPU_ADVISED, found);
      }
    }
    return CPU.unknown(
        "no slices of %.0f ms: the same work takes ever less time".formatted(SLICE_NANOS / 1e6));
  }

  /** Rounds for a slice that is long enough each of a few times; doubling also warms up. */
  private long calibrate(long from) {
    long rounds = from;
    while (rounds < MOST_ROUNDS) {
      long fastest = Long.MAX_VALUE;
      for (int i = 0; i < REPEATS && fastest >= SLICE_NANOS; i++) {
        fastest = Math.min(fastest, nanosOf(rounds));
      }
      if (fastest >= SLICE_NANOS) {
        return rounds;
      }
      // A little more than it takes, or twice as much while the measure is too coarse to tell.
      rounds =
          fastest < SLICE_NANOS / 2
              ? 2 * rounds
              : (long) Math.ceil(rounds * MARGIN * SLICE_NANOS / fastest);
    }
    return rounds;
  }

  private long nanosOf(long rounds) {
    long start = nanos.getAsLong();
    sink = spin.run(rounds);
    return nanos.getAsLong() - start;
  }

  private Check disk() {
    Path file = null;
    try {
      file = Files.createTempFile(data, "weir-doctor", ".tmp");
      double[] micros = new double[WRITES];
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        ByteBuffer block = ByteBuffer.allocateDirect(WRITE_BYTES);
        for (int i = 0; i < WRITES; i++) {
          block.clear();
          long start = nanos.getAsLong();
          disk.write(channel, block);
          micros[i] = (nanos.getAsLong() - start) / 1e3;
        }
      }
      double spread = spread(micros);
      String found =
          "%.0f %% of a median of %.2f ms, slowest %.2f ms"
              .formatted(100 * spread, median(micros) / 1e3, max(micros) / 1e3);
      return DISK.check(spread <= DISK_ADVISED, found);
    } catch (IOException e) {
      return DISK.unknown("cannot write in " + data);
    } finally {
      delete(file);
    }
  }

  private static void delete(@Nullable Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      file.toFile().deleteOnExit();
    }
  }

  static double spread(double[] values) {
    double[] sorted = sorted(values);
    return (sorted[(int) Math.ceil(0.9 * sorted.length) - 1]
            - sorted[(int) Math.ceil(0.1 * sorted.length) - 1])
        / median(values);
  }

  static double median(double[] values) {
    double[] sorted = sorted(values);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static double max(double[] values) {
    return Arrays.stream(values).max().orElseThrow();
  }

  private static double[] sorted(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  /** Marsaglia's generator (2003): integer work in registers, no memory, no allocation. */
  private static long xorShift(long rounds) {
    long x = 88_172_645_463_325_252L;
    for (long i = 0; i < rounds; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    return x;
  }
}
