package dev.weir.analysis.claims;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.weir.record.Interval;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a claim.
 *
 * @param id of the claim
 * @param text the claim in its author's words
 * @param report what the field report itself has, null if none has any
 * @param ours whether the claim is a hypothesis of the study's author
 * @param verdict the answer
 * @param tests each comparison with what was measured
 * @param because why the answer is what it is, where the figures alone don't say it; empty
 *     otherwise
 * @param again how probable it is that a rerun of as many rounds gives the same answer; null where
 *     that can't be said
 */
public record ClaimVerdict(
    String id,
    String text,
    @Nullable String report,
    boolean ours,
    Verdict verdict,
    List<Tested> tests,
    String because,
    @Nullable Double again) {

  /** What the claim rests on, in words; empty if its study doesn't say. */
  public String source() {
    if (!ours) {
      return report == null ? "" : report;
    }
    return report == null ? "our own hypothesis" : "our own hypothesis; the report: " + report;
  }

  /** The four answers. */
  public enum Verdict {
    CONFIRMED("confirmed"),
    CONTRADICTED("contradicted"),
    /** The interval is too wide to tell. */
    NOT_SHOWN("not shown"),
    NOT_TESTABLE("not testable here");

    private final String title;

    Verdict(String title) {
      this.title = title;
    }

    /** As it is written in a record and shown to a reader. */
    @JsonValue
    public String title() {
      return title;
    }
  }

  /**
   * One comparison.
   *
   * @param what the cells compared, in words
   * @param expected where the ratio should lie, in words
   * @param measured the ratio with its interval, in words
   * @param verdict of this comparison alone
   * @param ratio what was measured, in figures; null if no round has it
   * @param from least that was expected, null for no bound
   * @param to most that was expected, null for no bound
   * @param byServerCpu the ratio that the server's CPU per document alone would give, where the
   *     claim is about separate hosts and was measured on one; null elsewhere
   */
  public record Tested(
      String what,
      String expected,
      String measured,
      Verdict verdict,
      @Nullable Interval ratio,
      @Nullable Double from,
      @Nullable Double to,
      @Nullable Interval byServerCpu) {
    /** Whether it asks what holds a cell back, and so has no ratio. */
    boolean isOfLimit() {
      return from == null && to == null;
    }
  }
}
