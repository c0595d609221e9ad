package dev.weir.analysis.claims;

import dev.weir.analysis.claims.ClaimVerdict.Tested;
import dev.weir.analysis.claims.ClaimVerdict.Verdict;
import dev.weir.analysis.stats.LittlesLaw;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.RecordedStudy;
import dev.weir.record.RunRecord;
import dev.weir.study.Cell;
import dev.weir.study.Claim;
import dev.weir.study.Claim.Selection;
import dev.weir.study.StudyException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers the claims of a study from its run's records alone. */
public final class ClaimVerdicts {
  /** An answer that a rerun would turn over more often than once in ten times wants more rounds. */
  private static final double SETTLED = 0.9;

  private final RunRecord run;
  private final List<CellRecord> cells;
  private final double confidence;

  private ClaimVerdicts(RunRecord run, List<CellRecord> cells) {
    this.run = run;
    this.cells = cells;
    this.confidence = RecordedStudy.confidence(run);
  }

  /**
   * One answer per claim, in the order of the study; empty if it claims nothing.
   *
   * @throws StudyException if the record's claims can't be understood
   */
  public static List<ClaimVerdict> of(RunRecord run, List<CellRecord> cells) throws StudyException {
    List<ClaimVerdict> verdicts = new ArrayList<>();
    for (Claim claim : RecordedStudy.claims(run)) {
      verdicts.add(new ClaimVerdicts(run, cells).verdict(claim));
    }
    return verdicts;
  }

  /** Whether more rounds are unlikely to change any answer. */
  public static boolean settled(List<ClaimVerdict> verdicts) {
    return verdicts.stream()
        .allMatch(
            v ->
                v.verdict() == Verdict.NOT_TESTABLE || (v.again() != null && v.again() >= SETTLED));
  }

  private ClaimVerdict verdict(Claim claim) {
    if (claim.notTestable() != null) {
      return notTestable(claim, List.of(), claim.notTestable());
    }
    if (claim.fullScaleOnly() && RecordedStudy.scaledDown(run)) {
      return notTestable(claim, List.of(), "its cells are measured at full scale only");
    }
    List<Tested> tests = new ArrayList<>();
    List<RegionTest.Result> results = new ArrayList<>();
    Set<String> missing = new LinkedHashSet<>();
    for (Claim.Test test : claim.tests()) {
      RegionTest.Result result = result(test, missing);
      results.add(result);
      tests.add(tested(test, result));
    }
    if (run.server().sharesClientHost() && claim.separateHosts()) {
      return notTestable(claim, tests, sharedHost(claim));
    }
    if (!run.server().realMongoDB() && "mongodb".equals(run.study().get("target"))) {
      return notTestable(claim, tests, "measured on " + run.server().product());
    }
    if (missing.isEmpty()) {
      missing.addAll(law(claim));
    }
    return verdict(claim, tests, results, missing);
  }

  /** Of cells behind a slow link: why they are as fast as they are. */
  private Set<String> law(Claim claim) {
    Set<String> sentences = new LinkedHashSet<>();
    for (Claim.Test test : claim.tests()) {
      Stream.concat(to(test).stream(), cells(test.compare()).stream())
          .filter(cell -> LittlesLaw.speaksOf(Cell.parse(cell.factors())))
          .map(LittlesLaw::of)
          .filter(sentence -> !sentence.isEmpty())
          .forEach(sentences::add);
    }
    return sentences;
  }

  private static ClaimVerdict notTestable(Claim claim, List<Tested> tests, String because) {
    return new ClaimVerdict(claim.id(), claim.text(), Verdict.NOT_TESTABLE, tests, because, null);
  }

  /** A claim holds if all its tests do, and falls with any (intersection-union: Berger, 1982). */
  private static ClaimVerdict verdict(
      Claim claim, List<Tested> tests, List<RegionTest.Result> results, Set<String> missing) {
    Set<Verdict> found =
        results.stream().map(RegionTest.Result::verdict).collect(Collectors.toSet());
    Verdict verdict = Verdict.NOT_SHOWN;
    double again = 0;
    if (found.contains(Verdict.CONTRADICTED)) {
      verdict = Verdict.CONTRADICTED;
      again =
          results.stream()
              .filter(r -> r.verdict() == Verdict.CONTRADICTED)
              .mapToDouble(RegionTest.Result::again)
              .max()
              .orElse(0);
    } else if (found.contains(Verdict.NOT_TESTABLE)) {
      verdict = Verdict.NOT_TESTABLE;
    } else if (!found.contains(Verdict.NOT_SHOWN)) {
      verdict = Verdict.CONFIRMED;
      again = results.stream().mapToDouble(RegionTest.Result::again).reduce(1, (a, b) -> a * b);
    }
    boolean decided = verdict == Verdict.CONFIRMED || verdict == Verdict.CONTRADICTED;
    return new ClaimVerdict(
        claim.id(),
        claim.text(),
        verdict,
        tests,
        String.join("; ", missing),
        decided ? Double.valueOf(again) : null);
  }

  private RegionTest.Result result(Claim.Test test, Set<String> missing) {
    List<CellRecord> compared = cells(test.compare());
    Selection to = test.to();
    List<CellRecord> divisors = to == null ? List.of() : cells(to);
    if (compared.isEmpty() || (to != null && divisors.isEmpty())) {
      missing.add("its cells were left out: " + reasons());
      return new RegionTest.Result(null, Verdict.NOT_TESTABLE, 0);
    }
    if (test.along() != null && (compared.size() < 3 || !paired(compared, divisors, to != null))) {
      missing.add("levels of " + test.along().yamlName() + " were left out: " + reasons());
      return new RegionTest.Result(null, Verdict.NOT_TESTABLE, 0);
    }
    double[] logs = new RoundEffects(test, compared, divisors).logs();
    if (logs.length == 0) {
      missing.add("no round has a valid trial, with this figure, of each of its cells");
    }
    return RegionTest.of(logs, test.expected(), confidence);
  }

  private static boolean paired(
      List<CellRecord> compared, List<CellRecord> divisors, boolean wanted) {
    return !wanted || compared.size() == divisors.size();
  }

  private String reasons() {
    return run.excluded().isEmpty()
        ? "this run has none such"
        : String.join("; ", new TreeSet<>(run.excluded().values()));
  }

  private List<CellRecord> cells(Selection wanted) {
    return cells.stream().filter(cell -> wanted.matches(Cell.parse(cell.factors()))).toList();
  }

  /** Who shares a host is held back by what the two share, which the claim is not about. */
  private String sharedHost(Claim claim) {
    Set<String> limits = new LinkedHashSet<>();
    for (Claim.Test test : claim.tests()) {
      cells(test.compare()).forEach(cell -> limits.add(limit(cell)));
      Selection to = test.to();
      if (to != null) {
        cells(to).forEach(cell -> limits.add(limit(cell)));
      }
    }
    return String.format(
        Locale.ROOT,
        "stated for separate hosts, but here client and server share %s: %s",
        cores(run.server().host().get("cores")),
        limits.isEmpty() ? "no cell of it was measured" : String.join("; ", limits));
  }

  private static String cores(@Nullable Object cores) {
    return cores == null ? "one host" : cores + " cores";
  }

  private static String limit(CellRecord cell) {
    return cell.id() + " is held back by " + cell.bottleneck().resource();
  }

  private Tested tested(Claim.Test test, RegionTest.Result result) {
    return new Tested(
        ClaimWords.what(test, cells(test.compare()), to(test)),
        ClaimWords.expected(test),
        measured(result),
        result.verdict(),
        result.ratio(),
        bound(test.expected().from()),
        bound(test.expected().to()));
  }

  /** A ratio is above 0 and below infinity whatever was expected. */
  private static @Nullable Double bound(double bound) {
    return bound > 0 && Double.isFinite(bound) ? Double.valueOf(bound) : null;
  }

  private List<CellRecord> to(Claim.Test test) {
    Selection to = test.to();
    return to == null ? List.of() : cells(to);
  }

  private static String measured(RegionTest.Result result) {
    Interval ratio = result.ratio();
    return ratio == null ? "–" : ClaimWords.interval(ratio);
  }
}
