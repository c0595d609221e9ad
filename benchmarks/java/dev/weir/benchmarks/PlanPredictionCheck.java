package dev.weir.benchmarks;

import dev.weir.capacity.Design;
import dev.weir.capacity.DesignReader;
import dev.weir.capacity.PlanFile;
import dev.weir.capacity.PlayedPoint;
import dev.weir.capacity.PlayedRun;
import dev.weir.capacity.WhatIf;
import dev.weir.runner.Run;
import dev.weir.runner.RunListener;
import dev.weir.runner.plan.PlayedPlan;
import dev.weir.server.ServerException;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Topology;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Predicts ten plans from loads that were played, writes the predictions down, and plays the plans.
 * They differ in players, period, batch, policy and size of updates.
 */
@Command(
    name = "plan-prediction-check",
    mixinStandardHelpOptions = true,
    description = "Ten plans predicted from played loads, then played.")
public final class PlanPredictionCheck implements Callable<Integer> {
  private static final String PLAN =
      """
      name: prediction-check
      players: 8000
      accounts: 40000
      documents:
        - {name: role, updatesPerMinute: 20, fields: 16, updateBytes: 613B, storedBytes: 6kB}
        - {name: inventory, updatesPerMinute: 3, fields: 32, updateBytes: 1200B, storedBytes: 12kB}
      flush: {policy: staggered, period: 20s, batch: 50, linger: 1s}
      target: {p99: 1s}
      """;

  private static final int[] PLAYERS = {4_000, 12_000};

  @Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--seconds",
      defaultValue = "60",
      description = "Measured of each load, a checkpoint's distance. Default: ${DEFAULT-VALUE}.")
  private int seconds;

  @Option(
      names = "--settle",
      defaultValue = "300",
      description =
          "Before the first load, on a new server that gets slower until its history is full."
              + " Default: ${DEFAULT-VALUE}.")
  private int settle;

  @Option(
      names = "--out",
      defaultValue = "target/plan-prediction.csv",
      description = "Predictions, and what was played. Default: ${DEFAULT-VALUE}.")
  private Path out;

  @Option(
      names = "--runs",
      defaultValue = "target/plan-prediction",
      description = "Folder of the two runs. Default: ${DEFAULT-VALUE}.")
  private Path runs;

  /** A plan that is predicted. */
  private record Plan(String name, Design design) {}

  /** Runs the check and exits with its code. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new PlanPredictionCheck()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Design design = DesignReader.parse("prediction-check.yaml", PLAN);
    Files.deleteIfExists(out);
    row("plan,figure,predicted,played,played_over_predicted,documents_played");
    ServerRequest request = ServerRequest.defaults(System.getenv()).withTopology(Topology.RS1);
    // One server: what costs were fitted on and what they are held against is equally old.
    try (ServerUnderTest server = ServerProvider.open(request, this::note)) {
      PlayedRun base = play(server, design, base(design), Duration.ofSeconds(settle));
      List<Plan> plans = plans(design);
      List<WhatIf> predicted = new ArrayList<>();
      for (Plan plan : plans) {
        WhatIf figures = WhatIf.of(plan.name(), plan.design(), base);
        predicted.add(figures);
        figures(plan, figures, null);
      }
      PlayedRun played =
          play(server, design, plans.stream().map(Plan::design).toList(), Duration.ZERO);
      for (int i = 0; i < plans.size(); i++) {
        PlayedPoint point = Objects.requireNonNull(played.point(cell(i)));
        figures(plans.get(i), predicted.get(i), point);
      }
    }
    return 0;
  }

  /** What costs are fitted on, beside the plan itself. */
  private static List<Design> base(Design design) {
    Design.Flush flush = design.flush();
    List<Design> loads = new ArrayList<>();
    loads.add(design.withFlush(flush.ofBatch(10)));
    loads.add(design.withFlush(flush.every(40)));
    loads.add(design.withUpdateBytes(0.5));
    for (int players : PLAYERS) {
      loads.add(design.withPlayers(players));
    }
    return loads;
  }

  private static List<Plan> plans(Design design) {
    Design.Flush flush = design.flush();
    Design.Flush timer = new Design.Flush(Design.Policy.TIMER, 20, 0, 50, 0, flush.threads());
    return List.of(
        new Plan("6,000 players", design.withPlayers(6_000)),
        new Plan("16,000 players", design.withPlayers(16_000)),
        new Plan("flush every 10 s", design.withFlush(flush.every(10))),
        new Plan("flush every 30 s", design.withFlush(flush.every(30))),
        new Plan("batches of 25", design.withFlush(flush.ofBatch(25))),
        new Plan("batches of 15, every 30 s", design.withFlush(flush.every(30).ofBatch(15))),
        new Plan("all at once", design.withFlush(timer)),
        new Plan("all at once, every 40 s", design.withFlush(timer.every(40))),
        new Plan("updates of 1.5 times the bytes", design.withUpdateBytes(1.5)),
        new Plan(
            "10,000 players, updates of 0.7 times the bytes",
            design.withPlayers(10_000).withUpdateBytes(0.7)));
  }

  private PlayedRun play(
      ServerUnderTest server, Design design, List<Design> loads, Duration settled)
      throws ServerException, IOException, InterruptedException {
    RunListener listener =
        new RunListener() {
          @Override
          public void note(String line) {
            PlanPredictionCheck.this.note(line);
          }
        };
    Map<String, Design> byCell = new LinkedHashMap<>();
    loads.forEach(load -> byCell.put(cell(byCell.size()), load));
    PlayedPlan plan = PlayedPlan.ofLoads(design, byCell, settled, Duration.ofSeconds(seconds));
    Run.Outcome outcome =
        Run.carryOut(plan, server, runs, Run.Settings.of(Clock.systemUTC(), listener));
    return Objects.requireNonNull(PlanFile.played(outcome.folder()));
  }

  private static String cell(int load) {
    return "load" + (load + 1);
  }

  private void note(String line) {
    PrintWriter console = spec.commandLine().getOut();
    console.println(line);
    console.flush();
  }

  /**
   * @param point null before the plan is played
   */
  private void figures(Plan plan, WhatIf predicted, @Nullable PlayedPoint point)
      throws IOException {
    row(plan, "updates/s", updates(plan.design()), point, p -> p.rates().updates());
    row(plan, "documents/s", predicted.documentsPerSecond(), point, p -> p.rates().documents());
    row(plan, "server cores", predicted.serverCores(), point, p -> p.cpu().server());
    // A span without a checkpoint shows none of what is written then; costs leave it out as well.
    row(
        plan,
        "disk bytes/s",
        predicted.diskBytesPerSecond(),
        point,
        p -> p.cache().checkpoints() > 0 ? p.disk().written() : null);
  }

  private static double updates(Design design) {
    return design.documents().stream().mapToDouble(Design.DocumentType::updatesPerMinute).sum()
        * design.peakFactor()
        * design.players()
        / 60;
  }

  private void row(
      Plan plan,
      String figure,
      @Nullable Double predicted,
      @Nullable PlayedPoint point,
      Function<PlayedPoint, @Nullable Double> measured)
      throws IOException {
    Double played = point == null ? null : measured.apply(point);
    row(
        String.join(
            ",",
            '"' + plan.name() + '"',
            figure,
            text(predicted),
            text(played),
            predicted == null || played == null ? "" : text(played / predicted),
            point == null ? "" : text(point.rates().documents() / point.rates().due())));
  }

  private static String text(@Nullable Double value) {
    return value == null ? "" : String.format(Locale.ROOT, "%.4g", value);
  }

  /** Written as it is known: a prediction stands there before its plan is played. */
  private void row(String line) throws IOException {
    note(line);
    Path folder = out.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Files.write(
        out,
        List.of(line),
        StandardCharsets.UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
