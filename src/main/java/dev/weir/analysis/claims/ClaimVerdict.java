package dev.weir.analysis.claims;

import com.fasterxml.jackson.annotation.JsonInclude;
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
   * @param about what was compared, by name; null if its cells were left out
   */
  public record Tested(
      String what,
      String expected,
      String measured,
      Verdict verdict,
      @Nullable Interval ratio,
      @Nullable Double from,
      @Nullable Double to,
      @Nullable Interval byServerCpu,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable About about) {
    /** Of cells that nobody names. */
    public Tested(
        String what,
        String expected,
        String measured,
        Verdict verdict,
        @Nullable Interval ratio,
        @Nullable Double from,
        @Nullable Double to,
        @Nullable Interval byServerCpu) {
      this(what, expected, measured, verdict, ratio, from, to, byServerCpu, null);
    }

    /**
     * What a comparison is about.
     *
     * @param figure as studies name it; empty for what holds a cell back
     * @param cell id of the cell, of a trend that of the lowest level
     * @param to id of the cell that it is divided by; null if by none
     * @param along factor of a trend; null for a plain ratio
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record About(String figure, String cell, @Nullable String to, @Nullable String along) {}

    /** Whether it asks what holds a cell back, and so has no ratio. */
    boolean isOfLimit() {
      return from == null && to == null;
    }
  }
}
