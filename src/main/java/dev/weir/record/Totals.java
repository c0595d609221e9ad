package dev.weir.record;

import java.util.Map;
import java.util.TreeMap;

/**
 * Documents of a whole trial, from the first write to the last answer, settling included, so that
 * they can be held against the server's own count.
 *
 * @param offered documents handed to the driver
 * @param acknowledged documents of calls that the server acknowledged
 * @param matched documents that the filters of acknowledged calls found
 * @param modified documents that the server says it changed, those of partly failed calls included
 * @param failed documents of failed calls by class of error
 * @param unanswered documents of calls still without an answer when the trial was given up
 */
public record Totals(
    long offered,
    long acknowledged,
    long matched,
    long modified,
    Map<String, Long> failed,
    long unanswered) {
  /** Nothing was written. */
  public static final Totals NONE = new Totals(0, 0, 0, 0, Map.of(), 0);

  /** Documents of failed calls, of any class. */
  public long failedDocuments() {
    return failed.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Both together. */
  public Totals plus(Totals other) {
    Map<String, Long> all = new TreeMap<>(failed);
    other.failed.forEach((name, n) -> all.merge(name, n, Long::sum));
    return new Totals(
        offered + other.offered,
        acknowledged + other.acknowledged,
        matched + other.matched,
        modified + other.modified,
        all,
        unanswered + other.unanswered);
  }

  /** What came after an earlier count of the same. */
  public Totals minus(Totals earlier) {
    Map<String, Long> later = new TreeMap<>(failed);
    earlier.failed.forEach((name, n) -> later.merge(name, -n, Long::sum));
    later.values().removeIf(n -> n == 0);
    return new Totals(
        offered - earlier.offered,
        acknowledged - earlier.acknowledged,
        matched - earlier.matched,
        modified - earlier.modified,
        later,
        unanswered - earlier.unanswered);
  }
}
