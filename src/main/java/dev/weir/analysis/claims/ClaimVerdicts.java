package dev.weir.analysis.claims;

import dev.weir.analysis.bottleneck.Resource;
import dev.weir.analysis.claims.ClaimVerdict.Tested;
import dev.weir.analysis.claims.ClaimVerdict.Verdict;
import dev.weir.analysis.stats.CellSummaries;
import dev.weir.analysis.stats.LittlesLaw;
import dev.weir.analysis.stats.LogRatio;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.RecordedStudy;
import dev.weir.record.RunRecord;
import dev.weir.study.Cell;
import dev.weir.study.Claim;
import dev.weir.study.Claim.Region;
import dev.weir.study.Claim.Selection;
import dev.weir.study.Factor;
import dev.weir.study.Figure;
import dev.weir.study.StudyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers the claims of a study from its run's records alone. */
public final class ClaimVerdicts {
  /** An answer that a rerun would turn over more often than once in ten times wants more rounds. */
  private static final double SETTLED = 0.9;

  /** Verdicts on a cell that name nothing that held it back. */
  private static final Set<Resource> NO_LIMIT =
      EnumSet.of(Resource.GENERATOR, Resource.PACED, Resource.UNDECIDED);

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
                v.verdict() == Verdict.NOT_TESTABLE
                    || v.tests().stream().allMatch(Tested::isOfLimit) // known after the run only
                    || (isDecided(v.verdict()) && v.again() != null && v.again() >= SETTLED));
  }

  private static boolean isDecided(Verdict verdict) {
    return verdict == Verdict.CONFIRMED || verdict == Verdict.CONTRADICTED;
  }

  private ClaimVerdict verdict(Claim claim) {
    if (claim.notTestable() != null) {
      return notTestable(claim, List.of(), claim.notTestable());
    }
    if (claim.fullScaleOnly() && RecordedStudy.scaledDown(run)) {
      return notTestable(claim, List.of(), "its cells are measured at full scale only");
    }
    boolean shared = run.server().sharesClientHost() && claim.separateHosts();
    List<Tested> tests = new ArrayList<>();
    List<RegionTest.Result> results = new ArrayList<>();
    Set<String> missing = new LinkedHashSet<>();
    List<Effects> effects = claim.tests().stream().map(test -> effects(test, missing)).toList();
    List<@Nullable LogRatio> ratios = new ArrayList<>();
    List<Region> regions = new ArrayList<>();
    for (Effects effect : effects) {
      if (effect.isOfRatio()) {
        ratios.add(effect.ratio());
        regions.add(effect.region());
      }
    }
    Iterator<RegionTest.Result> ofRatios = RegionTest.all(ratios, regions, confidence).iterator();
    for (Effects effect : effects) {
      RegionTest.Result result =
          effect.known() == null
              ? ofRatios.next()
              : new RegionTest.Result(null, effect.known(), null);
      results.add(result);
      tests.add(tested(effect, result, shared));
    }
    if (shared) {
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

  /**
   * A test with what was measured for it.
   *
   * @param figures of a bound, the figure of each trial; else empty
   * @param ratio of a comparison; null if no round has it
   * @param known its answer where no ratio decides; null where one does
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Effects(
      Claim.Test test, double[] figures, @Nullable LogRatio ratio, @Nullable Verdict known) {
    static Effects known(Claim.Test test, Verdict verdict) {
      return new Effects(test, new double[0], null, verdict);
    }

    boolean isOfRatio() {
      return known == null;
    }

    Region region() {
      return ((Claim.Comparison) test).expected();
    }
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
    return answer(claim, Verdict.NOT_TESTABLE, tests, because, null);
  }

  private static ClaimVerdict answer(
      Claim claim, Verdict verdict, List<Tested> tests, String because, @Nullable Double again) {
    return new ClaimVerdict(
        claim.id(), claim.text(), claim.report(), claim.ours(), verdict, tests, because, again);
  }

  private static ClaimVerdict verdict(
      Claim claim, List<Tested> tests, List<RegionTest.Result> results, Set<String> missing) {
    Verdict verdict = verdict(results);
    RegionTest.Rerun rerun = rerun(results);
    return answer(
        claim,
        verdict,
        tests,
        String.join("; ", missing),
        rerun == null || verdict == Verdict.NOT_TESTABLE
            ? null
            : Double.valueOf(rerun.of(verdict)));
  }

  /** A claim holds if all its tests do, and falls with any. */
  static Verdict verdict(List<RegionTest.Result> results) {
    Set<Verdict> found =
        results.stream().map(RegionTest.Result::verdict).collect(Collectors.toSet());
    for (Verdict any : List.of(Verdict.CONTRADICTED, Verdict.NOT_TESTABLE, Verdict.NOT_SHOWN)) {
      if (found.contains(any)) {
        return any;
      }
    }
    return Verdict.CONFIRMED;
  }

  /**
   * What a rerun would say of the whole claim: of all tests the product, as if they were
   * independent; of any the likeliest, which any has at least. Null if no test tells.
   */
  static RegionTest.@Nullable Rerun rerun(List<RegionTest.Result> results) {
    List<RegionTest.Rerun> reruns =
        results.stream().map(RegionTest.Result::rerun).filter(Objects::nonNull).toList();
    return reruns.isEmpty()
        ? null
        : new RegionTest.Rerun(
            reruns.stream().mapToDouble(RegionTest.Rerun::confirms).reduce(1, (a, b) -> a * b),
            reruns.stream().mapToDouble(RegionTest.Rerun::contradicts).max().orElse(0));
  }

  private Effects effects(Claim.Test test, Set<String> missing) {
    List<CellRecord> compared = cells(test.compare());
    List<CellRecord> divisors = to(test);
    if (compared.isEmpty() || (test.to() != null && divisors.isEmpty())) {
      missing.add("its cells were left out: " + reasons());
      return Effects.known(test, Verdict.NOT_TESTABLE);
    }
    if (test instanceof Claim.Bound bound) {
      double[] figures = RoundEffects.figures(bound.figure(), compared);
      if (figures.length == 0) {
        missing.add("no valid trial has " + bound.figure().yamlName());
      }
      return new Effects(test, figures, null, within(bound, figures));
    }
    if (!(test instanceof Claim.Comparison comparison)) {
      return Effects.known(test, heldBack((Claim.Limit) test, compared.get(0)));
    }
    Factor<?> along = comparison.along();
    if (along != null
        && (compared.size() < 3 || !paired(compared, divisors, comparison.to() != null))) {
      missing.add("levels of " + along.yamlName() + " were left out: " + reasons());
      return Effects.known(test, Verdict.NOT_TESTABLE);
    }
    LogRatio ratio = ratio(comparison, compared, divisors);
    if (ratio == null) {
      missing.add("no round has a valid trial, with this figure, of each of its cells");
    }
    return new Effects(test, new double[0], ratio, null);
  }

  /** A ratio of rates is that of the tables: from turns where there are any, else from rounds. */
  private @Nullable LogRatio ratio(
      Claim.Comparison test, List<CellRecord> compared, List<CellRecord> divisors) {
    if (test.along() == null && !divisors.isEmpty()) {
      CellRecord of = compared.get(0);
      CellRecord to = divisors.get(0);
      LogRatio ofTurns =
          switch (test.figure()) {
            case DOCUMENTS_PER_SECOND -> CellSummaries.ratioOfTurns(of, to, cells);
            case TIME_PER_DOCUMENT -> CellSummaries.ratioOfTurns(to, of, cells);
            default -> null;
          };
      if (ofTurns != null) {
        return ofTurns;
      }
    }
    return ofRounds(new RoundEffects(test, compared, divisors).logs());
  }

  private static @Nullable LogRatio ofRounds(double[] logs) {
    return logs.length == 0 ? null : LogRatio.ofRounds(logs);
  }

  private static Verdict within(Claim.Bound bound, double[] figures) {
    if (figures.length == 0) {
      return Verdict.NOT_TESTABLE;
    }
    boolean holds = Arrays.stream(figures).allMatch(figure -> figure <= bound.atMost());
    return holds ? Verdict.CONFIRMED : Verdict.CONTRADICTED;
  }

  private static Verdict heldBack(Claim.Limit limit, CellRecord cell) {
    String resource = cell.bottleneck().resource();
    if (limit.names(resource)) {
      return Verdict.CONFIRMED;
    }
    boolean none = NO_LIMIT.stream().anyMatch(any -> any.title().equals(resource));
    return none ? Verdict.NOT_SHOWN : Verdict.CONTRADICTED;
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
    return cell.id() + ": " + Resource.sentence(cell.bottleneck().resource());
  }

  private Tested tested(Effects effects, RegionTest.Result result, boolean shared) {
    Claim.Test test = effects.test();
    List<CellRecord> compared = cells(test.compare());
    if (test instanceof Claim.Bound bound) {
      return new Tested(
          bound.figure().yamlName() + " of " + ClaimWords.ids(compared),
          ClaimWords.atMost(bound.atMost()) + " in each trial",
          ClaimWords.most(effects.figures()),
          result.verdict(),
          null,
          null,
          null,
          null);
    }
    if (!(test instanceof Claim.Comparison comparison)) {
      return new Tested(
          "limit of " + ClaimWords.ids(compared),
          String.join(" or ", ((Claim.Limit) test).heldBackBy()),
          compared.isEmpty() ? "–" : compared.get(0).bottleneck().resource(),
          result.verdict(),
          null,
          null,
          null,
          null,
          compared.isEmpty() ? null : new Tested.About("", compared.get(0).id(), null, null));
    }
    RegionTest.Result alone = shared ? byServerCpu(comparison) : null;
    Interval byCpu = alone == null ? null : alone.ratio();
    return new Tested(
        ClaimWords.what(comparison, compared, to(test)),
        ClaimWords.expected(comparison),
        measured(result) + (alone == null ? "" : ClaimWords.byServerCpu(alone)),
        result.verdict(),
        result.ratio(),
        bound(comparison.expected().from()),
        bound(comparison.expected().to()),
        byCpu,
        about(comparison, compared));
  }

  private Tested.@Nullable About about(Claim.Comparison test, List<CellRecord> compared) {
    List<CellRecord> divisors = to(test);
    Factor<?> along = test.along();
    return compared.isEmpty() || (test.to() != null && divisors.isEmpty())
        ? null
        : new Tested.About(
            test.figure().yamlName(),
            compared.get(0).id(),
            divisors.isEmpty() ? null : divisors.get(0).id(),
            along == null ? null : along.yamlName());
  }

  /**
   * The ratio of times or rates if the server's CPU per document were all that decides it: what a
   * shared host can say about separate ones. Null if the comparison is about something else.
   */
  private RegionTest.@Nullable Result byServerCpu(Claim.Comparison test) {
    boolean rate = test.figure() == Figure.DOCUMENTS_PER_SECOND;
    if (!rate && test.figure() != Figure.TIME_PER_DOCUMENT) {
      return null;
    }
    Claim.Comparison ofCpu =
        new Claim.Comparison(
            Figure.SERVER_CPU, test.compare(), test.to(), test.along(), test.expected());
    double[] logs = new RoundEffects(ofCpu, cells(test.compare()), to(test)).logs();
    double[] effects = Arrays.stream(logs).map(log -> rate ? -log : log).toArray();
    return RegionTest.of(ofRounds(effects), test.expected(), confidence, confidence);
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
