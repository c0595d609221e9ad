package dev.weir.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.record.CellRecord;
import dev.weir.record.JmhJson;
import dev.weir.record.RunFolder;
import dev.weir.record.RunRecord;
import dev.weir.report.BiggerIsBetterJson;
import dev.weir.report.CsvTable;
import dev.weir.report.PercentileDistribution;
import dev.weir.report.TrialTable;
import dev.weir.study.FileProblem;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir export}: a run in the formats of other tools. */
@Command(
    name = "export",
    description = "Write a run in another tool's format.",
    mixinStandardHelpOptions = true)
final class ExportCommand implements Callable<Integer> {
  /** The formats, named as they are on the command line. */
  enum Format {
    /** JMH's results, as its viewers read them. */
    JMH("jmh"),
    /** A row for each trial. */
    CSV("csv"),
    /** Service times of one cell as a percentile distribution. */
    HGRM("hgrm"),
    /** For benchmark dashboards. */
    BIGGER_IS_BETTER("bigger-is-better");

    private final String title;

    Format(String title) {
      this.title = title;
    }

    @Override
    public String toString() {
      return title;
    }
  }

  /** Reads a format by its name on the command line. */
  static final class FormatByName implements CommandLine.ITypeConverter<Format> {
    @Override
    public Format convert(String name) {
      for (Format format : Format.values()) {
        if (format.title.equals(name)) {
          return format;
        }
      }
      throw new CommandLine.TypeConversionException(
          "'" + name + "' is not one of " + List.of(Format.values()));
    }
  }

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(paramLabel = "RUN", description = "A run's folder under results/.")
  private Path folder;

  @Option(
      names = "--format",
      required = true,
      paramLabel = "FORMAT",
      converter = FormatByName.class,
      description =
          "jmh (results in JMH's JSON), csv (a row for each trial), hgrm (service times of "
              + "one cell as HdrHistogram's percentile distribution), bigger-is-better (JSON for "
              + "benchmark dashboards). The HdrHistogram logs are in the run's latency/.")
  private Format format;

  @Option(names = "--cell", paramLabel = "ID", description = "This cell only; hgrm needs it.")
  private @Nullable String cell;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to write. Default: standard output.")
  private @Nullable Path out;

  @Override
  public Integer call() throws BadInput {
    try {
      RunFolder run = RunFolder.open(folder);
      String text = text(run.run(), cells(run.cells()));
      if (out == null) {
        PrintWriter console = spec.commandLine().getOut();
        console.print(text);
        console.flush();
      } else {
        write(out, text);
      }
      return 0;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new BadInput(String.valueOf(e.getMessage()));
    }
  }

  private static void write(Path file, String text) throws BadInput {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new BadInput("can't write " + file + ": " + FileProblem.of(e));
    }
  }

  private List<CellRecord> cells(List<CellRecord> all) throws BadInput {
    if (cell == null) {
      return all;
    }
    List<CellRecord> one = all.stream().filter(c -> c.id().equals(cell)).toList();
    if (one.isEmpty()) {
      throw new BadInput("--cell " + cell + ": " + folder + " has " + ids(all));
    }
    return one;
  }

  private String text(RunRecord run, List<CellRecord> cells)
      throws BadInput, JsonProcessingException {
    return switch (format) {
      case JMH -> json(JmhJson.of(run, cells));
      case CSV -> CsvTable.of(TrialTable.raw(cells));
      case BIGGER_IS_BETTER -> json(BiggerIsBetterJson.of(run, cells));
      case HGRM -> distribution(cells);
    };
  }

  private String distribution(List<CellRecord> cells) throws BadInput {
    if (cells.size() != 1) {
      throw new BadInput("--format hgrm takes one cell: add --cell with one of " + ids(cells));
    }
    return PercentileDistribution.of(cells.get(0))
        .orElseThrow(
            () -> new BadInput(cells.get(0).id() + " has no valid trial with service times"));
  }

  private static String ids(List<CellRecord> cells) {
    return String.join(", ", cells.stream().map(CellRecord::id).toList());
  }

  private static String json(Object tree) throws JsonProcessingException {
    return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(tree) + "\n";
  }
}
