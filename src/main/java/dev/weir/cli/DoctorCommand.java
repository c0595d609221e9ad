package dev.weir.cli;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import dev.weir.capture.doctor.Check;
import dev.weir.capture.doctor.Doctor;
import dev.weir.capture.doctor.DoctorRequest;
import dev.weir.server.ServerException;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir doctor}: what to look at on this host before its figures are believed. */
@Command(
    name = "doctor",
    description =
        "Check this host: what was found, what is advised, why, and how to change it. It "
            + "changes nothing.",
    mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
  private static final int WIDEST = 44;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--uri",
      paramLabel = "URI",
      description =
          "A deployment to look at as well. Better in the environment variable WEIR_URI: arguments"
              + " show in the process list.")
  private @Nullable String uri;

  @Option(
      names = "--mongod",
      paramLabel = "PATH",
      description = "A mongod to start and look at as well.")
  private @Nullable Path mongod;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Where the database keeps its data, or will keep it. Default: this folder.")
  private Path data;

  @Option(
      names = "--link",
      paramLabel = "HOST",
      description = "A host that runs 'iperf3 -s', to measure the link to it.")
  private @Nullable String link;

  @Override
  public Integer call() throws BadInput {
    if (!Files.isDirectory(data)) {
      throw new BadInput(data + " is no folder; name an existing one with --data");
    }
    PrintWriter out = spec.commandLine().getOut();
    print(Doctor.run(request(out)), out);
    return 0;
  }

  private DoctorRequest request(PrintWriter out) throws BadInput {
    String fromEnvironment = System.getenv("WEIR_URI");
    String wanted = uri != null ? uri : fromEnvironment;
    boolean attached = wanted != null && !wanted.isBlank();
    try {
      if (!attached && mongod == null) {
        return new DoctorRequest(data, null, null, null, link);
      }
      ServerRequest request =
          ServerRequest.defaults(System.getenv())
              .withUri(attached ? wanted : null)
              .withMongod(mongod)
              .readOnly();
      try (ServerUnderTest server = ServerProvider.open(request, out::println)) {
        List<Long> pids = server.localPids();
        return new DoctorRequest(
            data,
            major(server.facts().version()),
            pids.isEmpty() ? null : pids.get(0),
            server.facts().sharesClientHost(),
            link);
      }
    } catch (IllegalArgumentException e) {
      throw new BadInput(e);
    } catch (ServerException e) {
      throw new BadInput(e);
    }
  }

  private static @Nullable Integer major(String version) {
    String first = version.split("\\.", 2)[0];
    return first.matches("\\d{1,4}") ? Integer.valueOf(first) : null;
  }

  private static void print(List<Check> checks, PrintWriter out) {
    List<ColumnData<Check>> columns =
        List.of(
            column("check", Check::name),
            column("verdict", check -> check.verdict().name().toLowerCase(Locale.ROOT)),
            column("found", Check::found),
            column("advised", Check::advised));
    out.println(
        AsciiTable.builder().border(AsciiTable.FANCY_ASCII).data(checks, columns).asString());
    long warnings = checks.stream().filter(check -> check.verdict() == Check.Verdict.WARN).count();
    out.println(
        warnings == 0
            ? "nothing to change"
            : warnings + " to look at; why, and how to change them:");
    for (Check check : checks) {
      if (check.verdict() == Check.Verdict.WARN) {
        out.println("  " + check.name() + ": " + check.why());
        if (!check.how().isEmpty()) {
          out.println("    " + check.how());
        }
      }
    }
    out.flush();
  }

  private static ColumnData<Check> column(String title, Function<Check, String> value) {
    return new Column()
        .header(title)
        .headerAlign(HorizontalAlign.LEFT)
        .dataAlign(HorizontalAlign.LEFT)
        .maxWidth(WIDEST, OverflowBehaviour.NEWLINE)
        .with(value);
  }
}
