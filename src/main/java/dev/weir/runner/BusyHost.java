package dev.weir.runner;

import dev.weir.capture.HostUse;
import dev.weir.record.DisturbanceRecord;
import dev.weir.record.OthersCpu;
import dev.weir.record.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tells which turns of a run others on the host disturbed, and what that makes of the run. */
final class BusyHost implements HostWatch {
  /** Of its measured time. */
  static final double MOST_DISTURBED = 0.5;

  private static final double SECONDS_BETWEEN_LINES = 60;

  private final HostUse use;
  private final boolean accepted;
  private final Consumer<String> progress;
  private final @Nullable DisturbanceRecord earlier;
  private final List<OthersCpu> turns = new ArrayList<>();
  private final List<OthersCpu> disturbed = new ArrayList<>();
  private int leftOut;
  private double secondsSinceLine = SECONDS_BETWEEN_LINES;

  /**
   * @param accepted whether disturbed turns count all the same
   * @param progress hears a line when the host gets busy, and another while it stays so
   */
  BusyHost(HostUse use, boolean accepted, Consumer<String> progress) {
    this(use, accepted, progress, null);
  }

  /**
   * As {@link #BusyHost(HostUse, boolean, Consumer)}.
   *
   * @param earlier what earlier sessions of the run saw; null if it is the first
   */
  BusyHost(
      HostUse use,
      boolean accepted,
      Consumer<String> progress,
      @Nullable DisturbanceRecord earlier) {
    this.use = use;
    this.accepted = accepted;
    this.progress = progress;
    this.earlier = earlier;
  }

  @Override
  public Watched begin() {
    HostUse.Moment from = use.now();
    return new Watched() {
      private @Nullable OthersCpu others;

      @Override
      public @Nullable String cause() {
        return judge(ended(), true);
      }

      @Override
      public void kept() {
        judge(ended(), false);
      }

      @Override
      public @Nullable Double foreignCores() {
        return others == null ? null : others.foreignCores();
      }

      private OthersCpu ended() {
        OthersCpu between = use.between(from, use.now());
        others = between;
        return between;
      }
    };
  }

  /** One look at the host for two runs, of which both keep what was seen and this one tells. */
  HostWatch alsoFor(BusyHost other) {
    return () -> {
      Watched one = begin();
      return new Watched() {
        @Override
        public @Nullable String cause() {
          @Nullable String cause = one.cause();
          @Nullable String also = other.keep(last(), true);
          return cause == null ? also : cause;
        }

        @Override
        public void kept() {
          one.kept();
          other.keep(last(), false);
        }

        @Override
        public @Nullable Double foreignCores() {
          return one.foreignCores();
        }
      };
    };
  }

  private synchronized OthersCpu last() {
    return turns.get(turns.size() - 1);
  }

  /** Judges a span; tells when the host gets busy. */
  synchronized @Nullable String judge(OthersCpu others, boolean leaveOut) {
    secondsSinceLine += others.seconds();
    @Nullable String cause = keep(others, leaveOut);
    if (others.isDisturbing() && secondsSinceLine >= SECONDS_BETWEEN_LINES) {
      secondsSinceLine = 0;
      progress.accept(
          String.format(
              Locale.ROOT,
              "%s; %d of %d turns disturbed%s",
              cause(others),
              disturbed.size(),
              turns.size(),
              cause == null ? "" : ", left out and made again"));
    }
    return cause;
  }

  /** Judges a span without a word; why it is left out, null if it is not. */
  private synchronized @Nullable String keep(OthersCpu others, boolean leaveOut) {
    turns.add(others);
    if (!others.isDisturbing()) {
      return null;
    }
    disturbed.add(others);
    boolean leavesOut = leaveOut && !accepted;
    leftOut += leavesOut ? 1 : 0;
    return leavesOut ? cause(others) : null;
  }

  private static String cause(OthersCpu others) {
    return "host busy: " + others.words();
  }

  /** What is to be recorded of the whole run so far; null if nothing was watched. */
  synchronized @Nullable DisturbanceRecord record() {
    OthersCpu all = OthersCpu.over(turns);
    if (all == null) {
      return earlier;
    }
    OthersCpu during = OthersCpu.over(disturbed);
    DisturbanceRecord session =
        new DisturbanceRecord(
            turns.size(),
            disturbed.size(),
            leftOut,
            all.seconds(),
            during == null ? 0 : during.seconds(),
            accepted,
            all,
            Objects.requireNonNullElse(during, all));
    return earlier == null ? session : earlier.and(session);
  }

  /** The verdict with what the host's other work makes of it. */
  RunRecord.Verdict add(RunRecord.Verdict found) {
    DisturbanceRecord record = record();
    List<String> reasons = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    if (record != null && record.disturbed() > 0) {
      boolean most = record.disturbedSeconds() > MOST_DISTURBED * record.seconds();
      String line =
          String.format(
              Locale.ROOT,
              "%s in %d of %d turns (%.0f of %.0f s): %s",
              RunRecord.Verdict.BUSY_HOST,
              record.disturbed(),
              record.turns(),
              record.disturbedSeconds(),
              record.seconds(),
              record.whileDisturbed().words());
      int kept = record.disturbed() - record.leftOut();
      String which = "; " + record.leftOut() + " were left out, " + kept + " kept";
      if (accepted) {
        notes.add(
            line
                + "; that was accepted"
                + (record.leftOut() == 0 ? ", so these turns are in the figures" : which));
      } else if (most) {
        reasons.add(
            line + "; end that work and run again, or accept a busy host: --accept-busy-host");
      } else {
        notes.add(line + (kept == 0 ? "; they were left out and made again" : which));
      }
    }
    if (!turns.isEmpty()) {
      notes.addAll(use.missing());
    }
    reasons.addAll(found.reasons());
    notes.addAll(found.notes());
    return new RunRecord.Verdict(reasons.isEmpty() && found.valid(), reasons, notes);
  }
}
