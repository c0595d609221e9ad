package dev.weir.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.analysis.bottleneck.OfferedRate;
import dev.weir.analysis.bottleneck.Resource;
import dev.weir.analysis.compare.AlikeRatio;
import dev.weir.analysis.compare.CellComparison;
import dev.weir.analysis.stats.CellSummaries;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.RunRecord;
import dev.weir.record.RunRecord.Verdict;
import dev.weir.record.Samples;
import dev.weir.record.TrialRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The answer of made-up runs: what is claimed follows from the figures put in. */
class AnswerTest {
  private static final Verdict VALID = new Verdict(true, List.of(), List.of());

  /** A ratio with its interval where something is recommended for it. */
  private static final Pattern CLAIMED =
      Pattern.compile(
          "(?:Write with|Use|Keep)[^.]*?: [\\d.]+ times \\[([\\d.]+), [\\d.]+\\] the documents/s");

  private final Map<String, Map<String, String>> factors = new LinkedHashMap<>();
  private final List<TrialRecord> trials = new ArrayList<>();

  /** Adds a cell with a trial for each rate. */
  private AnswerTest cell(
      String driver, String operation, int batch, int inFlight, double micros, double... rates) {
    String id = driver + "_" + operation + batch + "_" + inFlight;
    Map<String, String> own = new LinkedHashMap<>();
    own.put("driver", driver);
    own.put("operation", operation);
    own.put("batch", String.valueOf(batch));
    own.put("inFlight", String.valueOf(inFlight));
    factors.put(id, own);
    for (int round = 1; round <= rates.length; round++) {
      trials.add(
          Samples.trial(id, round, rates[round - 1], List.of())
              .withCpu(new TrialRecord.CpuPerDocument(micros + round % 2, 200.0)));
    }
    return this;
  }

  private List<CellRecord> cells() {
    return CellSummaries.of(factors, trials, null, 0.95);
  }

  private List<String> answer(RunRecord run) {
    return Answer.of(run, cells(), List.of(), Answer.Beside.NOTHING);
  }

  private List<String> answer() {
    return answer(Samples.run());
  }

  private static double[] about(double rate, double noise, Random random) {
    double[] rates = new double[5];
    for (int i = 0; i < rates.length; i++) {
      rates[i] = rate * Math.exp(noise * random.nextGaussian());
    }
    return rates;
  }

  private static double[] about(double rate) {
    return new double[] {rate, rate * 1.01, rate * 0.99, rate * 1.005, rate * 0.995};
  }

  @Test
  void saysHowToWriteAndHowFarThatHolds() {
    cell("sync", "single", 1, 1, 40, about(1_000));
    cell("sync", "bulkUnordered", 50, 1, 10, about(3_000));
    cell("sync", "single", 1, 8, 40, about(2_000));
    cell("sync", "bulkUnordered", 50, 8, 10, about(9_000));
    assertThat(answer().get(0))
        .startsWith(
            "Write with unordered bulkWrite, 50 updates per call: 4.50 times [4.50, 4.50] the"
                + " documents/s of single updates, with 8 calls in flight.")
        .contains("With 1 call in flight it brings 3.00 times [3.00, 3.00].");
    assertThat(answer().get(1))
        .startsWith("Keep 8 calls in flight, with unordered bulkWrite of 50: 3.00 times")
        .contains(" the documents/s of 1 in flight. ")
        .endsWith("More were not measured, and may bring more.");
  }

  @Test
  void namesTheFewestPerCallThatAreEnough() {
    cell("sync", "single", 1, 8, 40, about(2_000));
    cell("sync", "bulkUnordered", 10, 8, 10, about(7_000));
    cell("sync", "bulkUnordered", 50, 8, 10, about(9_900));
    cell("sync", "bulkUnordered", 1000, 8, 10, about(10_000));
    assertThat(answer().get(0))
        .startsWith("Write with unordered bulkWrite, 50 updates per call: 4.95 times")
        .contains("More per call, up to 1,000, bring less than 5.3 % more.");
  }

  @Test
  void turnsOfCallsSayMoreThanRoundsDo() {
    Random random = new Random(5);
    cell("sync", "single", 1, 1, 40, about(2_000, 0.2, random));
    cell("reactive", "single", 1, 1, 40, about(2_000, 0.2, random));
    Interval byTurns = new Interval(0.8, 0.78, 0.82, 0.95, 3, "turns");
    List<AlikeRatio> alike =
        List.of(
            new AlikeRatio("reactive_single1_1", "sync_single1_1", "one call", byTurns, byTurns));
    assertThat(answer().get(0)).startsWith("Either the sync driver or the reactive driver");
    assertThat(
            Answer.of(
                    Samples.run(),
                    cells(),
                    List.of(),
                    new Answer.Beside(List.of(), null, List.of(), null, alike))
                .get(0))
        .startsWith(
            "Use the sync driver: 1.25 times [1.22, 1.28] the documents/s of the reactive driver")
        .contains("Documents/s are of the typical call: both took turns of one call.");
  }

  @Test
  void noiseIsNoDifferenceAndSaysWhatItTakes() {
    Random random = new Random(5);
    cell("sync", "single", 1, 8, 40, about(2_000, 0.1, random));
    cell("sync", "bulkUnordered", 50, 8, 40, about(2_000, 0.1, random));
    assertThat(answer().get(0))
        .startsWith("Single updates or unordered bulkWrite of 50: no difference is shown, ")
        .containsPattern("To show 5 %, it takes (about \\d+ rounds|weir versus)");
  }

  @Test
  void namesTheCheaperDriverWhereThroughputIsAlike() {
    Random random = new Random(6);
    cell("sync", "single", 1, 8, 60, about(2_000, 0.03, random));
    cell("reactive", "single", 1, 8, 100, about(2_000, 0.03, random));
    assertThat(answer().get(0))
        .startsWith("Use the sync driver: it takes 40 % less client CPU per document [")
        .contains("In documents/s no difference is shown: ");
  }

  @Test
  void namesTheFasterDriverFromEitherSide() {
    cell("sync", "single", 1, 8, 60, about(2_000));
    cell("reactive", "single", 1, 8, 60, about(2_500));
    assertThat(answer().get(0))
        .startsWith("Use the reactive driver: 1.25 times [1.25, 1.25] the documents/s of the sync")
        .contains("In client CPU per document no difference is shown");
  }

  @Test
  void twoCallsInFlightMayBeEnough() {
    for (int inFlight : List.of(1, 2, 4, 8)) {
      cell("sync", "single", 1, inFlight, 40, about(inFlight == 1 ? 1_000 : 1_990 + inFlight));
    }
    assertThat(answer().get(0))
        .isEqualTo(
            "2 calls in flight are enough. More in flight, up to 8, bring less than 5.3 % more.");
  }

  @Test
  void anInvalidRunAdvisesNothing() {
    cell("sync", "single", 1, 8, 60, about(2_000));
    cell("reactive", "single", 1, 8, 60, about(2_500));
    RunRecord run =
        Samples.run(
            Samples.server("MongoDB", true),
            "why?",
            new Verdict(false, List.of("counts differ"), List.of()));
    assertThat(answer(run))
        .singleElement()
        .asString()
        .startsWith("Don't act on these figures: the run is invalid.");
  }

  @Test
  @SuppressWarnings("NullAway") // the generated copy takes null
  void aRunThatHasNotEndedSaysHowToGoOn() {
    cell("sync", "single", 1, 8, 60, about(2_000));
    Verdict unfinished = new Verdict(false, List.of("has not finished"), List.of());
    RunRecord run = Samples.run(Samples.server("MongoDB", true), "why?", unfinished);
    assertThat(answer(run.withEndedAt(null)))
        .singleElement()
        .asString()
        .contains("the run has not ended. To go on with it: weir resume RUN.");
  }

  @Test
  void aStandInIsSaidFirst() {
    cell("sync", "single", 1, 8, 60, about(2_000));
    RunRecord run =
        Samples.run(Samples.server("mongo-java-server (not MongoDB)", false), "", VALID);
    assertThat(answer(run).get(0)).startsWith("These are figures of mongo-java-server");
  }

  @Test
  void oneRoundRecommendsNothing() {
    cell("sync", "single", 1, 8, 60, 2_000);
    cell("sync", "bulkUnordered", 50, 8, 60, 4_000);
    cell("reactive", "single", 1, 8, 60, 1_000);
    assertThat(answer())
        .noneMatch(point -> point.startsWith("Write with") || point.startsWith("Use"));
    assertThat(answer().get(0)).contains("One round can't tell; three or more do.");
  }

  /** Cells of one rate and much noise: who is recommended has a whole interval above 1. */
  @Test
  void aRecommendationHasItsWholeIntervalAboveOne() {
    int recommended = 0;
    for (int seed = 0; seed < 100; seed++) {
      factors.clear();
      trials.clear();
      Random random = new Random(seed);
      for (String driver : List.of("sync", "reactive")) {
        for (int inFlight : List.of(1, 8)) {
          cell(driver, "single", 1, inFlight, 40, about(2_000, 0.1, random));
          cell(driver, "bulkUnordered", 50, inFlight, 40, about(2_000, 0.1, random));
        }
      }
      for (String point : answer()) {
        Matcher claimed = CLAIMED.matcher(point);
        while (claimed.find()) {
          recommended++;
          assertThat(Double.parseDouble(claimed.group(1))).as(point).isGreaterThanOrEqualTo(1);
        }
      }
    }
    assertThat(recommended).as("of 300, at 5 % each").isLessThan(40);
  }

  @Test
  void aComparisonNamesTheSlowerCellsAndBoundsTheRest() {
    Interval slower = new Interval(0.93, 0.91, 0.95, 0.99, 6, "t");
    Interval alike = new Interval(1.001, 0.99, 1.012, 0.99, 6, "t");
    assertThat(
            new ComparisonAnswer(
                    "20260102T030405Z-quick-a",
                    "20260102T030406Z-quick-b",
                    List.of("encoding: document and raw"),
                    true,
                    List.of(
                        compared("single", slower, null, CellComparison.Verdict.WORSE),
                        compared("bulk", alike, null, CellComparison.Verdict.NO_DIFFERENCE_SHOWN)))
                .points())
        .containsExactly(
            "quick-b, with encoding raw instead of document, is slower than quick-a in 1 of 2"
                + " cells. single: 0.930 [0.910, 0.950] times the documents/s.",
            "In 1 of 2 cells no difference is shown between quick-b, with encoding raw instead of"
                + " document, and quick-a. A difference of more than 1.2 % is ruled out. More"
                + " --rounds or --seconds rule out smaller ones.");
  }

  /** What the typical call rules out, the mean may leave open. */
  @Test
  void aComparisonRulesOutNoMoreThanEitherOfItsTests() {
    Interval typical = new Interval(1.001, 0.99, 1.012, 0.99, 6, "t");
    Interval mean = new Interval(0.98, 0.91, 1.05, 0.99, 6, "t");
    CellComparison.Verdict none = CellComparison.Verdict.NO_DIFFERENCE_SHOWN;
    assertThat(apart(true, compared("single", typical, mean, none)))
        .isEqualTo(
            "In the one cell no difference is shown between quick-b and quick-a. A difference of"
                + " more than 1.2 % in the typical call and of more than 9.0 % in the mean is"
                + " ruled out. More --rounds or --seconds rule out smaller ones.");
    assertThat(apart(false, compared("single", typical, null, none)))
        .endsWith("is ruled out. By turns, weir versus rules out smaller ones.");
    Interval once = new Interval(1.1, Double.NaN, Double.NaN, 0.99, 1, "once");
    assertThat(
            apart(
                true, compared("single", typical, null, none), compared("bulk", once, null, none)))
        .isEqualTo("In all 2 cells no difference is shown between quick-b and quick-a.");
    Interval slower = new Interval(0.93, 0.91, 0.95, 0.99, 6, "t");
    Interval faster = new Interval(1.08, 1.05, 1.12, 0.99, 6, "t");
    assertThat(apart(true, compared("single", slower, faster, CellComparison.Verdict.MIXED)))
        .contains(
            "single: 0.930 [0.910, 0.950] times the documents/s by the typical call, and 1.080"
                + " [1.050, 1.120] times by the mean.");
  }

  private static String apart(boolean turns, CellComparison... cells) {
    return String.join(
        "\n",
        new ComparisonAnswer("quick-a", "quick-b", List.of(), turns, List.of(cells)).points());
  }

  private static CellComparison compared(
      String cell, Interval ratio, @Nullable Interval mean, CellComparison.Verdict verdict) {
    return new CellComparison("b", cell, Map.of(), 100, 100, ratio, mean, verdict, "");
  }

  /** A cell of an offered load, with the verdict that a run's end gives it. */
  private static CellRecord offered(String id, Map<String, String> factors, double rate) {
    CellRecord cell = Samples.cell(id, "8", rate);
    Map<String, String> all = new LinkedHashMap<>(cell.factors());
    all.putAll(factors);
    return cell.withFactors(all);
  }

  private static List<String> offered(Map<String, Object> study, CellRecord... cells) {
    RunRecord run =
        Samples.run(study, Samples.server("MongoDB", true), VALID, "2026-01-02T03:04:05Z");
    return Answer.of(run, OfferedRate.mark(List.of(cells)), List.of(), Answer.Beside.NOTHING);
  }

  @Test
  void aRateThatWasKeptSaysHowToFindTheLimitOfItsOwnKindOfRun() {
    CellRecord kept = offered("rate1000", Map.of("rate", "1000"), 1_000);
    assertThat(offered(Map.of("name", "load", "mix", "updates"), kept))
        .anyMatch(
            point ->
                point.contains("so documents/s are what was asked for.")
                    && point.contains("give --find-max --slo 'p99<50ms,errors<0.1%' instead of"));
    assertThat(offered(Map.of("name", "load", "mix", "economy"), kept))
        .anyMatch(point -> point.contains("so operations/s are what was asked for."))
        .noneMatch(point -> point.contains("--find-max"));
  }

  @Test
  void aTargetOfYcsbIsThatOfAllOperations() {
    Map<String, Object> ycsb =
        Map.of("name", "ycsb-a", "tool", "YCSB", "properties", Map.of("threads", "1"));
    Map<String, String> target = Map.of("target", "1000", "phase", "run");
    assertThat(offered(ycsb, offered("read", target, 400), offered("update", target, 400)))
        .filteredOn(point -> point.contains("the rate was not kept"))
        .containsExactly("Of 1,000 operations/s asked for, 800 were done: the rate was not kept.");
  }

  @Test
  void aStarvedGeneratorIsNoLimitOfTheServer() {
    cell("sync", "single", 1, 8, 60, about(2_000));
    List<CellRecord> starved =
        cells().stream()
            .map(
                cell ->
                    cell.withBottleneck(
                        new CellRecord.Bottleneck(Resource.GENERATOR.title(), List.of())))
            .toList();
    assertThat(Answer.of(Samples.run(), starved, List.of(), Answer.Beside.NOTHING))
        .anyMatch(point -> point.contains("these figures show the client and not the server"))
        .noneMatch(point -> point.contains("The limit is the generator"));
  }

  @Test
  void wordsOfAnObjective() {
    assertThat(LoadAnswer.objective("p99<50ms,errors<0.1%"))
        .isEqualTo("99 % of calls within 50 ms and fewer than 0.1 % errors");
  }

  /** Adds a cell of a kind of write. */
  private void writes(String write, String operation, int batch, double rate) {
    String id = operation + batch + write;
    Map<String, String> own = new LinkedHashMap<>();
    own.put("driver", "sync");
    own.put("operation", operation);
    own.put("batch", String.valueOf(batch));
    own.put("write", write);
    own.put("inFlight", "8");
    factors.put(id, own);
    double[] rates = about(rate);
    for (int round = 1; round <= rates.length; round++) {
      trials.add(Samples.trial(id, round, rates[round - 1], List.of()));
    }
  }

  @Test
  void namesTheOperationOfEachKindOfWrite() {
    writes("update", "single", 1, 1_000);
    writes("update", "bulkUnordered", 50, 3_000);
    writes("insert", "single", 1, 1_100);
    writes("insert", "insertMany", 50, 6_600);
    writes("insert", "bulkUnordered", 50, 6_000);
    writes("mix70update30insert", "bulkUnordered", 50, 4_000);
    String answer = String.join("\n", answer());
    assertThat(answer)
        .contains("unordered bulkWrite, 50 inserts per call: ")
        .contains("the documents/s of single inserts")
        .contains(
            "InsertMany of 50: 1.10 times [1.10, 1.10] the documents/s of unordered bulkWrite")
        .contains("With updates it brings 3.00 times")
        .contains("Unordered bulkWrite of 50 inserts: 2.00 times [2.00, 2.00] the documents/s of")
        .contains("of unordered bulkWrite of 50 updates")
        .contains("Unordered bulkWrite of 50 writes (70 % updates and 30 % inserts)")
        .doesNotContain("write insert")
        .doesNotContain("write mix");
  }
}
