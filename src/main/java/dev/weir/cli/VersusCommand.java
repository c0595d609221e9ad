package dev.weir.cli;

import dev.weir.analysis.compare.ComparedRun;
import dev.weir.analysis.compare.RunComparison;
import dev.weir.analysis.compare.RunDifferences;
import dev.weir.analysis.stats.RunSpread;
import dev.weir.record.RunFolder;
import dev.weir.runner.Run;
import dev.weir.runner.ServerFeatures;
import dev.weir.runner.versus.Versus;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Dispatch;
import dev.weir.study.Factor;
import dev.weir.study.Plan;
import dev.weir.study.ShippedStudies;
import dev.weir.study.Study;
import dev.weir.study.StudyException;
import dev.weir.study.StudyReader;
import dev.weir.study.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir versus}: two sides of a study by turns, and what they show. */
@Command(
    name = "versus",
    description =
        "Compare two sides of a study by turns in one run. This shows smaller differences "
            + "than two runs.",
    mixinStandardHelpOptions = true)
final class VersusCommand implements Callable<Integer> {
  /** With fewer, Student's t asks for differences that nobody needs a tool to see. */
  private static final int FEWEST_ROUNDS = 3;

  private static final int FEWEST_SECONDS = 4;

  /** What is no factor, but may differ all the same. */
  private static final String SERVER = "server";

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      arity = "0..1",
      defaultValue = "quick",
      paramLabel = "NAME|FILE",
      description = "A shipped study (${COMPLETION-CANDIDATES}) or a YAML file. Default: quick.",
      completionCandidates = ShippedStudies.class)
  private String study;

  @Option(
      names = "--set",
      paramLabel = "FACTOR=VALUE",
      description =
          "What the other side does differently. It can be repeated. server=A,B gives each side a"
              + " separate server: a URI, a mongod, or a version that can be fetched (6.0.5,"
              + " 6.0.27). Put a URI with a password into WEIR_URI and WEIR_OTHER_URI instead:"
              + " arguments show in the process list. jvmOptions=A,B and driverJars=A,B give each"
              + " side a separate JVM: its options, separated by blanks; a folder with the driver's"
              + " jars, or jars. The JVMs pass the turn to each other. A side may be empty. A"
              + " single value is the other side's.")
  private Map<String, String> set = new LinkedHashMap<>();

  @Option(
      names = "--other-uri",
      paramLabel = "URI",
      description =
          "The other side's deployment. Better in the environment variable WEIR_OTHER_URI:"
              + " arguments show in the process list. Default: both sides use the same one.")
  private @Nullable String otherUri;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "16",
      description = "Number of rounds, each with a fresh JVM. Default: ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "24",
      description =
          "Measured seconds for each cell, both sides and all rounds together. Default: "
              + "${DEFAULT-VALUE}.")
  private int seconds;

  @Option(names = "--plan", description = "Print the plan and stop.")
  private boolean planOnly;

  @CommandLine.Mixin private ComparisonOutput comparison;
  @CommandLine.Mixin private ServerOptions servers;
  @CommandLine.Mixin private OutputOptions output;
  @CommandLine.Mixin private ProgressOptions progress;
  @CommandLine.Mixin private BusyHostOption busyHost;

  @Override
  public Integer call() throws Exception {
    double confidence = comparison.confidence();
    if (rounds < FEWEST_ROUNDS) {
      throw new BadInput("--rounds must be at least " + FEWEST_ROUNDS);
    }
    if (seconds < FEWEST_SECONDS) {
      throw new BadInput("--seconds must be at least " + FEWEST_SECONDS);
    }
    Map<String, String> factors = new LinkedHashMap<>(set);
    @Nullable BothServers both = bothServers(factors.remove(SERVER));
    @Nullable BothJvms jvms = BothJvms.takenFrom(factors);
    Plan a = plan("a", Map.of());
    Plan b = plan("b", factors);
    if (!a.cells().keySet().equals(b.cells().keySet())) {
      throw new BadInput("with " + set + " the other side has other cells; see --plan");
    }
    boolean tls = a.speaksTls() || b.speaksTls();
    Versus versus = new Versus(a, b, effort(), jvms == null ? null : jvms.tried());
    ConsoleListener listener = progress.listener(spec.commandLine().getOut());
    listener.planned(a, versus.expected(both == null));
    if (planOnly) {
      return 0;
    }
    if (both == null) {
      try (ServerUnderTest server = open(a, null, tls, listener)) {
        return measure(versus, a, server, b, server, listener, confidence);
      } finally {
        listener.close();
      }
    }
    // The named one first: if it is refused, nothing was started for nothing.
    try (ServerUnderTest other = open(b, both.other(), tls, listener);
        ServerUnderTest server = open(a, both.base(), tls, listener)) {
      return measure(versus, a, server, b, other, listener, confidence);
    } finally {
      listener.close();
    }
  }

  /** The servers of both sides; null where they share one. */
  private @Nullable BothServers bothServers(@Nullable String named) throws BadInput {
    String uri = otherUri != null ? otherUri : System.getenv("WEIR_OTHER_URI");
    if (uri == null || uri.isBlank()) {
      return named == null ? null : BothServers.parse(named);
    }
    if (named != null) {
      throw new BadInput(
          "--set server names the other side's deployment; drop --other-uri and WEIR_OTHER_URI");
    }
    return new BothServers(null, uri.strip());
  }

  private Versus.Effort effort() {
    return new Versus.Effort(rounds, seconds);
  }

  /**
   * @param named null for the server that the options choose
   * @param tls whether a side speaks it
   */
  private ServerUnderTest open(
      Plan plan, @Nullable String named, boolean tls, ConsoleListener listener) throws BadInput {
    return servers.open(
        "weir versus repeats, for each side and " + rounds + " rounds: " + StudyCommand.load(plan),
        defaults -> {
          ServerRequest wanted = StudyCommand.needs(plan, defaults).withTls(tls);
          return named == null ? wanted : BothServers.naming(named, wanted);
        },
        listener::note);
  }

  private int measure(
      Versus versus,
      Plan a,
      ServerUnderTest serverA,
      Plan b,
      ServerUnderTest serverB,
      ConsoleListener listener,
      double confidence)
      throws Exception {
    boolean tls = a.speaksTls() || b.speaksTls();
    requireTaken(a, tls, serverA);
    requireTaken(b, tls, serverB);
    StudyCommand.requireOwnDatabase(serverA, a);
    StudyCommand.requireOwnDatabase(serverB, b);
    Versus.Outcome outcome =
        versus.carryOut(serverA, serverB, output.folder(), busyHost.settings(listener));
    listener.closeBar();
    boolean valid = true;
    for (Run.Outcome side : List.of(outcome.a(), outcome.b())) {
      DerivedFiles.write(RunFolder.open(side.folder()), side.run(), side.cells());
      listener.note("record: " + side.folder());
      listener.reported(side.folder().resolve(RunFolder.REPORT));
      if (!side.run().verdict().valid()) {
        valid = false;
        listener.invalid(side.run(), side.folder());
      }
    }
    return valid ? compare(outcome, confidence) : Weir.FAILED;
  }

  /** Both sides measure the same cells, so a server has to take all of them. */
  private static void requireTaken(Plan plan, boolean tls, ServerUnderTest server) throws BadInput {
    for (Map.Entry<String, Cell> cell : plan.cells().entrySet()) {
      Optional<String> refusal = ServerFeatures.refusal(cell.getValue(), tls, server);
      if (refusal.isPresent()) {
        throw new BadInput("cell " + cell.getKey() + ": " + refusal.get());
      }
    }
  }

  private int compare(Versus.Outcome outcome, double confidence) throws BadInput, IOException {
    ComparedRun base = ComparableRuns.read(outcome.a().folder());
    ComparedRun other = ComparableRuns.read(outcome.b().folder());
    List<String> differences = new ArrayList<>();
    RunComparison.fixedDifferences(base, other).forEach(line -> differences.add("factor " + line));
    RunDifferences.between(base.run(), other.run())
        .forEach(
            difference ->
                differences.add(
                    difference.kind().name().toLowerCase(Locale.ROOT) + " " + difference));
    @Nullable String handOver = base.turns() == null ? null : base.turns().handOverLine();
    return comparison.print(
        spec.commandLine().getOut(),
        base,
        List.of(other),
        RunComparison.of(
            base, List.of(other), new RunComparison.Terms(confidence, RunSpread.assumed(0), true)),
        differences,
        handOver == null ? ComparisonOutput.BY_TURNS : ComparisonOutput.BY_TURNS + "; " + handOver);
  }

  /** The study of one side: fixed rounds, a name of its own, the other side's factors. */
  private Plan plan(String side, Map<String, String> changed) throws BadInput {
    try {
      Study read = StudyReader.open(study);
      if (read.target() != Target.MONGODB) {
        throw new BadInput(study + " writes to the null server; weir versus needs a deployment");
      }
      Map<Factor<?>, List<Object>> factors = new LinkedHashMap<>(read.factors());
      for (Map.Entry<String, String> change : changed.entrySet()) {
        put(factors, change.getKey(), change.getValue());
      }
      return Plan.of(
          read.withName(read.name() + "-" + side)
              .withRounds(new Study.Rounds(rounds, rounds))
              .withFactors(factors),
          VersusCommand::refusal);
    } catch (StudyException e) {
      throw new BadInput(e);
    }
  }

  private static void put(Map<Factor<?>, List<Object>> factors, String name, String value)
      throws BadInput {
    Factor<?> factor =
        Factor.named(name)
            .orElseThrow(
                () -> new BadInput("--set " + name + ": no such factor; one of " + Factor.names()));
    if (factors.getOrDefault(factor, List.of()).size() > 1) {
      throw new BadInput(
          "--set " + name + ": the study varies it itself, so its table compares already");
    }
    try {
      factors.put(factor, List.of(factor.read(value)));
    } catch (IllegalArgumentException e) {
      throw new BadInput("--set " + name + ": " + e.getMessage());
    }
  }

  private static Optional<String> refusal(Cell cell) {
    if (cell.write().removes() || cell.get(Factor.UNCHANGED) > 0) {
      return Optional.of(
          "both sides share documents: neither can delete them, nor save them unchanged");
    }
    if (cell.get(Factor.SIZE).caches() > 0) {
      return Optional.of("turns need collectionSize as a number of documents");
    }
    if (cell.clients() > 1 || !cell.operation().writes()) {
      return Optional.of("turns are taken by single clients that write");
    }
    if (!cell.changesOfDeployment().isEmpty()) {
      return Optional.of(
          "turns are taken on the deployment as it is: no delayed link, no stopped secondary, no"
              + " oplog or history of another size");
    }
    if (cell.sustainedSeconds() > 0
        || cell.thinkMillis() > 0
        || cell.flushes()
        || cell.dispatch() != Dispatch.NONE) {
      return Optional.of(
          "turns are taken between calls: no tasks, pauses, flushes or sustained load in them");
    }
    return StudyCommand.refusal(cell, 1);
  }
}
