package dev.weir.cli;

import dev.weir.capacity.CapacityException;
import dev.weir.capacity.CapacityModel;
import dev.weir.capacity.CapacityPlan;
import dev.weir.capacity.Design;
import dev.weir.capacity.DesignReader;
import dev.weir.capacity.MeasuredCells;
import dev.weir.capacity.PlanFile;
import dev.weir.capacity.Validation;
import dev.weir.report.ConsoleTable;
import dev.weir.report.PlanText;
import dev.weir.report.PredictionTable;
import dev.weir.report.ValidationTable;
import dev.weir.runner.Run;
import dev.weir.runner.plan.PlayedPlan;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.DriverKind;
import dev.weir.study.StudyException;
import dev.weir.study.Topology;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir plan}: what a design needs, from measured curves. */
@Command(
    name = "plan",
    description = "Turn measured cells into a capacity plan; only --run needs a server.",
    mixinStandardHelpOptions = true)
final class PlanCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "PLAN", description = "The design, a YAML file.")
  private @Nullable Path file;

  @Option(
      names = "--from",
      required = true,
      arity = "1..*",
      paramLabel = "RUN",
      description =
          "Folders of runs that were measured on one deployment, of 'weir study capacity'.")
  private List<Path> runs = List.of();

  @Option(
      names = "--validate",
      description = "Leave cells out, predict them from the others, and print how well that goes.")
  private boolean validate;

  @Option(
      names = "--run",
      description = "Run the design against a server and hold the plan against that.")
  private boolean run;

  @Option(
      names = "--at",
      split = ",",
      paramLabel = "PERCENT",
      defaultValue = "30%,50%,70%",
      converter = Percent.Converter.class,
      description = "Shares of the predicted capacity to run at. Default: ${DEFAULT-VALUE}.")
  private List<Percent> shares = List.of();

  @CommandLine.Mixin private ServerOptions servers;
  @CommandLine.Mixin private OutputOptions output;
  @CommandLine.Mixin private ProgressOptions progress;
  @CommandLine.Mixin private BusyHostOption busyHost;

  @Override
  public Integer call() throws Exception {
    if (file == null && (run || !validate)) {
      throw new BadInput("name a plan file, or --validate; see 'weir plan --help'");
    }
    if (shares.stream().anyMatch(share -> share.share() <= 0)) {
      throw new BadInput("--at 0%: nothing would run; name shares such as 30%,50%");
    }
    PrintWriter out = spec.commandLine().getOut();
    try {
      Design design = file == null ? null : DesignReader.open(file);
      MeasuredCells measured = MeasuredCells.read(runs, DriverKind.SYNC);
      if (validate) {
        validate(measured, out);
      }
      int code = design == null ? 0 : plan(design, measured, out);
      if (design != null && run) {
        code = Math.max(code, run(design, measured, out));
      }
      return code;
    } catch (CapacityException | StudyException e) {
      throw new BadInput(e);
    } catch (IOException e) {
      throw new BadInput(String.valueOf(e.getMessage()));
    }
  }

  /** 1 if a target does not hold: a script may act on that. */
  private int plan(Design design, MeasuredCells measured, PrintWriter out)
      throws CapacityException, IOException, BadInput {
    CapacityPlan plan = CapacityPlan.of(design, measured, DriverKind.SYNC.yamlName());
    Path folder = PlanFile.write(output.folder(), plan);
    PlanFiles.write(folder, plan);
    PlanText.console(plan).forEach(out::println);
    out.println(folder.resolve(PlanFiles.MARKDOWN));
    out.println(folder.resolve(PlanFiles.REPORT));
    out.println(
        "'weir report RUN' shows it in the report of a run beside it that it rests on, too");
    out.flush();
    return plan.unmet().isEmpty() ? 0 : Weir.FAILED;
  }

  private int run(Design design, MeasuredCells measured, PrintWriter out) throws Exception {
    Topology topology = topology(measured.host().topology());
    ConsoleListener listener = progress.listener(out);
    try (ServerUnderTest server =
        servers.open(
            "weir plan --run creates database "
                + PlayedPlan.DATABASE
                + " and writes up to "
                + Collections.max(shares, Comparator.comparingDouble(Percent::share))
                + " of what the plan says the server carries",
            defaults -> defaults.withTopology(topology),
            listener::note)) {
      PlayedPlan played =
          new PlayedPlan(
              design,
              measured,
              shares.stream().map(Percent::share).toList(),
              share -> out.println(PredictionTable.text(share)));
      Run.Outcome outcome =
          Run.carryOut(played, server, output.folder(), busyHost.settings(listener));
      return DerivedFiles.finish(outcome, out);
    } finally {
      listener.close();
    }
  }

  private static Topology topology(String name) throws BadInput {
    return Arrays.stream(Topology.values())
        .filter(topology -> topology.yamlName().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInput(
                    "the runs were measured on '"
                        + name
                        + "', which is not started here; use --uri"));
  }

  private static void validate(MeasuredCells measured, PrintWriter out) throws CapacityException {
    String driver = DriverKind.SYNC.yamlName();
    CapacityModel model = CapacityModel.fit(measured, driver);
    Validation validation = Validation.of(measured.cells(), driver);
    out.println(measured.host().title());
    ValidationTable.formulas(model).forEach(out::println);
    ConsoleTable.lines(ValidationTable.of(validation)).forEach(out::println);
    out.flush();
  }
}
