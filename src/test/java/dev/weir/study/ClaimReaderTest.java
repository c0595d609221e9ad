package dev.weir.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimReaderTest {
  private static final String STUDY =
      """
      name: a
      factors: {driver: [sync, reactive], inFlight: [1, 8, 16], pool: 8}
      claims:
      """;

  private static List<Claim> read(String claims) throws StudyException {
    return StudyReader.parse("f.yaml", STUDY + claims).claims();
  }

  @Test
  void selectionsNameEveryFactorThatTheStudyDoesNotVary() throws StudyException {
    Claim claim =
        read("""
        - id: bulk
          text: "One is faster."
          hosts: separate
          where: {inFlight: 8}
          compare: {driver: sync}
          to: {driver: reactive}
          ratio: {from: 1.1, to: 4}
        """)
            .get(0);
    assertThat(claim.separateHosts()).isTrue();
    Claim.Comparison test = (Claim.Comparison) claim.tests().get(0);
    assertThat(test.figure()).isEqualTo(Figure.DOCUMENTS_PER_SECOND);
    assertThat(test.expected()).isEqualTo(new Claim.Region(1.1, 4, Claim.Region.Kind.RANGE));
    assertThat(test.compare().values())
        .containsEntry(Factor.DRIVER, DriverKind.SYNC)
        .containsEntry(Factor.IN_FLIGHT, 8)
        .containsEntry(Factor.POOL, 8)
        .containsEntry(Factor.RETRY_WRITES, true);
  }

  @Test
  void aShapeIsOneOfUpdatesAndNotOfReplacements() throws StudyException {
    Claim claim =
        StudyReader.parse(
                "f.yaml",
                """
                name: f
                question: "?"
                factors: {write: [update, replace]}
                claims:
                - {id: a, text: x, compare: {shape: setFields}, to: {write: replace}, ratio: {from: 1}}
                """)
            .claims()
            .get(0);
    Claim.Comparison test = (Claim.Comparison) claim.tests().get(0);
    assertThat(test.compare().matches(Cell.parse(Map.of("write", "update")))).isTrue();
    assertThat(test.compare().matches(Cell.parse(Map.of("write", "replace")))).isFalse();
  }

  @Test
  void trendLeavesItsOwnFactorFree() throws StudyException {
    Claim.Comparison test =
        (Claim.Comparison)
            read("- {id: t, text: x, where: {driver: sync}, along: inFlight, trend: falls, by:"
                    + " 25%}\n")
                .get(0)
                .tests()
                .get(0);
    assertThat(test.to()).isNull();
    assertThat(test.along()).isEqualTo(Factor.IN_FLIGHT);
    assertThat(test.compare().values()).doesNotContainKey(Factor.IN_FLIGHT);
    assertThat(test.expected().to()).isEqualTo(0.8);
  }

  /** What {@code run.json} holds means the same when it is read back. */
  @Test
  void writtenClaimIsReadBackAlike() throws Exception {
    List<Claim> claims =
        read(
            """
            - {id: never, text: "not here", notTestable: "one host"}
            - {id: disk, text: x, source: ours, where: {driver: sync}, compare: {inFlight: 8}, heldBackBy: [disk, journal]}
            - {id: cited, text: x, report: "97 s against 53 s", where: {driver: sync}, along: inFlight, trend: rises}
            - {id: same, text: x, scale: full, where: {inFlight: 1}, compare: {driver: sync}, to: {driver: reactive}, noDifference: 10%}
            - id: both
              text: y
              where: {driver: sync}
              all:
                - {figure: jitter, along: inFlight, trend: rises}
                - {compare: {inFlight: 8}, to: {inFlight: 1}, ratio: {to: 2}}
                - {along: inFlight, trend: falls, by: 12.5%}
            - {id: calm, text: x, figure: jitter, compare: {inFlight: 8}, atMost: 0.5}
            """);
    String json =
        new ObjectMapper().writeValueAsString(claims.stream().map(Claim::written).toList());
    List<Claim> again = ClaimReader.ofRecord("run.json", json);
    assertThat(again).hasSameSizeAs(claims);
    for (int i = 0; i < claims.size(); i++) {
      assertThat(again.get(i).written()).isEqualTo(claims.get(i).written());
    }
    assertThat(again.get(1).ours()).isTrue();
    assertThat(again.get(1).tests().get(0))
        .isInstanceOfSatisfying(
            Claim.Limit.class, limit -> assertThat(limit.names("Disk / journal")).isTrue());
    assertThat(again.get(2).report()).isEqualTo("97 s against 53 s");
    assertThat(again.get(3).tests()).isEqualTo(claims.get(3).tests());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {id: a, text: x}                                                              | needs exactly one of a comparison, 'all' and 'notTestable', not none
          {id: a, text: x, notTestable: y, all: []}                                     | not all and notTestable
          {id: a, text: x, all: []}                                                     | 'all' is empty
          {id: A, text: x, notTestable: y}                                              | id: 'A' must be lower-case
          {id: a, notTestable: y}                                                       | 'text' is missing
          {id: a, text: x, compare: {driver: sync}, ratio: {to: 1}}                     | 'to' is missing
          {id: a, text: x, to: {driver: sync}, ratio: {to: 1}}                          | 'compare' is missing
          {id: a, text: x, compare: {driver: sync}, to: {driver: reactive}}             | exactly one of ratio, noDifference and trend, not 0
          {id: a, text: x, compare: {drivr: sync}, to: {driver: reactive}, ratio: {to: 1}} | unknown key 'drivr' in compare; did you mean 'driver'?
          {id: a, text: x, compare: {driver: sink}, to: {driver: reactive}, ratio: {to: 1}} | driver: 'sink' is not one of
          {id: a, text: x, compare: {driver: sync}, to: {driver: reactive}, ratio: {to: 1, from: 2}} | from < to
          {id: a, text: x, compare: {driver: sync}, to: {driver: reactive}, ratio: {from: many}} | ratio.from: 'many' is not a ratio
          {id: a, text: x, compare: {driver: sync}, to: {driver: reactive}, ratio: {from: 0}} | ratio.from: '0' is not a ratio
          {id: a, text: x, compare: {driver: sync}, to: {driver: reactive}, noDifference: small} | noDifference: 'small' is not a percentage
          {id: a, text: x, compare: {driver: sync}, to: {driver: reactive}, trend: rises} | a trend needs 'along'
          {id: a, text: x, along: inFlight, trend: up}                                  | trend: 'up' is not one of falls, rises
          {id: a, text: x, along: threads, trend: rises}                                | along: 'threads' is not one of driver
          {id: a, text: x, along: inFlight, compare: {inFlight: 8}, trend: rises}       | don't fix it
          {id: a, text: x, along: inFlight, ratio: {to: 1}, by: 5%}                     | 'by' is the smallest change of a trend
          {id: a, text: x, source: mine, notTestable: y}                                | source: 'mine' is not one of report, ours
          {id: a, text: x, compare: {driver: sync}, to: {driver: reactive}, heldBackBy: [disk]} | 'to' compares
          {id: a, text: x, figure: jitter, compare: {driver: sync}, to: {driver: reactive}, atMost: 1} | 'to' compares
          {id: a, text: x, figure: jitter, compare: {driver: sync}, atMost: -1}                | is not a number from 0
          {id: a, text: x, compare: {driver: sync}, atMost: 1}                                 | 'figure' is missing
          {id: a, text: x, compare: {driver: sync}, heldBackBy: []}                     | name at least one limit
          {id: a, text: x, hosts: two, notTestable: y}                                  | hosts: 'two' is not one of any, separate
          {id: a, text: x, figure: speed, along: inFlight, trend: rises}                | figure: 'speed' is not one of documentsPerSecond
          """)
  void wrongClaimIsRefusedWithItsPlace(String claim, String problem) {
    assertThatThrownBy(() -> read("- " + claim + "\n"))
        .isInstanceOf(StudyException.class)
        .hasMessageStartingWith("f.yaml:4:")
        .hasMessageContaining(problem);
  }

  @Test
  void sameIdTwiceIsRefused() {
    assertThatThrownBy(
            () -> read("- {id: a, text: x, notTestable: y}\n- {id: a, text: z, notTestable: y}\n"))
        .hasMessage("f.yaml:5:3: claim 'a' is there twice; give each its own id");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {compare: {driver: sync}, to: {driver: reactive}, ratio: {to: 1}} | must name exactly one cell, not 3
          {compare: {driver: sync, inFlight: 9}, to: {driver: reactive, inFlight: 8}, ratio: {to: 1}} | must name exactly one cell, not 0
          {along: inFlight, trend: rises}                                   | must name one cell for each of at least 3 levels of inFlight, not 6 cells on 3 levels
          {along: driver, where: {inFlight: 8}, trend: rises}               | not 2 cells on 2 levels
          """)
  void claimAboutNoSuchCellIsRefused(String test, String problem) throws StudyException {
    Study study =
        StudyReader.parse("f.yaml", STUDY + "- {id: a, text: x, " + test.substring(1) + "\n");
    assertThatThrownBy(() -> Plan.of(study, cell -> Optional.empty()))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining("claim 'a'")
        .hasMessageContaining(problem);
  }

  /** A cell that can't run here is no typo. */
  @Test
  void claimAboutRefusedCellIsKept() throws StudyException {
    Study study =
        StudyReader.parse(
            "f.yaml",
            STUDY
                + "- {id: a, text: x, where: {inFlight: 8}, compare: {driver: sync}, to: {driver:"
                + " reactive}, ratio: {to: 1}}\n");
    Plan plan =
        Plan.of(
            study,
            cell ->
                cell.driver() == DriverKind.REACTIVE ? Optional.of("not here") : Optional.empty());
    assertThat(plan.study().claims()).hasSize(1);
  }

  @Test
  void claimForFullScaleNeedsItsCellsOnlyThere() throws StudyException {
    String text =
        STUDY
            + """
            - {id: a, text: x, scale: full, where: {driver: sync}, compare: {inFlight: 64}, to: {inFlight: 1}, ratio: {to: 1}}
            full:
              factors: {driver: [sync, reactive], inFlight: [1, 64], pool: 8}
            """;
    Study scaled = StudyReader.parse("f.yaml", text, Scale.SCALED);
    Study full = StudyReader.parse("f.yaml", text, Scale.FULL);
    assertThat(scaled.factors()).containsEntry(Factor.IN_FLIGHT, List.of(1, 8, 16));
    assertThat(full.factors()).containsEntry(Factor.IN_FLIGHT, List.of(1, 64));
    assertThat(full.factors().keySet()).isEqualTo(Map.copyOf(scaled.factors()).keySet());
    assertThat(Plan.of(scaled, cell -> Optional.empty()).cells()).hasSize(6);
    assertThat(Plan.of(full, cell -> Optional.empty()).cells()).hasSize(4);
  }

  /** Both scales are checked whichever is run. */
  @Test
  void mistakeAtFullScaleIsFoundAtOnce() {
    assertThatThrownBy(() -> StudyReader.parse("f.yaml", STUDY + "full: {factors: {batch: 0}}\n"))
        .isInstanceOf(StudyException.class);
    assertThatThrownBy(
            () ->
                StudyReader.parse(
                    "f.yaml", "name: a\nfactors: {driver: sync}\nfull: {rounds: {min: 0}}\n"))
        .hasMessageStartingWith("f.yaml:3:");
    assertThatThrownBy(
            () ->
                StudyReader.parse("f.yaml", "name: a\nfactors: {driver: sync}\nfull: {seed: 3}\n"))
        .hasMessageContaining("unknown key 'seed' in full");
  }

  /** A record holds the study as it was run, so that it can be read as a study again. */
  @Test
  void scaleOfARecordIsKept() throws StudyException {
    String study = "{name: a, factors: {driver: sync}}";
    String ofRecord = "{name: a, factors: {driver: sync}, scale: scaled}";
    String both = "{name: a, factors: {driver: sync}, scale: full, full: {documents: 5}}";
    assertThat(StudyReader.parse("f.yaml", ofRecord).scale()).isEqualTo(Scale.SCALED);
    assertThat(StudyReader.parse("f.yaml", study).scale()).isEqualTo(Scale.FULL);
    assertThatThrownBy(() -> StudyReader.parse("f.yaml", both)).hasMessageContaining("keep one");
  }
}
