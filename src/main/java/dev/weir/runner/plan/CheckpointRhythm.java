package dev.weir.runner.plan;

import dev.weir.runner.plan.ServerWatch.Sample;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where a server's checkpoints lie. MongoDB begins one {@code storage.syncPeriodSecs} (60 s) after
 * the one before has ended. A span of 60 s therefore holds none, one or two of them, by chance, and
 * they are a large part of what writing costs. A span that begins at the right moment holds as many
 * as its length stands for, and cuts none in two. Not thread-safe.
 */
final class CheckpointRhythm {
  /** From the end of a checkpoint to the begin of the next, if nobody changed it. */
  static final Duration USUAL = Duration.ofSeconds(60);

  /** Looks are a second apart, and a server begins late when it is busy. */
  private static final long MARGIN = Duration.ofSeconds(3).toNanos();

  private static final double MILLION = 1e6;

  private final @Nullable Duration pause;
  private @Nullable Sample last;
  private long lastAt;
  private boolean known;
  private long endedAfter;
  private long endedBefore;

  /**
   * @param pause from the end of a checkpoint to the begin of the next; null if nobody knows
   */
  CheckpointRhythm(@Nullable Duration pause) {
    this.pause = pause;
  }

  /** Takes in a look at the server; times are monotonic, in ns, and grow. */
  void see(Sample sample, long now) {
    Sample before = last;
    if (before != null && sample.checkpoints() > before.checkpoints()) {
      known = true;
      endedAfter = lastAt;
      endedBefore = now;
    }
    last = sample;
    lastAt = now;
  }

  /** How long it is worth waiting for a better begin: every place comes twice. */
  Duration patience() {
    return pause == null ? Duration.ZERO : pause.multipliedBy(2);
  }

  /**
   * Whether a span that begins at the latest look is at its best place: it holds as many whole
   * checkpoints as its length stands for. Also true where no place is better: of a span much
   * shorter than their distance, or if the server does not tell of them.
   *
   * @param span its length in ns
   */
  boolean begins(long span) {
    Sample now = last;
    Double millis = now == null ? null : now.lastCheckpointMillis();
    if (now == null || millis == null || pause == null) {
      return true;
    }
    double rest = pause.toNanos();
    double distance = rest + millis * MILLION;
    double whole = Math.rint(span / distance) * distance;
    double least = MARGIN + Math.max(0, whole - span);
    double most = rest - MARGIN - Math.max(0, span - whole);
    if (whole == 0 || least > most) {
      return true;
    }
    return known
        && !now.checkpointing()
        && lastAt - endedBefore >= least
        && lastAt - endedAfter <= most;
  }
}
