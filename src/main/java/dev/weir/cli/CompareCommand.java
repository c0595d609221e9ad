package dev.weir.cli;

import dev.weir.analysis.compare.ComparedRun;
import dev.weir.analysis.compare.RunComparison;
import dev.weir.analysis.compare.RunDifferences;
import dev.weir.analysis.compare.RunHistory;
import dev.weir.analysis.stats.RunSpread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir compare}: holds runs against a base. */
@Command(
    name = "compare",
    description = "Compare runs with a base, cell by cell: better, worse, or no difference shown.",
    mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      arity = "2..*",
      paramLabel = "RUN",
      description = "Folders of runs; the first is the base.")
  private List<Path> folders;

  @Option(
      names = "--allow-different",
      split = ",",
      paramLabel = "WHAT",
      description =
          "Compare although this differs: server (product, version, topology), host, settings;"
              + " several by commas. With settings, cells are paired by the factors that vary"
              + " within the runs.")
  private Set<RunDifferences.Kind> allowed = EnumSet.noneOf(RunDifferences.Kind.class);

  @Option(
      names = "--run-spread",
      paramLabel = "PERCENT",
      converter = Percent.Converter.class,
      description =
          "How far runs of the same study differ on this machine (standard deviation). "
              + "Default: 5%%. Runs that took turns don't need it.")
  private @Nullable Percent runSpread;

  @Option(
      names = "--history",
      paramLabel = "DIR",
      description = "Estimate this spread from comparable runs in a folder (at least 6).")
  private @Nullable Path history;

  @CommandLine.Mixin private ComparisonOutput output;

  /** Range seen between runs of the same build on shared machines; docs/decisions/turns.md. */
  private static final RunSpread USUAL_SPREAD = RunSpread.assumed(0.05);

  @Override
  public Integer call() throws BadInput {
    double confidence = output.confidence();
    List<ComparedRun> runs = new ArrayList<>();
    for (Path folder : folders) {
      ComparedRun run = ComparableRuns.read(folder);
      if (runs.stream().anyMatch(earlier -> earlier.name().equals(run.name()))) {
        throw new BadInput(run.name() + " is named twice");
      }
      runs.add(run);
    }
    ComparedRun base = runs.get(0);
    List<ComparedRun> others = runs.subList(1, runs.size());
    List<String> differences = differences(base, others);
    boolean byTurns = others.stream().allMatch(base::tookTurnsWith);
    RunSpread spread = spread(runs);
    RunComparison comparison =
        RunComparison.of(
            base,
            others,
            new RunComparison.Terms(
                confidence, spread, byTurns || allowed.contains(RunDifferences.Kind.SETTINGS)));
    String method =
        byTurns
            ? ComparisonOutput.BY_TURNS
            : String.format(
                Locale.ROOT,
                "made at different times: a run-to-run spread of %.1f %% (%s) is included, smaller"
                    + " differences are shown by 'weir versus'",
                spread.sd() * 100,
                spread.source());
    return output.print(spec.commandLine().getOut(), base, others, comparison, differences, method);
  }

  /** What differs although the user allowed it; what he did not allow ends the command. */
  private List<String> differences(ComparedRun base, List<ComparedRun> others) throws BadInput {
    List<String> lines = new ArrayList<>();
    for (ComparedRun other : others) {
      List<RunDifferences.Difference> all = RunDifferences.between(base.run(), other.run());
      // Who lets two runs take turns wants to know what their difference does.
      List<RunDifferences.Difference> refused =
          base.tookTurnsWith(other)
              ? List.of()
              : all.stream().filter(difference -> !allowed.contains(difference.kind())).toList();
      if (!refused.isEmpty()) {
        throw new BadInput(refusal(base, other, refused));
      }
      all.forEach(
          difference ->
              lines.add(
                  difference.kind().name().toLowerCase(Locale.ROOT)
                      + " ("
                      + other.name()
                      + ") "
                      + difference));
      if (base.tookTurnsWith(other) || allowed.contains(RunDifferences.Kind.SETTINGS)) {
        RunComparison.fixedDifferences(base, other)
            .forEach(line -> lines.add("factor (" + other.name() + ") " + line));
      }
    }
    return lines;
  }

  private static String refusal(
      ComparedRun base, ComparedRun other, List<RunDifferences.Difference> refused) {
    String kinds =
        refused.stream()
            .map(difference -> difference.kind().name().toLowerCase(Locale.ROOT))
            .distinct()
            .collect(Collectors.joining(","));
    return base.name()
        + " and "
        + other.name()
        + " differ in "
        + refused.get(0)
        + (refused.size() > 1 ? " and " + (refused.size() - 1) + " more" : "")
        + "; to compare them all the same add --allow-different "
        + kinds;
  }

  private RunSpread spread(List<ComparedRun> runs) throws BadInput {
    if (runSpread != null && history != null) {
      throw new BadInput("--run-spread and --history exclude each other");
    }
    if (history == null) {
      return runSpread == null ? USUAL_SPREAD : RunSpread.assumed(runSpread.share());
    }
    try {
      ComparedRun base = runs.get(0);
      Set<String> judged = runs.stream().map(ComparedRun::name).collect(Collectors.toSet());
      List<ComparedRun> earlier =
          ComparableRuns.below(history).stream()
              .filter(run -> !judged.contains(run.name()))
              .filter(run -> RunDifferences.between(base.run(), run.run()).isEmpty())
              .toList();
      return RunSpread.of(RunHistory.of(earlier).rounds());
    } catch (IllegalArgumentException e) {
      throw new BadInput("--history " + history + ": " + e.getMessage());
    }
  }
}
