package dev.weir.cli;

import dev.weir.capacity.CapacityException;
import dev.weir.capacity.CostModel;
import dev.weir.capacity.Design;
import dev.weir.capacity.DesignReader;
import dev.weir.capacity.Estimate;
import dev.weir.capacity.MeasuredCells;
import dev.weir.capacity.PlanAnswer;
import dev.weir.capacity.PlanFile;
import dev.weir.capacity.PlayedRun;
import dev.weir.report.ConsoleTable;
import dev.weir.report.PlanTables;
import dev.weir.report.Table;
import dev.weir.runner.Run;
import dev.weir.runner.plan.PlayedPlan;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.DriverKind;
import dev.weir.study.StudyException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir plan}: how many players a deployment carries, played, or as a quick estimate. */
@Command(
    name = "plan",
    description =
        "Play a plan at full size on a server: does it hold, how many players fit at "
            + "most, which limit comes first, what does it cost. With --from, estimate it from "
            + "measured cells. 'plan init' writes a plan file.",
    mixinStandardHelpOptions = true,
    subcommands = PlanInitCommand.class)
final class PlanCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "PLAN", description = "The plan, a YAML file.")
  private @Nullable Path file;

  @Option(
      names = "--quick",
      description = "Play it in about five minutes. The answer names what it can't know.")
  private boolean quick;

  @Option(
      names = "--resume",
      paramLabel = "RUN",
      description = "Continue a played plan that was interrupted.")
  private @Nullable Path resumed;

  @Option(
      names = "--from",
      arity = "1..*",
      paramLabel = "RUN",
      description =
          "Estimate instead of playing, from folders of runs of 'weir study capacity' on "
              + "one deployment.")
  private List<Path> runs = List.of();

  @Option(
      names = "--validate",
      description = "Leave cells out, predict them from the others, and print the errors.")
  private boolean validate;

  @CommandLine.Mixin private ServerOptions servers;
  @CommandLine.Mixin private OutputOptions output;
  @CommandLine.Mixin private ProgressOptions progress;
  @CommandLine.Mixin private BusyHostOption busyHost;

  @Override
  public Integer call() throws Exception {
    boolean estimates = !runs.isEmpty();
    if (validate && !estimates) {
      throw new BadInput("--validate needs the cells of a run: --from RUN");
    }
    if (estimates && (quick || resumed != null)) {
      throw new BadInput("--from estimates and plays nothing; leave --quick and --resume out");
    }
    if (file == null && resumed == null && !validate) {
      throw new BadInput("name a plan file, or --validate; see 'weir plan --help'");
    }
    if (file != null && resumed != null) {
      throw new BadInput("--resume goes on with the plan of its run; name no other");
    }
    PrintWriter out = spec.commandLine().getOut();
    try {
      return estimates ? estimate(out) : play(out);
    } catch (CapacityException | StudyException e) {
      throw new BadInput(e);
    }
  }

  private int estimate(PrintWriter out) throws CapacityException, StudyException, BadInput {
    try {
      Design design = file == null ? null : DesignReader.open(file);
      MeasuredCells measured = MeasuredCells.read(runs, DriverKind.SYNC);
      if (validate) {
        validate(measured, out);
      }
      return design == null ? 0 : estimate(design, measured, out);
    } catch (IOException e) {
      throw new BadInput(String.valueOf(e.getMessage()));
    }
  }

  /** 1 if a target does not hold: a script may act on that. */
  private int estimate(Design design, MeasuredCells measured, PrintWriter out)
      throws CapacityException, IOException, BadInput {
    PlanAnswer plan = Estimate.of(design, measured, DriverKind.SYNC.yamlName());
    Path folder = PlanFile.write(output.folder(), plan);
    PlanFiles.write(folder, plan);
    PlanFiles.lines(plan).forEach(out::println);
    out.println(folder.resolve(PlanFiles.MARKDOWN));
    out.println(folder.resolve(PlanFiles.REPORT));
    out.println(
        "'weir report RUN' shows it in the report of a run beside it that it rests on, too");
    out.flush();
    return plan.unmet().isEmpty() ? 0 : Weir.FAILED;
  }

  private int play(PrintWriter out) throws Exception {
    PlayedRun kept = kept();
    Design design = kept == null ? DesignReader.open(planFile()) : kept.design();
    ConsoleListener listener = progress.listener(out);
    try (ServerUnderTest server =
        servers.open(
            String.format(
                Locale.ROOT,
                "weir plan creates database %s, fills %.1f GB and raises the players until a target"
                    + " breaks",
                PlayedPlan.DATABASE,
                design.storedBytes() / 1e9),
            defaults -> defaults,
            listener::note)) {
      PlayedPlan plan = PlayedPlan.of(design, server, kept == null ? quick : kept.quick());
      plan.examine(server).forEach(listener::note);
      steps(plan).forEach(out::println);
      out.flush();
      Run.Settings settings = busyHost.settings(listener);
      Run.Outcome outcome =
          resumed == null
              ? Run.carryOut(plan, server, output.folder(), settings)
              : Run.goOn(resumed, plan, server, settings);
      int code = DerivedFiles.finish(outcome, listener);
      PlanAnswer answer = PlanFile.played(outcome.folder(), outcome.cells());
      return answer != null && answer.players().holds() ? code : Weir.FAILED;
    } finally {
      listener.close();
    }
  }

  private Path planFile() throws BadInput {
    if (file == null) {
      throw new BadInput("name a plan file; see 'weir plan --help'");
    }
    return file;
  }

  private @Nullable PlayedRun kept() throws BadInput {
    if (resumed == null) {
      return null;
    }
    try {
      PlayedRun kept = PlanFile.played(resumed);
      if (kept == null) {
        throw new BadInput(resumed + " holds no load of a played plan; play it again");
      }
      return kept;
    } catch (IOException e) {
      throw new BadInput(String.valueOf(e.getMessage()));
    }
  }

  private static List<String> steps(PlayedPlan plan) {
    List<PlayedPlan.Step> steps = plan.steps();
    Duration all = steps.stream().map(PlayedPlan.Step::about).reduce(Duration.ZERO, Duration::plus);
    Table<PlayedPlan.Step> table =
        Table.of("steps", "", steps)
            .text("what will be done", PlayedPlan.Step::what)
            .text("players", PlayedPlan.Step::players)
            .figure("minutes, about", "", step -> step.about().toSeconds() / 60.0);
    List<String> lines = new ArrayList<>(ConsoleTable.lines(table));
    lines.add(
        String.format(
            Locale.ROOT,
            "about %.0f minutes; after a kill: weir plan --resume RUN",
            Math.ceil(all.toSeconds() / 60.0)));
    return lines;
  }

  private static void validate(MeasuredCells measured, PrintWriter out) throws CapacityException {
    CostModel model = CostModel.of(measured.cells(), DriverKind.SYNC.yamlName());
    out.println(measured.host().title());
    model.formulas().forEach((what, formula) -> out.println(what + " = " + formula));
    ConsoleTable.lines(PlanTables.unseen(model.unseen())).forEach(out::println);
    out.flush();
  }
}
