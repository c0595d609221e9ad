package dev.weir.runner.plan;

import dev.weir.capacity.Design;
import dev.weir.record.ServerFacts;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Whether the disk of a server has room for what a load will leave on it. */
final class PlanDisk {
  /** Files of data grow to twice what they hold: a checkpoint writes pages before it frees any. */
  private static final double DATA_GROWS = 2;

  /** Bytes of old versions on disk over those of the documents that were written. */
  private static final double HISTORY_GROWS = 1.2;

  /** Around the values in an entry of the oplog. */
  private static final double ENTRY_BYTES = 180;

  private static final double JOURNAL_BYTES = 5e8;

  private final ServerWatch watch;
  private final long accounts;
  private final int copies;
  private final double keptSeconds;

  /**
   * A disk that is too small.
   *
   * @param needed bytes that the files would grow by
   * @param free bytes
   */
  record Shortage(double needed, double free) {
    String withOplogAndHistory() {
      return String.format(
          Locale.ROOT,
          "some %.1f GB more with oplog and history, the server's disk has %.1f GB free",
          needed / 1e9,
          free / 1e9);
    }
  }

  private PlanDisk(ServerWatch watch, long accounts, int copies, double keptSeconds) {
    this.watch = watch;
    this.accounts = accounts;
    this.copies = copies;
    this.keptSeconds = keptSeconds;
  }

  /**
   * @param accounts of each type
   */
  static PlanDisk of(ServerUnderTest server, ServerWatch watch, long accounts) {
    Integer kept = server.facts().keptHistory();
    return new PlanDisk(
        watch, accounts, copies(server.facts()), kept == null ? PlayedPlan.HISTORY_SECONDS : kept);
  }

  /**
   * What a load lacks on the disk; null if it fits, or the server does not tell.
   *
   * @param times of the load's rate that will be written at most
   * @throws ServerException if the server does not answer
   */
  @Nullable Shortage shortage(Design load, double times, Duration played) throws ServerException {
    Double free = watch.freeBytes();
    double need =
        copies
            * needed(
                load, accounts, keptSeconds, times, (double) played.toSeconds(), watch.sizes());
    return free != null && need > free ? new Shortage(need, free) : null;
  }

  /**
   * Bytes that the files of one member will grow by, as far as they are not there already: a run
   * that goes on finds most of them.
   *
   * @param kept seconds that the server keeps old versions
   * @param times of the load's rate that will be written at most
   * @param played seconds
   * @param there what it holds now
   */
  static double needed(
      Design load,
      long accounts,
      double kept,
      double times,
      double played,
      ServerWatch.Sizes there) {
    double bytes = load.storedBytes() / load.accounts() * accounts;
    double perSecond = times * load.documentsPerSecond();
    double each = bytes / accounts / load.documents().size();
    double update =
        load.documents().stream().mapToDouble(Design.DocumentType::updateBytes).average().orElse(0);
    double logged = bytes + perSecond * (update + ENTRY_BYTES) * played;
    Double most = there.oplogMost();
    return more(DATA_GROWS * bytes, there.data())
        + more(most == null ? 0 : Math.min(most, logged), there.oplogOnDisk())
        + more(HISTORY_GROWS * perSecond * each * kept, there.history())
        + more(JOURNAL_BYTES, there.journal());
  }

  private static double more(double wanted, @Nullable Double there) {
    return Math.max(0, wanted - (there == null ? 0 : there));
  }

  /** Members of a server that Weir started keep their copies on this host's disk. */
  private static int copies(ServerFacts facts) {
    if (!facts.source().isOurs()) {
      return 1;
    }
    return facts.topology().equals("pss") ? 3 : facts.topology().equals("psa") ? 2 : 1;
  }
}
