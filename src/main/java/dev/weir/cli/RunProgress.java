package dev.weir.cli;

import dev.weir.study.Plan;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a run is and how long it may still take: by the plan until a trial has ended, then by how
 * long trials took so far, their share of the round's warm-up included. Trials in turns all end
 * with their round, so whole rounds count. Never beyond the budget, except for the fewest rounds,
 * which are always run.
 */
final class RunProgress {
  private int cells = 1;
  private int fewestRounds = 1;
  private Duration expectedRound = Duration.ZERO;
  private Duration budget = Duration.ofDays(365);
  private @Nullable Instant begun;
  private boolean turns;
  private @Nullable Instant countedAt;
  private int counted;
  private int round;
  private int atMost = 1;
  private int done;

  /**
   * @param expected of the whole run at most; more than the plan says where rounds are run twice
   */
  void planned(Plan plan, Duration expected) {
    cells = plan.cells().size();
    turns = plan.cells().keySet().stream().anyMatch(id -> plan.turns(id) > 1);
    fewestRounds = plan.study().rounds().min();
    atMost = plan.study().rounds().max();
    Duration perRound = expected.dividedBy(atMost);
    expectedRound = perRound.compareTo(plan.expectedRound()) > 0 ? perRound : plan.expectedRound();
    budget = plan.study().budget();
  }

  void roundStarted(int now, int most, Instant at) {
    if (begun == null) {
      begun = at;
    }
    round = now;
    atMost = most;
  }

  void trialEnded(int trialsDone, Instant at) {
    done = trialsDone;
    if (!turns || trialsDone % cells == 0) {
      counted = trialsDone;
      countedAt = at;
    }
  }

  /** Trials that will be run, as far as is known: more rounds follow if intervals stay wide. */
  int trials() {
    return cells * rounds();
  }

  int done() {
    return done;
  }

  /** "round 2 of 3 to 6". */
  String round() {
    String all = fewestRounds < atMost ? fewestRounds + " to " + atMost : String.valueOf(atMost);
    return "round " + round + " of " + all;
  }

  /** Time left, estimated; zero if it is over already. */
  Duration left(Instant now) {
    Instant from = begun == null ? now : begun;
    Instant last = countedAt;
    Duration left;
    if (last == null) {
      left = expectedRound.multipliedBy(rounds()).minus(Duration.between(from, now));
      Duration others = expectedRound.multipliedBy(Math.max(0, rounds() - Math.max(1, round)));
      left = left.compareTo(others) < 0 ? others : left;
    } else {
      Duration perTrial = Duration.between(from, last).dividedBy(counted);
      left = perTrial.multipliedBy(trials() - counted).minus(Duration.between(last, now));
    }
    if (round > fewestRounds) {
      Duration ofBudget = budget.minus(Duration.between(from, now));
      left = left.compareTo(ofBudget) > 0 ? ofBudget : left;
    }
    return left.isNegative() ? Duration.ZERO : left;
  }

  private int rounds() {
    return Math.min(atMost, Math.max(fewestRounds, round));
  }
}
