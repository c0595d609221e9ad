package dev.weir.capacity;

import static dev.weir.capacity.PlanAnswer.text;

import dev.weir.record.Interval;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One load that was played, with what was measured under it. Times of calls are in ms, from a batch
 * being ready until it is acknowledged; they wait for a free thread in between. A figure is null
 * where nobody could measure it.
 *
 * @param cell id of its cell in the run's record
 * @param kind why it was played
 * @param load players and how they were saved
 * @param seconds measured
 * @param steady whether the server's CPU per document stayed the same over the last checkpoints
 * @param rates what went through
 * @param times of the calls
 * @param cpu of both sides
 * @param cache of the server
 * @param disk of the server
 * @param oplogHours that the oplog reaches back at this rate
 * @param missed targets that the load broke, a line each
 */
@RecordBuilder
public record PlayedPoint(
    String cell,
    Kind kind,
    Load load,
    double seconds,
    boolean steady,
    Rates rates,
    CallTimes times,
    Cpu cpu,
    Cache cache,
    DiskUse disk,
    @Nullable Double oplogHours,
    List<String> missed)
    implements PlayedPointBuilder.With {

  /** Why a load was played. */
  public enum Kind {
    /** The players that are planned. */
    PLANNED,
    /** On the way to the most players. */
    RAISED,
    /** Other periods and batches, to tell costs apart. */
    AROUND,
    /** The most players, over as much time as the planned ones. */
    CONFIRMED
  }

  /**
   * @param players at once
   * @param period seconds between two flushes of a document
   * @param batch documents in one call, at most
   */
  public record Load(long players, double period, int batch) {}

  /**
   * @param updates changes in memory per second
   * @param due documents that were to be written per second
   * @param documents written and acknowledged per second
   * @param calls per second
   * @param bytes of BSON in update statements per second
   * @param networkIn bytes per second to the server
   * @param networkOut bytes per second from it
   * @param failed documents of calls that failed
   */
  public record Rates(
      double updates,
      double due,
      double documents,
      double calls,
      double bytes,
      @Nullable Double networkIn,
      @Nullable Double networkOut,
      long failed) {}

  /**
   * @param p50 median
   * @param p99 of all calls, with an interval whose unit is a second; where it has no bounds, its
   *     method says why
   * @param atCheckpoint p99 of the seconds in which a checkpoint ran; null if too few calls ended
   *     in one
   * @param longest of all
   */
  public record CallTimes(
      double p50, Interval p99, @Nullable Double atCheckpoint, double longest) {}

  /**
   * @param server cores busy
   * @param client cores busy, which play the players as well
   */
  public record Cpu(@Nullable Double server, double client) {}

  /**
   * Shares of the cache, 0 to 1.
   *
   * @param used mean
   * @param dirty mean
   * @param mostDirty of all seconds
   * @param evictedByCalls pages per second that threads evicted which serve calls
   * @param checkpoints that ended
   * @param checkpointSeconds the longest of them
   */
  public record Cache(
      @Nullable Double used,
      @Nullable Double dirty,
      @Nullable Double mostDirty,
      @Nullable Double evictedByCalls,
      int checkpoints,
      @Nullable Double checkpointSeconds) {}

  /**
   * @param written bytes per second, pages and journal
   * @param requests writes per second that the server asked its system for, which merges many
   *     before the disk sees them
   * @param oplog bytes per second that went into the oplog, before compression
   * @param grown bytes by which all files of the server grew per second; null if they can't be seen
   * @param data bytes on disk of the players' documents, at the end
   * @param history bytes on disk of the history store, at the end
   * @param oplogSize bytes on disk of the oplog, at the end
   * @param journal bytes on disk of the journal, at the end
   */
  public record DiskUse(
      @Nullable Double written,
      @Nullable Double requests,
      @Nullable Double oplog,
      @Nullable Double grown,
      @Nullable Double data,
      @Nullable Double history,
      @Nullable Double oplogSize,
      @Nullable Double journal) {}

  /** Documents that were due and not written, beyond which the server falls behind. */
  private static final double BEHIND = 0.02;

  /** Whether every target held that a load can break: neither the headroom nor the oplog's size. */
  public boolean holds() {
    return missed.isEmpty();
  }

  /** Whether what was due was written, but for what was under way. */
  boolean keepsUp() {
    double slack = Math.max(BEHIND * rates.due(), 2 * load.batch() / Math.max(1, seconds));
    return rates.due() - rates.documents() <= slack;
  }

  /** What a document cost the server, in µs; null if it tells no CPU. */
  public @Nullable Double microsPerDocument() {
    return cpu.server() == null || rates.documents() <= 0
        ? null
        : Double.valueOf(cpu.server() * 1e6 / rates.documents());
  }

  /** The same point with the targets that it misses. */
  PlayedPoint judged(Design design) {
    List<String> lines = new ArrayList<>();
    double wanted = design.target().p99Millis();
    if (times.p99().mean() > wanted) {
      lines.add(text("p99 %.1f ms, wanted %.1f ms", times.p99().mean(), wanted));
    }
    Double checkpoint = times.atCheckpoint();
    if (checkpoint != null && checkpoint > wanted) {
      lines.add(text("p99 at a checkpoint %.1f ms, wanted %.1f ms", checkpoint, wanted));
    }
    if (!keepsUp()) {
      lines.add(text("%,.0f documents/s due, %,.0f written", rates.due(), rates.documents()));
    }
    if (rates.failed() > 0) {
      lines.add(text("%,d documents of failed calls", rates.failed()));
    }
    return withMissed(lines);
  }
}
