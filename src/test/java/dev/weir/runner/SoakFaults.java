package dev.weir.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Seeded faults, one after the other, each at a random moment after the last one was over. */
final class SoakFaults implements Runnable {
  /** Long enough that somebody may stop the whole machine for a while. */
  private static final Duration PATIENCE = Duration.ofMinutes(20);

  private static final List<SoakFault> KINDS = List.of(SoakFault.values());

  private final ProxiedReplicaSet set;
  private final ProcessHandle weir;
  private final Random random;
  private final Duration meanGap;
  private final Duration length;
  private final Path log;
  private final List<Struck> struck = new ArrayList<>();
  private volatile @Nullable Throwable failure;

  /**
   * One fault.
   *
   * @param healthyAfter from its end until every member was in its role again
   */
  record Struck(Instant at, SoakFault fault, String what, Duration healthyAfter) {}

  /**
   * @param length for how long there are faults
   * @param log one line for each
   */
  SoakFaults(
      ProxiedReplicaSet set,
      ProcessHandle weir,
      long seed,
      Duration meanGap,
      Duration length,
      Path log) {
    this.set = set;
    this.weir = weir;
    this.random = new Random(seed);
    this.meanGap = meanGap;
    this.length = length;
    this.log = log;
  }

  @Override
  public void run() {
    try {
      Files.writeString(log, "at,fault,what,healthyAfterSeconds\n");
      long until = System.nanoTime() + length.toNanos();
      while (true) {
        TimeUnit.MILLISECONDS.sleep(
            meanGap.toMillis() / 2 + random.nextInt((int) meanGap.toMillis()));
        if (System.nanoTime() > until || !weir.isAlive()) {
          return;
        }
        strike(KINDS.get(random.nextInt(KINDS.size())));
      }
    } catch (Exception e) {
      failure = e;
    }
  }

  private void strike(SoakFault fault) throws Exception {
    Instant at = Instant.now();
    String what = fault.strike(set, weir, random);
    if (what.equals(SoakFault.NOTHING)) {
      return;
    }
    long over = System.nanoTime();
    set.awaitHealthy(PATIENCE);
    Struck one = new Struck(at, fault, what, Duration.ofNanos(System.nanoTime() - over));
    synchronized (struck) {
      struck.add(one);
    }
    String line =
        String.format(
            Locale.ROOT, "%s,%s,%s,%.1f%n", at, fault, what, one.healthyAfter().toMillis() / 1e3);
    Files.writeString(log, line, StandardOpenOption.APPEND);
  }

  /** Those so far. */
  List<Struck> struck() throws IOException {
    Throwable failed = failure;
    if (failed != null) {
      throw new IOException("the faults ended: " + failed, failed);
    }
    synchronized (struck) {
      return List.copyOf(struck);
    }
  }
}
