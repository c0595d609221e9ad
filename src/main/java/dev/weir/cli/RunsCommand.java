package dev.weir.cli;

import dev.weir.cli.StoredRuns.Stored;
import dev.weir.record.CellRecord;
import dev.weir.record.Interval;
import dev.weir.report.ConsoleTable;
import dev.weir.report.Table;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code weir runs}: which runs there are, by study, cell and host. */
@Command(
    name = "runs",
    description = "List the runs of a folder; search them by study, cell and host.",
    mixinStandardHelpOptions = true)
final class RunsCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private FolderOfRuns folder;

  @Option(names = "--study", paramLabel = "NAME", description = "Only runs of this study.")
  private @Nullable String study;

  @Option(
      names = "--cell",
      split = ",",
      paramLabel = "TEXT|FACTOR=VALUE",
      description =
          "Only runs with such a cell: part of its name, or values of its factors. Separate "
              + "several by commas; all must match. The table then shows the fastest of these "
              + "cells.")
  private List<String> cell = List.of();

  @Option(
      names = "--host",
      paramLabel = "TEXT",
      description = "Only runs with this text in the host name of client or server.")
  private @Nullable String host;

  /**
   * @param best the fastest cell that fits; null if none has a figure
   */
  private record Row(Stored stored, long fitting, @Nullable CellRecord best) {}

  @Override
  public Integer call() throws BadInput {
    List<Stored> all = StoredRuns.below(folder.path);
    List<Row> rows =
        all.stream()
            .filter(stored -> study == null || study.equals(stored.study()))
            .filter(stored -> host == null || contains(stored.hosts(), host))
            .map(this::row)
            .filter(row -> cell.isEmpty() || row.fitting() > 0)
            .toList();
    PrintWriter out = spec.commandLine().getOut();
    if (!rows.isEmpty()) {
      out.println(ConsoleTable.of(table(rows)));
    }
    out.println(rows.size() + " of " + all.size() + " runs in " + folder.path);
    out.flush();
    return 0;
  }

  private Row row(Stored stored) {
    List<CellRecord> fitting = stored.cells().stream().filter(this::fits).toList();
    return new Row(
        stored,
        fitting.size(),
        fitting.stream()
            .filter(one -> one.documentsPerSecond() != null)
            .max(Comparator.comparingDouble(RunsCommand::rate))
            .orElse(null));
  }

  private boolean fits(CellRecord one) {
    return cell.stream()
        .allMatch(
            wanted -> {
              int equals = wanted.indexOf('=');
              return equals < 0
                  ? contains(one.id(), wanted)
                  : wanted
                      .substring(equals + 1)
                      .equals(one.factors().get(wanted.substring(0, equals)));
            });
  }

  private static boolean contains(String text, String part) {
    return text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
  }

  private static double rate(CellRecord cell) {
    return Objects.requireNonNull(cell.documentsPerSecond()).mean();
  }

  private static Table<Row> table(List<Row> rows) {
    return Table.of("runs", "A row per run", rows)
        .text("run", row -> row.stored().name())
        .text("server", row -> row.stored().run().server().product() + " " + version(row))
        .text("host", row -> row.stored().hosts())
        .text("state", row -> row.stored().state())
        .count("cells", Row::fitting)
        .text("fastest cell", row -> row.best() == null ? "" : row.best().id())
        .widest(40)
        .interval("documents/s", RunsCommand::interval);
  }

  private static String version(Row row) {
    return row.stored().run().server().version();
  }

  private static @Nullable Interval interval(Row row) {
    CellRecord best = row.best();
    return best == null ? null : best.documentsPerSecond();
  }
}
