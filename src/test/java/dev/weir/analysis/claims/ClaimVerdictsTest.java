package dev.weir.analysis.claims;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.analysis.claims.ClaimVerdict.Verdict;
import dev.weir.analysis.stats.CellSummaries;
import dev.weir.analysis.stats.RoundRatios;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.record.RunRecord;
import dev.weir.record.Samples;
import dev.weir.record.ServerFacts;
import dev.weir.record.Span;
import dev.weir.record.TrialRecord;
import dev.weir.record.TrialTurn;
import dev.weir.study.Claim;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import dev.weir.study.StudyException;
import dev.weir.study.StudyReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClaimVerdictsTest {
  private static final String FACTORS =
      """
      name: sample
      factors: {operation: [single, bulkUnordered], batch: 50, inFlight: [1, 2, 8]}
      claims:
      """;

  /** Rates: single 1000 × √inFlight, bulk three times that; ± 1 % from round to round. */
  private static double rate(Map<String, String> factors, int round) {
    double base = 1_000 * Math.sqrt(Double.parseDouble(factors.getOrDefault("inFlight", "1")));
    double bulk = "single".equals(factors.get("operation")) ? 1 : 3;
    return base * bulk * (1 + 0.01 * Math.floorMod(round * 7 + factors.hashCode(), 3));
  }

  private static List<CellRecord> cells(Plan plan, int rounds) {
    List<CellRecord> cells = new ArrayList<>();
    plan.cells()
        .forEach(
            (id, cell) -> {
              List<TrialRecord> trials = new ArrayList<>();
              for (int round = 1; round <= rounds; round++) {
                trials.add(Samples.trial(id, round, rate(cell.factors(), round), List.of()));
              }
              cells.add(
                  new CellRecord(
                      id,
                      cell.factors(),
                      trials,
                      null,
                      null,
                      null,
                      null,
                      null,
                      new CellRecord.Cpu(null, null),
                      null,
                      new CellRecord.Bottleneck("server CPU", List.of()),
                      List.of()));
            });
    return cells;
  }

  private static RunRecord run(Study study, ServerFacts server, Map<String, String> excluded) {
    RunRecord sample = Samples.run();
    Map<String, Object> effective = new LinkedHashMap<>();
    effective.put("target", "mongodb");
    effective.put("confidence", "95%");
    effective.put("scale", study.scale().yamlName());
    effective.put("claims", study.claims().stream().map(Claim::written).toList());
    return sample.with(run -> run.study(effective).excluded(excluded).server(server).rounds(5));
  }

  private static ClaimVerdict verdict(String claim, int rounds, ServerFacts server)
      throws StudyException {
    Study study = StudyReader.parse("f.yaml", FACTORS + "- " + claim + "\n");
    Plan plan = Plan.of(study, cell -> Optional.empty());
    return ClaimVerdicts.of(run(study, server, Map.of()), cells(plan, rounds)).get(0);
  }

  private static ClaimVerdict verdict(String claim) throws StudyException {
    return verdict(claim, 5, Samples.server("MongoDB", true));
  }

  /** Four turns of each trial, some percent apart. */
  private static List<CellRecord> inTurns(List<CellRecord> cells) {
    List<CellRecord> turned = new ArrayList<>();
    for (CellRecord cell : cells) {
      List<TrialRecord> trials = new ArrayList<>();
      for (TrialRecord trial : cell.trials()) {
        List<TrialTurn> turns = new ArrayList<>();
        for (int pass = 1; pass <= 4; pass++) {
          int off = Math.floorMod(cell.id().hashCode() + 31 * trial.round() + 17 * pass, 7) - 3;
          double rate = trial.documentsPerSecond() * (1 + off / 100.0);
          turns.add(new TrialTurn(pass, new Span(0, 1_000), 1, rate, null, 0.0));
        }
        trials.add(trial.with(made -> made.turns(turns)));
      }
      turned.add(cell.withTrials(trials));
    }
    return turned;
  }

  /** One ratio has one interval, in the claim as in the table. */
  @Test
  void aRatioOfCellsThatTookTurnsHasTheIntervalOfTheTable() throws StudyException {
    Study study =
        StudyReader.parse(
            "f.yaml",
            FACTORS
                + "- {id: a, text: x, where: {inFlight: 8}, compare: {operation: bulkUnordered},"
                + " to: {operation: single}, ratio: {from: 2.5, to: 3.5}}\n"
                + "- {id: b, text: x, figure: timePerDocument, where: {inFlight: 8}, compare:"
                + " {operation: single}, to: {operation: bulkUnordered}, ratio: {from: 2.5}}\n");
    List<CellRecord> cells = inTurns(cells(Plan.of(study, cell -> Optional.empty()), 3));
    RunRecord run = run(study, Samples.server("MongoDB", true), Map.of());
    Interval table =
        requireNonNull(
                CellSummaries.ratio(
                    cell(cells, "bulkUnordered_batch50_inFlight8"),
                    cell(cells, "single_inFlight8"),
                    cells,
                    0.95))
            .interval();
    for (ClaimVerdict verdict : ClaimVerdicts.of(run, cells)) {
      assertThat(verdict.tests().get(0).ratio()).as(verdict.id()).isEqualTo(table);
      assertThat(verdict.verdict()).isEqualTo(Verdict.CONFIRMED);
    }
    List<CellRecord> atAStretch = cells(Plan.of(study, cell -> Optional.empty()), 3);
    assertThat(ClaimVerdicts.of(run, atAStretch).get(0).tests().get(0).ratio())
        .extracting(Interval::method)
        .isEqualTo(RoundRatios.METHOD);
  }

  private static CellRecord cell(List<CellRecord> cells, String id) {
    return cells.stream().filter(cell -> cell.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void boundHoldsForEachTrialOfEachCell() throws StudyException {
    String bound = "{id: a, text: x, figure: documentsPerSecond, compare: {inFlight: 1}, atMost: ";
    ClaimVerdict holds = verdict(bound + "3100}");
    assertThat(holds.verdict()).isEqualTo(Verdict.CONFIRMED);
    assertThat(holds.tests().get(0).measured()).isEqualTo("at most 3,060 in each of 10 trials");
    assertThat(verdict(bound + "2900}").verdict()).isEqualTo(Verdict.CONTRADICTED);
    ClaimVerdict unknown = verdict("{id: a, text: x, figure: marksForgotten, atMost: 0}");
    assertThat(unknown.verdict()).isEqualTo(Verdict.NOT_TESTABLE);
    assertThat(unknown.because()).contains("no valid trial has marksForgotten");
  }

  @Test
  void ratioIsTakenWithinRoundsAndItsInverseToo() throws StudyException {
    ClaimVerdict faster =
        verdict(
            "{id: a, text: x, where: {inFlight: 8}, compare: {operation: bulkUnordered}, to:"
                + " {operation: single}, ratio: {from: 2.5, to: 3.5}}");
    assertThat(faster.verdict()).isEqualTo(Verdict.CONFIRMED);
    assertThat(faster.again()).isNotNull().isGreaterThan(0.9);
    assertThat(faster.tests().get(0).what())
        .isEqualTo("documentsPerSecond of bulkUnordered_batch50_inFlight8 / single_inFlight8");
    ClaimVerdict time =
        verdict(
            "{id: a, text: x, figure: timePerDocument, where: {inFlight: 8}, compare: {operation:"
                + " bulkUnordered}, to: {operation: single}, ratio: {from: 0.25, to: 0.5}}");
    assertThat(time.verdict()).isEqualTo(Verdict.CONFIRMED);
    assertThat(time.tests().get(0).measured()).startsWith("0.33").contains("95 %, 5 rounds");
  }

  @Test
  void trendFollowsTheWholeSpan() throws StudyException {
    String span = "where: {operation: single}, along: inFlight, ";
    assertThat(verdict("{id: a, text: x, " + span + "trend: rises, by: 80%}").verdict())
        .isEqualTo(Verdict.CONFIRMED); // √8 = 2.83
    assertThat(verdict("{id: a, text: x, " + span + "trend: rises, by: 99.9%}").verdict())
        .isEqualTo(Verdict.CONFIRMED);
    assertThat(verdict("{id: a, text: x, " + span + "trend: falls}").verdict())
        .isEqualTo(Verdict.CONTRADICTED);
    assertThat(verdict("{id: a, text: x, " + span + "ratio: {from: 2.7, to: 3}}").verdict())
        .isEqualTo(Verdict.CONFIRMED);
  }

  /** The gain of bulk is the same at every concurrency: its trend is flat. */
  @Test
  void trendOfRatioDividesLevelByLevel() throws StudyException {
    ClaimVerdict flat =
        verdict(
            "{id: a, text: x, compare: {operation: bulkUnordered}, to: {operation: single}, along:"
                + " inFlight, noDifference: 10%}");
    assertThat(flat.verdict()).isEqualTo(Verdict.CONFIRMED);
    assertThat(flat.tests().get(0).measured()).contains("90 %");
  }

  @Test
  void oneFailingTestContradictsTheClaim() throws StudyException {
    String all =
        "{id: a, text: x, where: {operation: single}, all: ["
            + "{compare: {inFlight: 2}, to: {inFlight: 1}, ratio: {from: 1.3}}, "
            + "{compare: {inFlight: 8}, to: {inFlight: 2}, ratio: {to: 1.1}}]}";
    ClaimVerdict verdict = verdict(all);
    assertThat(verdict.verdict()).isEqualTo(Verdict.CONTRADICTED);
    assertThat(verdict.tests())
        .extracting(ClaimVerdict.Tested::verdict)
        .containsExactly(Verdict.CONFIRMED, Verdict.CONTRADICTED);
  }

  @Test
  void claimForSeparateHostsIsNotAnsweredOnOneButItsLimitIsTold() throws StudyException {
    ClaimVerdict verdict =
        verdict(
            "{id: a, text: x, hosts: separate, where: {operation: single}, compare: {inFlight: 8},"
                + " to: {inFlight: 1}, ratio: {from: 2}}");
    assertThat(verdict.verdict()).isEqualTo(Verdict.NOT_TESTABLE);
    assertThat(verdict.because())
        .isEqualTo(
            "stated for separate hosts, but here client and server share 2 cores: "
                + "single_inFlight8: held back by server CPU; "
                + "single_inFlight1: held back by server CPU");
    assertThat(verdict.tests().get(0).measured())
        .startsWith("2.8")
        .endsWith("; by server CPU alone 1.00 [1.00, 1.00], 95 %, 5 rounds, not as expected");
    assertThat(verdict.tests().get(0).byServerCpu()).isNotNull();
    assertThat(verdict.again()).isNull();
  }

  /** One of four comparisons needs a wider interval than a single one does. */
  @Test
  void anyOfSeveralTestsContradictsAtHolmsLevelOnly() throws StudyException {
    String none = "{compare: {inFlight: 8}, to: {inFlight: 1}, ratio: {from: 2.5}}";
    String close = "{compare: {inFlight: 2}, to: {inFlight: 1}, ratio: {from: 1.425}}";
    ClaimVerdict alone =
        verdict("{id: a, text: x, where: {operation: single}, all: [" + close + "]}");
    assertThat(alone.tests().get(0).measured()).contains("95 %");
    ClaimVerdict many =
        verdict(
            "{id: a, text: x, where: {operation: single}, all: ["
                + String.join(", ", close, none, none, none)
                + "]}");
    assertThat(many.tests().get(0).measured()).contains("99 %");
  }

  @Test
  void limitIsWhatHoldsTheCellBack() throws StudyException {
    String cell = "where: {operation: single}, compare: {inFlight: 8}, ";
    ClaimVerdict cpu = verdict("{id: a, text: x, " + cell + "heldBackBy: [cpu]}");
    assertThat(cpu.verdict()).isEqualTo(Verdict.CONFIRMED);
    assertThat(cpu.again()).isNull();
    assertThat(cpu.tests().get(0).measured()).isEqualTo("server CPU");
    ClaimVerdict disk = verdict("{id: a, text: x, " + cell + "heldBackBy: [disk]}");
    assertThat(disk.verdict()).isEqualTo(Verdict.CONTRADICTED);
    assertThat(ClaimVerdicts.settled(List.of(disk))).as("more rounds say no more").isTrue();
  }

  @Test
  void otherServersAnswerNothingAboutMongoDB() throws StudyException {
    ClaimVerdict verdict =
        verdict(
            "{id: a, text: x, where: {operation: single}, along: inFlight, trend: rises}",
            5,
            Samples.server("mongo-java-server (not MongoDB)", false));
    assertThat(verdict.verdict()).isEqualTo(Verdict.NOT_TESTABLE);
    assertThat(verdict.because()).contains("not MongoDB");
  }

  @Test
  void oneRoundShowsNothing() throws StudyException {
    ClaimVerdict verdict =
        verdict(
            "{id: a, text: x, where: {operation: single}, along: inFlight, trend: rises}",
            1,
            Samples.server("MongoDB", true));
    assertThat(verdict.verdict()).isEqualTo(Verdict.NOT_SHOWN);
    assertThat(verdict.tests().get(0).measured()).contains("one round: no interval");
    assertThat(ClaimVerdicts.settled(List.of(verdict))).isFalse();
    assertThat(verdict.again()).isNull();
  }

  @Test
  void cellThatWasLeftOutMakesItNotTestableWithTheReason() throws StudyException {
    Study study =
        StudyReader.parse(
            "f.yaml",
            FACTORS
                + "- {id: a, text: x, where: {operation: single}, compare: {inFlight: 8}, to:"
                + " {inFlight: 1}, ratio: {from: 2}}\n");
    Plan plan =
        Plan.of(study, cell -> cell.inFlight() == 8 ? Optional.of("too many") : Optional.empty());
    RunRecord run = run(study, Samples.server("MongoDB", true), Map.of("b", "too many"));
    ClaimVerdict verdict = ClaimVerdicts.of(run, cells(plan, 5)).get(0);
    assertThat(verdict.verdict()).isEqualTo(Verdict.NOT_TESTABLE);
    assertThat(verdict.because()).isEqualTo("its cells were left out: too many");
    assertThat(ClaimVerdicts.settled(List.of(verdict))).isTrue();
  }

  @Test
  void roundsWithAnInvalidTrialAreNotPaired() throws StudyException {
    Study study =
        StudyReader.parse(
            "f.yaml",
            FACTORS
                + "- {id: a, text: x, where: {operation: single}, compare: {inFlight: 8}, to:"
                + " {inFlight: 1}, ratio: {from: 2}}\n");
    List<CellRecord> cells = new ArrayList<>();
    for (CellRecord cell : cells(Plan.of(study, c -> Optional.empty()), 4)) {
      List<TrialRecord> trials = new ArrayList<>(cell.trials());
      trials.set(0, Samples.trial(cell.id(), 1, 1e9, List.of("generator starved")));
      cells.add(cell.withTrials(trials));
    }
    ClaimVerdict verdict =
        ClaimVerdicts.of(run(study, Samples.server("MongoDB", true), Map.of()), cells).get(0);
    assertThat(verdict.tests().get(0).measured()).contains("3 rounds");
    assertThat(verdict.verdict()).isEqualTo(Verdict.CONFIRMED);
  }

  @Test
  void whatNoRunCanAnswerSaysWhy() throws StudyException {
    ClaimVerdict verdict = verdict("{id: a, text: x, notTestable: \"needs another host\"}");
    assertThat(verdict.verdict()).isEqualTo(Verdict.NOT_TESTABLE);
    assertThat(verdict.because()).isEqualTo("needs another host");
    assertThat(verdict.tests()).isEmpty();
  }
}
