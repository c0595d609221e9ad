package dev.weir.cli;

import dev.weir.analysis.compare.ComparedRun;
import dev.weir.analysis.compare.RunDifferences;
import dev.weir.analysis.compare.RunHistory;
import dev.weir.report.ConsoleTable;
import dev.weir.report.HistoryAnswer;
import dev.weir.report.HistoryTable;
import dev.weir.report.html.HistoryPage;
import dev.weir.study.FileProblem;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code weir history}: when cells changed their level over many runs. */
@Command(
    name = "history",
    description = "Find the runs since which a cell is faster or slower than before.",
    mixinStandardHelpOptions = true)
final class HistoryCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private FolderOfRuns folder;

  @Option(
      names = "--study",
      paramLabel = "NAME",
      description = "Runs of this study only. Default: that of the newest run.")
  private @Nullable String study;

  @Option(
      names = "--allow-different",
      split = ",",
      paramLabel = "WHAT",
      description =
          "Also use runs that differ from the newest in this: server, host, settings. "
              + "Separate several by commas.")
  private Set<RunDifferences.Kind> allowed = EnumSet.noneOf(RunDifferences.Kind.class);

  @Option(
      names = "--confidence",
      paramLabel = "PERCENT",
      defaultValue = "99%",
      converter = Percent.Converter.class,
      description =
          "Chance that none of all cells is wrongly said to have changed. Default:"
              + " ${DEFAULT-VALUE}.")
  private Percent confidence;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the permutations. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--html",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "FILE",
      description = "Also write a page. Default: history.html in DIR.")
  private @Nullable Path page;

  @Override
  public Integer call() throws BadInput {
    List<ComparedRun> runs = new ArrayList<>(ComparableRuns.below(folder.path));
    runs.sort(Comparator.comparing(run -> run.run().startedAt()));
    if (study != null) {
      runs.removeIf(run -> !study.equals(run.run().study().get("name")));
    }
    if (runs.isEmpty()) {
      throw new BadInput(
          folder.path + " holds no valid run" + (study == null ? "" : " of study " + study));
    }
    ComparedRun newest = runs.get(runs.size() - 1);
    runs.removeIf(
        run -> !String.valueOf(run.run().study().get("name")).equals(newestStudy(newest)));
    PrintWriter out = spec.commandLine().getOut();
    List<String> leftOut = new ArrayList<>();
    List<ComparedRun> comparable = new ArrayList<>();
    for (ComparedRun run : runs) {
      List<RunDifferences.Difference> refused =
          RunDifferences.between(newest.run(), run.run()).stream()
              .filter(difference -> !allowed.contains(difference.kind()))
              .toList();
      if (refused.isEmpty()) {
        comparable.add(run);
      } else {
        RunDifferences.Difference first = refused.get(0);
        leftOut.add(
            "left out: "
                + run.name()
                + " differs in "
                + first
                + "; --allow-different "
                + first.kind().name().toLowerCase(Locale.ROOT)
                + " takes it in");
      }
    }
    RunHistory history = RunHistory.of(comparable);
    List<RunHistory.Change> changes = history.changes(1 - confidence.share(), seed);
    HistoryAnswer.of(changes).forEach(sentence -> out.println("• " + sentence));
    ConsoleTable.lines(HistoryTable.of(history, changes)).forEach(out::println);
    String method =
        String.format(
            Locale.ROOT,
            "%d runs of %s: %s (E-divisive on the runs' levels, %s for all cells together;"
                + " a change needs 3 runs on either side)",
            comparable.size(),
            newestStudy(newest),
            changes.isEmpty() ? "no change shown" : "changes shown: " + changes.size(),
            confidence);
    out.println(method);
    leftOut.forEach(out::println);
    if (page != null) {
      List<String> notes = new ArrayList<>(List.of(method));
      notes.addAll(leftOut);
      out.println(write(HistoryPage.of(newestStudy(newest), history, changes, notes)));
    }
    out.flush();
    return 0;
  }

  private Path write(String html) throws BadInput {
    Path file =
        page == null || page.toString().isEmpty() ? folder.path.resolve("history.html") : page;
    try {
      return Files.writeString(file, html);
    } catch (IOException e) {
      throw new BadInput("can't write " + file + ": " + FileProblem.of(e));
    }
  }

  private static String newestStudy(ComparedRun newest) {
    return String.valueOf(newest.run().study().get("name"));
  }
}
