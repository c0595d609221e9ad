package dev.weir.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Documents of a whole trial, from the first write to the last answer, settling included, so that
 * they can be held against the server's own count.
 *
 * @param offered documents handed to the driver
 * @param acknowledged documents of calls that the server acknowledged
 * @param matched documents that the filters of acknowledged calls found, or that are new
 * @param modified documents that the server says it changed, made or deleted, those of partly
 *     failed calls included
 * @param failed documents of failed calls by class of error
 * @param unanswered documents of calls still without an answer when the trial was given up
 * @param expected what the acknowledged calls were to do, by kind; null in records that lack it
 * @param done what the server says it did, by kind, partly failed calls included; null in records
 *     that lack it
 */
public record Totals(
    long offered,
    long acknowledged,
    long matched,
    long modified,
    Map<String, Long> failed,
    long unanswered,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable WriteCounts expected,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable WriteCounts done) {
  /** Nothing was written. */
  public static final Totals NONE = new Totals(0, 0, 0, 0, Map.of(), 0);

  /** Totals that nobody counted by kind. */
  public Totals(
      long offered,
      long acknowledged,
      long matched,
      long modified,
      Map<String, Long> failed,
      long unanswered) {
    this(offered, acknowledged, matched, modified, failed, unanswered, null, null);
  }

  /** Acknowledged documents that were to be saved as they were. */
  public long unchanged() {
    return expected == null ? 0 : expected.unchanged();
  }

  /** Acknowledged documents that the calls were to change: what documents/s counts. */
  public long changing() {
    return acknowledged - unchanged();
  }

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
        unanswered + other.unanswered,
        both(expected, other.expected, WriteCounts::plus),
        both(done, other.done, WriteCounts::plus));
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
        unanswered - earlier.unanswered,
        both(expected, earlier.expected, WriteCounts::minus),
        both(done, earlier.done, WriteCounts::minus));
  }

  private static @Nullable WriteCounts both(
      @Nullable WriteCounts one, @Nullable WriteCounts other, BinaryOperator<WriteCounts> as) {
    return one == null && other == null
        ? null
        : as.apply(one == null ? WriteCounts.NONE : one, other == null ? WriteCounts.NONE : other);
  }
}
