package dev.weir.runner;

import dev.weir.load.process.LoadClients;
import dev.weir.load.trial.MeasuredTurns;
import dev.weir.record.ClientShares;
import dev.weir.record.TrialMeasurement;
import dev.weir.record.TrialRecord.Identity;
import dev.weir.record.TrialTurn;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A trial while it is measured: the sum of the turns so far. */
final class TrialSum {
  /** Turns end with a window: they may miss their length by a little. */
  private static final double ENOUGH = 0.95;

  /** A JVM may still be warming in its first passes. */
  private static final int MOST_LEAD_INS = 3;

  private final Identity identity;
  private final Instant startedAt;
  private final int wanted;
  private final long wantedNanos;
  private final long settleAtMostMillis;
  private final List<TrialTurn> turns = new ArrayList<>();
  private final List<LoadClients.Measured> measured = new ArrayList<>();
  private final List<String> reasons = new ArrayList<>();
  private long entering;
  private long nanos;
  private @Nullable Long updates = 0L;
  private @Nullable Long cpuMicros = 0L;
  private boolean ledIn;
  private @Nullable String failure;

  /**
   * @param wanted turns that enter the figures
   * @param wantedMillis measured time of all turns together; turns of slow calls are longer, and
   *     fewer make it
   * @param settleAtMostMillis longest lead-in of a turn
   */
  TrialSum(
      Identity identity,
      Instant startedAt,
      int wanted,
      long wantedMillis,
      long settleAtMostMillis) {
    this.identity = identity;
    this.startedAt = startedAt;
    this.wanted = wanted;
    this.wantedNanos = TimeUnit.MILLISECONDS.toNanos(wantedMillis);
    this.settleAtMostMillis = settleAtMostMillis;
  }

  Identity identity() {
    return identity;
  }

  Instant startedAt() {
    return startedAt;
  }

  /** Whether it takes turns with other trials. */
  boolean takesTurns() {
    return wanted > 1;
  }

  /** Turns so far, those left out included. */
  List<TrialTurn> turns() {
    return List.copyOf(turns);
  }

  /** The turns as they are recorded: none of a trial that was measured once at a stretch. */
  @Nullable List<TrialTurn> recordedTurns() {
    return takesTurns() || turns.size() > 1 ? turns() : null;
  }

  /** Whether a turn was led in, so that the next one needs a short lead-in only. */
  boolean ledIn() {
    return ledIn;
  }

  /** Windows of the turns so far: wide where calls are slow. */
  long windowMillis(long usual) {
    return measured.isEmpty()
        ? usual
        : measured.get(measured.size() - 1).measurement().rates().windowMillis();
  }

  /**
   * Adds a turn.
   *
   * @param against reasons against the whole trial
   * @param counted the server's own count over the turn; null if it has none
   * @param cpu of the server over the measured span in µs; null if unknown
   * @param disturbance what disturbed the turn; null if nothing did
   * @param foreignCores that other processes used meanwhile; null if nobody looked
   * @param checkpoint whether the server made a checkpoint meanwhile
   */
  void add(
      int pass,
      LoadClients.Measured turn,
      List<String> against,
      @Nullable Long counted,
      @Nullable Long cpu,
      @Nullable String disturbance,
      @Nullable Double foreignCores,
      boolean checkpoint) {
    TrialMeasurement m = turn.measurement();
    String cause = disturbance;
    if (cause == null && mayStillSettle(m)) {
      cause = unsettled(m);
    } else if (cause == null && checkpoint && mayWaitForCheckpoint()) {
      cause = TrialTurn.CHECKPOINT;
    }
    turns.add(
        new TrialTurn(
            pass,
            m.measured(),
            m.documents(),
            m.rates().documentsPerSecond(),
            cause,
            foreignCores));
    measured.add(turn);
    reasons.addAll(against);
    updates = plus(updates, counted);
    ledIn |= m.steady();
    if (cause == null) {
      reasons.addAll(turn.reasons());
      cpuMicros = plus(cpuMicros, cpu);
      entering++;
      nanos += m.measuredNanos();
    }
  }

  /** Whether this turn did not settle, and a later one may: that was known before it counted. */
  private boolean mayStillSettle(TrialMeasurement turn) {
    boolean late = !turn.steady() && turn.settleMillis() >= settleAtMostMillis;
    return takesTurns() && !ledIn && late && turns.size() + 1 < MOST_LEAD_INS;
  }

  /**
   * Whether a turn on which a checkpoint fell is made again. Which turn of a second meets the one
   * of a minute is chance. Where checkpoints last so long that a trial meets a second one, it
   * counts.
   */
  private boolean mayWaitForCheckpoint() {
    return takesTurns() && turns.stream().noneMatch(TrialTurn::leftOutForCheckpoint);
  }

  private static String unsettled(TrialMeasurement turn) {
    return "steady state not shown: " + turn.steadyReason();
  }

  /** It gives no measurement. */
  void fail(String reason) {
    failure = reason;
  }

  /** Why it gives no measurement; null if it gives one. */
  @Nullable String failure() {
    return failure;
  }

  /** Whether the last turn was disturbed, and so is to be made again. */
  boolean missesTurn() {
    return !over() && !turns.isEmpty() && !turns.get(turns.size() - 1).enters();
  }

  /** Whether every call of the last turn was answered: one that hangs reaches into the next. */
  boolean answered() {
    return failure != null
        || measured.get(measured.size() - 1).measurement().total().unanswered() == 0;
  }

  /** Whether further turns would add nothing. */
  boolean over() {
    return failure != null || spoilt() || entering >= wanted || nanos >= ENOUGH * wantedNanos;
  }

  /** A turn that showed no steady state, or lost calls, spoils the trial; a disturbed one not. */
  private boolean spoilt() {
    if (!reasons.isEmpty()) {
      return true;
    }
    for (int i = 0; i < turns.size(); i++) {
      TrialMeasurement turn = measured.get(i).measurement();
      boolean lost = turn.total().failedDocuments() > 0 || turn.total().unanswered() > 0;
      if (lost || (turns.get(i).enters() && !turn.steady())) {
        return true;
      }
    }
    return false;
  }

  /** The reasons against it that its turns gave. */
  List<String> reasons() {
    List<String> all = new ArrayList<>(reasons);
    if (entering == 0) {
      all.add("every turn was left out: " + turns.get(turns.size() - 1).leftOut());
    }
    return all;
  }

  /** What the load measured: the turns that enter the figures, or all if none does. */
  TrialMeasurement measurement() {
    List<TrialMeasurement> all = measured.stream().map(LoadClients.Measured::measurement).toList();
    List<TrialMeasurement> good = new ArrayList<>();
    for (int i = 0; i < turns.size(); i++) {
      if (turns.get(i).enters()) {
        good.add(all.get(i));
      }
    }
    TrialMeasurement sum = MeasuredTurns.sum(good.isEmpty() ? all : good, all);
    return good.stream()
        .filter(turn -> !turn.steady())
        .findFirst()
        .map(turn -> sum.withSteady(false).withSteadyReason(turn.steadyReason()))
        .orElse(sum);
  }

  /** Each client's part of the last turn; null where there is one client. */
  @Nullable ClientShares shares() {
    return measured.get(measured.size() - 1).shares();
  }

  /** What the server counted over all turns; null if it has no count. */
  @Nullable Long updates() {
    return updates;
  }

  /** The server's CPU over the turns that enter the figures, in µs; null if unknown. */
  @Nullable Long cpuMicros() {
    return cpuMicros;
  }

  private static @Nullable Long plus(@Nullable Long sum, @Nullable Long more) {
    return sum == null || more == null ? null : Long.valueOf(sum + more);
  }
}
