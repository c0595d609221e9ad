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
 * @param verdict the answer
 * @param tests each comparison with what was measured
 * @param because why the answer is what it is, where the figures alone don't say it; empty
 *     otherwise
 * @param again how probable it is that a rerun of as many rounds gives the same answer; null where
 *     there is none
 */
public record ClaimVerdict(
    String id,
    String text,
    Verdict verdict,
    List<Tested> tests,
    String because,
    @Nullable Double again) {

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
   */
  public record Tested(
      String what,
      String expected,
      String measured,
      Verdict verdict,
      @Nullable Interval ratio,
      @Nullable Double from,
      @Nullable Double to) {}
}
