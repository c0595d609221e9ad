package dev.weir.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StudyReaderTest {
  private static final String SMALLEST = "name: a\nfactors: {driver: sync}\n";

  private static Study read(String text) throws StudyException {
    return StudyReader.parse("f.yaml", text);
  }

  private static String refused(String text) {
    StudyException e = catchThrowableOfType(StudyException.class, () -> read(text));
    assertThat(e).as("refuses\n%s", text).isNotNull();
    String message = String.valueOf(e.getMessage());
    assertThat(message).startsWith("f.yaml").doesNotContain("\n");
    return message;
  }

  @Test
  void smallestStudyGetsEveryDefault() throws StudyException {
    Study study = read(SMALLEST);
    assertThat(study)
        .isEqualTo(Study.named("a").withFactors(Map.of(Factor.DRIVER, List.of(DriverKind.SYNC))));
  }

  @Test
  void everyKeyIsRead() throws StudyException {
    Study study =
        read(
            """
            name: all-1
            question: why?
            target: nullServer
            topology: psa
            mongod: [--wiredTigerCacheSizeGB, 0.25]
            seed: -7
            documents: 1_000
            rounds: {min: 2, max: 4}
            precision: 2.5%
            confidence: 99%
            budget: 1h2m3s
            order: asWritten
            trial: {measure: 1s, window: 0.1s, settleAtMost: 4s, turn: 0.5s, leadIn: 0.2s, alike: 3s}
            warmUp: {atMost: 1m 30s}
            baseline: {driver: reactive}
            factors:
              driver: [sync, reactive]
              batch: [1, 100000]
            exclude:
            - {driver: sync, batch: [1], because: dull}
            include:
            - {driver: sync, inFlight: 9}
            """);
    assertThat(study)
        .isEqualTo(
            new Study(
                "all-1",
                "why?",
                Target.NULL_SERVER,
                Topology.PSA,
                List.of("--wiredTigerCacheSizeGB", "0.25"),
                -7,
                1000,
                Order.AS_WRITTEN,
                new Study.Rounds(2, 4),
                0.025,
                0.99,
                Duration.ofSeconds(3723),
                new Study.TrialTiming(
                    Duration.ofSeconds(1),
                    Duration.ofMillis(100),
                    Duration.ofSeconds(4),
                    Duration.ofMillis(500),
                    Duration.ofMillis(200),
                    Duration.ofSeconds(3)),
                new Study.WarmUp(Duration.ofSeconds(90)),
                Map.of(Factor.DRIVER, DriverKind.REACTIVE),
                Map.of(
                    Factor.DRIVER,
                    List.of(DriverKind.SYNC, DriverKind.REACTIVE),
                    Factor.BATCH,
                    List.of(1, 100_000)),
                List.of(
                    new Study.Exclusion(
                        Map.of(Factor.DRIVER, List.of(DriverKind.SYNC), Factor.BATCH, List.of(1)),
                        "dull")),
                List.of(Map.of(Factor.DRIVER, DriverKind.SYNC, Factor.IN_FLIGHT, 9)),
                Scale.FULL,
                List.of()));
  }

  static Stream<List<String>> misspelt() {
    return Stream.of(
        List.of("name: a\nfactor: {driver: sync}\n", ":2:1: unknown key 'factor'", "'factors'?"),
        List.of("name: a\nfactors:\n  drivers: sync\n", ":3:3: unknown key", "'driver'?"),
        List.of(SMALLEST + "rounds: {mim: 3}\n", ":3:10: unknown key", "'min'?"),
        List.of(SMALLEST + "trial: {mesure: 3s}\n", ":3:9: unknown key", "'measure'?"),
        List.of(SMALLEST + "warmUp: {atmost: 3s}\n", ":3:10: unknown key", "'atMost'?"),
        List.of(SMALLEST + "baseline: {dirver: sync}\n", ":3:12: unknown key", "'driver'?"),
        List.of(SMALLEST + "exclude:\n- {becase: x}\n", ":4:4: unknown key", "'because'?"),
        List.of(SMALLEST + "include:\n- {bacth: 3}\n", ":4:4: unknown key", "'batch'?"));
  }

  @ParameterizedTest
  @MethodSource("misspelt")
  void misspeltKeyNamesItsPlaceAndTheKeyMeant(List<String> example) {
    assertThat(refused(example.get(0)))
        .startsWith("f.yaml" + example.get(1))
        .contains("did you mean " + example.get(2))
        .contains("known: ");
  }

  @Test
  void keyLikeNoOtherListsTheKnownOnes() {
    assertThat(refused(SMALLEST + "elephants: 3\n"))
        .startsWith("f.yaml:3:1: unknown key 'elephants'")
        .doesNotContain("did you mean")
        .contains("known: name, question");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          factors: {driver: sync}                             | f.yaml:1:1: 'name' is missing
          {name: a}                                           | f.yaml:1:1: 'factors' is missing
          {name: a, factors: {}}                              | f.yaml:1:20: 'factors' is empty
          {name: a, factors: {driver: []}}                    | f.yaml:1:29: factor driver is empty
          {name: a, factors: {driver: }}                      | f.yaml:1:28: driver: '' is not one of sync
          {name: a, factors: {driver: Sync}}                  | f.yaml:1:29: driver: 'Sync' is not one of sync, virtual, reactive
          {name: a, factors: {driver: {a: b}}}                | f.yaml:1:29: driver must be a single value
          {name: a, factors: {driver: [[sync]]}}              | f.yaml:1:30: driver must be a single value
          {name: a, factors: {batch: x}}                      | f.yaml:1:28: batch: 'x' is not a whole number from 1 to 100000
          {name: a, factors: {batch: 0}}                      | f.yaml:1:28: batch: '0' is not
          {name: a, factors: {batch: 100001}}                 | f.yaml:1:28: batch: '100001' is not
          {name: a, factors: {batch: 1.5}}                    | f.yaml:1:28: batch: '1.5' is not
          {name: a, factors: {batch: 99999999999}}            | f.yaml:1:28: batch: '99999999999' is not
          {name: a, factors: {inFlight: [1, 2, 1]}}           | f.yaml:1:38: duplicate cell: '1' appears twice
          {name: a, factors: {retryWrites: yes}}              | f.yaml:1:34: retryWrites: 'yes' is not true or false
          {name: a, factors: {document: role}}                | f.yaml:1:31: document: 'role' is no document kind
          {name: a, factors: [driver]}                        | f.yaml:1:20: factors must be a mapping
          {name: a, factors: driver}                          | f.yaml:1:20: factors must be a mapping
          {name: [a], factors: {driver: sync}}                | f.yaml:1:8: name must be a single value
          {name: A B, factors: {driver: sync}}                | f.yaml:1:8: name: 'A B' must be lower-case
          {name: ../x, factors: {driver: sync}}               | f.yaml:1:8: name: '../x' must be lower-case
          {name: a, name: b, factors: {driver: sync}}         | f.yaml:1:11: 'name' appears twice
          {name: a, factors: {driver: sync, driver: virtual}} | f.yaml:1:35: 'driver' appears twice
          {name: a, [b]: c, factors: {driver: sync}}          | f.yaml:1:11: a key of the study must be a single value
          [name, a]                                           | f.yaml:1:1: the study must be a mapping
          name                                                | f.yaml:1:1: the study must be a mapping
          """)
  void wrongShapeNamesItsPlace(String text, String message) {
    assertThat(refused(text)).startsWith(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          precision: 8                               | precision: '8' is not a percentage such as 8%
          precision: 0%                              | precision: '0%' is not
          precision: 100%                            | precision: '100%' is not
          precision: -3%                             | precision: '-3%' is not
          confidence: 0.95                           | confidence: '0.95' is not
          budget: 30                                 | budget: '30' is not a time such as
          budget: 0s                                 | budget: '0s' is not
          budget: -4s                                | budget: '-4s' is not
          budget: 8000h                              | budget: '8000h' is not
          budget: 99999999999999999999s              | budget: '99999999999999999999s' is not
          budget: soon                               | budget: 'soon' is not
          'trial: {measure: 1s, window: 0.26s}'      | trial.measure must hold at least four windows
          'trial: {turn: 0.9s}'                      | trial.turn must hold at least four windows
          'trial: {leadIn: 0s}'                      | trial.leadIn: '0s' is not a time
          'trial: {measure: 8s, window: 2s, settleAtMost: -1s}' | trial.settleAtMost: '-1s' is not
          'warmUp: {atMost: }'                       | warmUp.atMost: '' is not
          'rounds: {min: 4, max: 3}'                 | rounds.max is smaller than rounds.min
          'rounds: {min: 0}'                         | rounds.min: '0' is not a whole number
          rounds: 3                                  | rounds must be a mapping
          documents: 0                               | documents: '0' is not a whole number from 1
          documents: many                            | documents: 'many' is not
          seed: 1e3                                  | seed: '1e3' is not
          target: mongo                              | target: 'mongo' is not one of mongodb, nullServer
          topology: psaa                             | topology: 'psaa' is not one of standalone
          mongod: --x                                | mongod must be a list
          exclude: {driver: sync}                    | exclude must be a list
          'exclude: [{because: all}]'                | this exclusion names no factor
          'exclude: [{driver: []}]'                  | factor driver is empty
          include: none                              | include must be a list
          'include: [3]'                             | include must be a mapping
          'baseline: {driver: [sync, virtual]}'      | driver must be a single value
          """)
  void badValueNamesItsPlace(String line, String message) {
    assertThat(refused(SMALLEST + line + "\n"))
        .matches("f\\.yaml:3:\\d+: .*")
        .contains(": " + message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: !!java.util.Date a\nfactors: {driver: sync}\n",
        "name: a\nfactors: !!java.util.HashMap {driver: sync}\n",
        "name: !!javax.script.ScriptEngineManager [!!java.net.URLClassLoader [[]]]\n",
        "name: a\nfactors: {driver: !mine sync}\n",
        "name: a\nfactors: {driver: !!dev.weir.study.DriverKind [sync]}\n"
      })
  void tagsAreRefusedAndConstructNothing(String text) {
    assertThat(refused(text)).containsIgnoringCase("tag");
  }

  @Test
  void aliasesOfCollectionsAreRefused() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 30; i++) {
      bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }
    assertThat(refused(bomb.toString())).contains("not valid YAML").contains("aliases");
    assertThat(refused("name: &n [*n]\n")).contains("not valid YAML").contains("aliases");
  }

  /** The database is named after the study, and the server takes 63 bytes. */
  @Test
  void nameFitsADatabase() throws StudyException {
    String longest = "n".repeat(58);
    assertThat(read("name: " + longest + "\nfactors: {driver: sync}\n").name()).isEqualTo(longest);
    assertThat(refused("name: n" + longest + "\nfactors: {driver: sync}\n")).contains("at most 58");
  }

  @Test
  void mergeKeysAreNoKeysOfAStudy() {
    assertThat(refused("name: a\n<<: {seed: 3}\nfactors: {driver: sync}\n"))
        .startsWith("f.yaml:2:1: unknown key '<<'");
  }

  @Test
  void deepNestingIsRefused() {
    String deep = "name: a\nfactors: " + "[".repeat(10_000) + "]".repeat(10_000);
    assertThat(refused(deep)).contains("not valid YAML").containsIgnoringCase("nesting");
  }

  @Test
  void syntaxErrorNamesItsPlace() {
    assertThat(refused("name: a\nfactors: {driver: sync\n")).startsWith("f.yaml:3:1: not valid");
    assertThat(refused("name: 'a\n")).startsWith("f.yaml:2:1: not valid YAML: ");
    assertThat(refused("a: b\n---\na: b\n")).contains("not valid YAML").contains("document");
    assertThat(refused("name: a\u0000\n")).contains("not valid YAML");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "   \n", "# only a comment\n"})
  void emptyFileSaysWhatAStudyNeeds(String text) {
    assertThat(refused(text)).isEqualTo("f.yaml: empty; it needs at least a 'name'");
  }

  @Test
  void hugeTextIsRefusedUnread() {
    assertThat(refused("#".repeat(1_000_001))).contains("larger than 1000000 characters");
  }

  @Test
  void hugeFileIsRefusedUnread(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("huge.yaml");
    Files.write(file, new byte[1_000_001]);
    assertThatThrownBy(() -> StudyReader.open(file.toString()))
        .isInstanceOf(StudyException.class)
        .hasMessage(file + ": larger than 1000000 bytes");
  }

  @Test
  void fileThatIsNotUtf8IsRefused(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("latin1.yaml"), new byte[] {'a', ':', ' ', (byte) 0xE9});
    assertThatThrownBy(() -> StudyReader.open(file.toString()))
        .isInstanceOf(StudyException.class)
        .hasMessage(file + ": not UTF-8 text");
  }

  @Test
  void folderIsNoStudy(@TempDir Path folder) {
    assertThatThrownBy(() -> StudyReader.open(folder.toString()))
        .isInstanceOf(StudyException.class)
        .hasMessageStartingWith(folder + ": can't be read");
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-such-study", "./quick.yml", "\u0000", "a\u0000b"})
  void nameOfNeitherFileNorStudyListsTheStudies(String name) {
    assertThatThrownBy(() -> StudyReader.open(name))
        .isInstanceOf(StudyException.class)
        .hasMessageStartingWith("no study '")
        .hasMessageContaining("neither a file nor one of quick");
  }

  @Test
  void fileOnDiskIsRead(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("mine.yaml"), SMALLEST);
    assertThat(StudyReader.open(file.toString())).isEqualTo(read(SMALLEST));
  }

  static Stream<Path> shipped() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("benchmarks", "studies"))) {
      return files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("shipped")
  void everyShippedStudyPlans(Path file) throws StudyException {
    Study study = StudyReader.open(file.toString());
    assertThat(file).hasFileName(study.name() + ".yaml");
    assertThat(ShippedStudies.NAMES).contains(study.name());
    assertThat(StudyReader.open(study.name())).isEqualTo(study);
    assertThat(study.question()).isNotBlank();
    Plan plan = Plan.of(study, cell -> Optional.empty());
    assertThat(plan.cells()).isNotEmpty();
    assertThat(plan.expectedRound()).isLessThan(study.budget());
    Plan.of(StudyReader.open(study.name(), Scale.FULL), cell -> Optional.empty());
  }

  /** A benchmark that ran one cell after the other can be repeated as it was. */
  @Test
  void asWrittenIsTheOrderOfTheFileInEveryRound() throws StudyException {
    Study study =
        read(
            """
            name: a
            order: asWritten
            factors: {driver: [reactive, sync], inFlight: [8, 1]}
            include: [{driver: virtual, inFlight: 2}]
            """);
    Plan plan = Plan.of(study, cell -> Optional.empty());
    assertThat(plan.order(1))
        .containsExactly(
            "reactive_inFlight8",
            "reactive_inFlight1",
            "sync_inFlight8",
            "sync_inFlight1",
            "virtual_inFlight2");
    assertThat(plan.order(2)).isEqualTo(plan.order(1));
  }

  /** The comparison of drivers as it was published: sync with a pool of 8 first, one run each. */
  @Test
  void theConfoundedComparisonOfDriversIsAStudy() throws StudyException {
    Plan plan = Plan.of(StudyReader.open("sync-vs-async-as-cited"), cell -> Optional.empty());
    assertThat(plan.order(1))
        .containsExactly(
            "sync_inFlight1_pool8",
            "sync_inFlight4_pool8",
            "sync_inFlight8_pool8",
            "sync_inFlight16_pool8",
            "sync_inFlight80_pool8",
            "reactive_inFlight1_pool100",
            "reactive_inFlight4_pool100",
            "reactive_inFlight8_pool100",
            "reactive_inFlight16_pool100",
            "reactive_inFlight80_pool100");
    assertThat(plan.study().rounds().max()).isEqualTo(1);
  }

  /** What one side of a comparison changes leaves the rest of the study as it was. */
  @Test
  void aChangedCopyKeepsScaleClaimsAndOrder() throws StudyException {
    Study study = StudyReader.open("sync-vs-async");
    Study changed =
        study
            .withName("b")
            .withRounds(new Study.Rounds(8, 8))
            .withFactors(Map.of(Factor.POOL, List.of(9)));
    assertThat(changed.scale()).isEqualTo(Scale.SCALED);
    assertThat(changed.claims()).isEqualTo(study.claims());
    assertThat(changed.order()).isEqualTo(study.order());
  }

  @Test
  void withJobsOnlyTheirWorkersSayWhatIsInFlight() {
    assertThat(refused("name: a\nfactors: {dispatch: [modulo, task], inFlight: 8}\n"))
        .isEqualTo(
            "f.yaml:2:10: with dispatch 'inFlight' follows from queueWorkers or tasks; leave it"
                + " out");
  }
}
