package dev.weir.cli;

import dev.weir.record.RunRecord;
import dev.weir.runner.BuildInfo;
import dev.weir.study.Redaction;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;

/**
 * The command {@code weir}. Exit codes: 0 good, 1 the run failed or is invalid, 2 bad usage or
 * input.
 */
@Command(
    name = "weir",
    description = "How many writes will your MongoDB carry?",
    mixinStandardHelpOptions = true,
    versionProvider = Weir.Version.class,
    subcommands = {
      InitCommand.class,
      StudyCommand.class,
      FleetCommand.class,
      ResumeCommand.class,
      LoadCommand.class,
      YcsbCommand.class,
      ReportCommand.class,
      VersusCommand.class,
      CompareCommand.class,
      HistoryCommand.class,
      RunsCommand.class,
      CleanCommand.class,
      ExportCommand.class,
      DoctorCommand.class,
      CaptureCommand.class,
      JmhCommand.class,
      PlanCommand.class,
      SchemaCommand.class
    })
public final class Weir implements Runnable {
  static final int FAILED = 1;
  static final int BAD_INPUT = 2;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  /** Runs the command and exits with its code. */
  public static void main(String[] args) {
    CommandLine weir = commandLine();
    if (isAscii(System.getProperty("native.encoding"))) {
      weir.setOut(inUtf8(System.out)).setErr(inUtf8(System.err));
    }
    System.exit(weir.execute(args));
  }

  /** The locale "C" of containers and jobs, in which Java prints frames and signs as "?". */
  private static boolean isAscii(@Nullable String encoding) {
    return encoding != null && Charset.forName(encoding).equals(StandardCharsets.US_ASCII);
  }

  private static PrintWriter inUtf8(OutputStream out) {
    return new PrintWriter(out, true, StandardCharsets.UTF_8);
  }

  static CommandLine commandLine() {
    return new CommandLine(new Weir())
        .addSubcommand("completion", completion())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionStrategy(Weir::warnAndRun)
        .setParameterExceptionHandler(Weir::badUsage)
        .setExecutionExceptionHandler(Weir::failed);
  }

  /** The library's own, which prints where else only a file could be written. */
  private static CommandLine completion() {
    CommandLine completion = new CommandLine(new AutoComplete.GenerateCompletion());
    completion
        .getCommandSpec()
        .name("completion")
        .usageMessage()
        .description("Print a script that completes commands and options in bash and zsh.");
    return completion;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name a command; 'weir --help' lists them");
  }

  /** Every user of the host can read the arguments of a process. */
  private static int warnAndRun(CommandLine.ParseResult parsed) {
    if (parsed.originalArgs().stream().anyMatch(Redaction::holdsPassword)) {
      parsed
          .commandSpec()
          .commandLine()
          .getErr()
          .println(
              "weir: an argument holds a password, and the process list shows arguments; put the"
                  + " URI into the environment variable WEIR_URI, the one of the other side of a"
                  + " comparison into WEIR_OTHER_URI");
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  private static int badUsage(ParameterException e, String[] args) {
    e.getCommandLine().getErr().println("weir: " + oneLine(e));
    return BAD_INPUT;
  }

  private static int failed(Exception e, CommandLine commandLine, CommandLine.ParseResult result) {
    commandLine.getErr().println("weir: " + oneLine(e));
    if (System.getenv("WEIR_STACKTRACE") != null) {
      commandLine.getErr().print(stack(e));
    }
    return e instanceof BadInput ? BAD_INPUT : FAILED;
  }

  /** With the messages of its causes, which may quote a URI. */
  static String stack(Exception e) {
    StringWriter text = new StringWriter();
    e.printStackTrace(new PrintWriter(text, true));
    return Redaction.redact(text.toString());
  }

  private static String oneLine(Exception e) {
    String message = e.getMessage();
    return Redaction.redact(
        message == null
            ? e.getClass().getSimpleName()
            : message.lines().findFirst().orElse(e.getClass().getSimpleName()));
  }

  /** What {@code --version} prints. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      RunRecord.Tool build = BuildInfo.read();
      return new String[] {
        "weir "
            + build.version()
            + " ("
            + build.commit()
            + (build.dirty() ? ", modified" : "")
            + ")"
      };
    }
  }
}
