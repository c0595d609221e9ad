package dev.weir.runner;

import dev.weir.record.TrialRecord;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Time that trials of earlier sessions took. Warm-ups and the time between sessions are not
 * journalled and so not counted.
 *
 * @param total of all trials
 * @param longestRound the most that trials of one round took together
 */
record Spent(Duration total, Duration longestRound) {
  static Spent on(List<TrialRecord> trials) {
    Map<Integer, Long> rounds = new HashMap<>();
    for (TrialRecord trial : trials) {
      // A clock that was set back makes a trial of negative length.
      long millis = Math.max(0, trial.endedAtMillis() - trial.startedAtMillis());
      rounds.merge(trial.round(), millis, Long::sum);
    }
    long total = rounds.values().stream().mapToLong(Long::longValue).sum();
    long longest = rounds.values().stream().mapToLong(Long::longValue).max().orElse(0);
    return new Spent(Duration.ofMillis(total), Duration.ofMillis(longest));
  }
}
