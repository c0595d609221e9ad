package dev.weir.load.trial;

import dev.weir.record.PercentileInterval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/**
 * A service level objective: bounds on response times, from the intended send, and on the share of
 * calls that fail or are refused. Written {@code p99<50ms,errors<0.1%}.
 *
 * @param terms in the order written
 */
public record Slo(List<Term> terms) {
  private static final Pattern TIME =
      Pattern.compile("(p\\d{1,2}(?:\\.\\d{1,3})?|max)(<=?)(\\d+(?:\\.\\d+)?)(us|ms|s)");
  private static final Pattern ERRORS = Pattern.compile("(errors)(<=?)(\\d+(?:\\.\\d+)?)%");
  private static final Map<String, Double> NANOS = Map.of("us", 1e3, "ms", 1e6, "s", 1e9);

  public Slo {
    terms = List.copyOf(terms);
  }

  /**
   * One bound.
   *
   * @param metric {@code p50} … {@code p99.999}, {@code max} or {@code errors}
   * @param inclusive whether the bound itself is good
   * @param bound nanoseconds; for errors a share from 0 to 1
   * @param text as written
   */
  public record Term(String metric, boolean inclusive, double bound, String text) {
    boolean holds(double value) {
      return inclusive ? value <= bound : value < bound;
    }

    boolean ofErrors() {
      return metric.equals("errors");
    }

    double percentile() {
      return metric.equals("max") ? 100 : Double.parseDouble(metric.substring(1));
    }
  }

  /**
   * Reads an objective.
   *
   * @throws IllegalArgumentException if it can't be read; one line says which part and what would
   *     do
   */
  public static Slo parse(String text) {
    Map<String, Term> terms = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      Term term = term(part.strip().replace(" ", ""));
      if (terms.put(term.metric(), term) != null) {
        throw new IllegalArgumentException(
            "'" + text + "' bounds " + term.metric() + " twice; keep one");
      }
    }
    return new Slo(new ArrayList<>(terms.values()));
  }

  private static Term term(String part) {
    Matcher time = TIME.matcher(part);
    if (time.matches()) {
      Term term =
          new Term(
              time.group(1),
              time.group(2).equals("<="),
              Double.parseDouble(time.group(3)) * NANOS.getOrDefault(time.group(4), 1.0),
              part);
      if (term.percentile() <= 0 || term.bound() <= 0) {
        throw unusable(part, "a percentile and its bound must be above 0");
      }
      return term;
    }
    Matcher errors = ERRORS.matcher(part);
    if (errors.matches()) {
      double percent = Double.parseDouble(errors.group(3));
      boolean inclusive = errors.group(2).equals("<=");
      if (percent > 100 || (percent == 0 && !inclusive)) {
        throw unusable(
            part, "errors<0% can never hold, and above 100% always; errors<=0% allows none");
      }
      return new Term("errors", inclusive, percent / 100, part);
    }
    throw unusable(part, "write p99<50ms, p99.9<=200ms, max<2s or errors<0.1%");
  }

  private static IllegalArgumentException unusable(String part, String what) {
    return new IllegalArgumentException("'" + part + "' is no objective: " + what);
  }

  /**
   * Which bounds are broken, each in a line with its figure; none if the objective is met.
   *
   * @param response times in nanoseconds; without any, no bound on a time holds
   * @param errorShare from 0 to 1
   */
  public List<String> broken(Histogram response, double errorShare) {
    List<String> lines = new ArrayList<>();
    for (Term term : terms) {
      if (term.ofErrors()) {
        if (!term.holds(errorShare)) {
          lines.add(
              String.format(Locale.ROOT, "%s: it was %.3f %%", term.text(), errorShare * 100));
        }
      } else if (response.getTotalCount() == 0) {
        lines.add(term.text() + ": nothing was answered");
      } else {
        double nanos = response.getValueAtPercentile(term.percentile());
        if (!term.holds(nanos)) {
          lines.add(String.format(Locale.ROOT, "%s: it was %.2f ms", term.text(), nanos / 1e6));
        }
      }
    }
    return lines;
  }

  /** What figures say of a bound. */
  public enum Answer {
    HOLDS("holds"),
    FAILS("fails"),
    UNCLEAR("is not clear");

    private final String title;

    Answer(String title) {
      this.title = title;
    }

    public String title() {
      return title;
    }
  }

  /**
   * A bound with what figures say of it.
   *
   * @param text the bound, the answer and the figure with its interval, in a line
   */
  public record Answered(Answer answer, String text) {}

  /**
   * What the times say of each bound: it holds, or fails, if the whole interval of the percentile
   * lies on one side of it. The share of errors and {@code max} are counted, not estimated.
   *
   * @param seconds response times in nanoseconds, second by second
   * @param errorShare from 0 to 1
   * @param intervals makes the interval of a percentile, in microseconds
   */
  public List<Answered> answers(
      List<Histogram> seconds,
      double errorShare,
      BiFunction<List<Histogram>, Double, PercentileInterval> intervals) {
    Histogram all = new Histogram(3);
    seconds.forEach(all::add);
    List<Answered> answers = new ArrayList<>();
    for (Term term : terms) {
      if (term.ofErrors()) {
        answers.add(
            answered(
                term,
                term.holds(errorShare) ? Answer.HOLDS : Answer.FAILS,
                String.format(Locale.ROOT, "%.3f %%", errorShare * 100)));
      } else if (all.getTotalCount() == 0) {
        answers.add(answered(term, Answer.FAILS, "nothing was answered"));
      } else {
        answers.add(ofTime(term, all, intervals.apply(seconds, term.percentile())));
      }
    }
    return answers;
  }

  private static Answered ofTime(Term term, Histogram all, PercentileInterval interval) {
    double nanos = all.getValueAtPercentile(term.percentile());
    String figure = String.format(Locale.ROOT, "%.2f ms", nanos / 1e6);
    if (term.metric().equals("max")) {
      return answered(term, term.holds(nanos) ? Answer.HOLDS : Answer.FAILS, figure);
    }
    Double low = interval.low();
    Double high = interval.high();
    if (low == null || high == null) {
      return answered(term, Answer.UNCLEAR, figure + ", " + interval.why());
    }
    Answer answer =
        term.holds(high * 1e3)
            ? Answer.HOLDS
            : term.holds(low * 1e3) ? Answer.UNCLEAR : Answer.FAILS;
    return answered(
        term, answer, figure + String.format(Locale.ROOT, " [%.2f, %.2f]", low / 1e3, high / 1e3));
  }

  private static Answered answered(Term term, Answer answer, String figure) {
    return new Answered(answer, term.text() + " " + answer.title() + ": " + figure);
  }

  @Override
  public String toString() {
    return String.join(",", terms.stream().map(Term::text).toList());
  }
}
