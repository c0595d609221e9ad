package dev.weir.cli;

import dev.weir.driver.VirtualThreads;
import dev.weir.runner.Run;
import dev.weir.runner.jmh.JmhBenchmarks;
import dev.weir.server.ServerException;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code weir jmh}: JMH's own command line over the benchmarks in this jar. */
@Command(
    name = "jmh",
    description = {
      "Run the JMH benchmarks in this jar with JMH's own options; 'weir jmh -h' lists them.",
      "Samplers run alongside, and the record of a run is left in --out DIR (default: results).",
      "Unlike JMH alone, it ends with exit code 1 at the first benchmark that fails, "
          + "unless -foe false is given."
    })
final class JmhCommand implements Callable<Integer> {
  /** JMH only prints then. */
  private static final Set<String> LISTING = Set.of("-h", "-l", "-lp", "-lprof", "-lrf");

  private static final Pattern FAIL_ON_ERROR = Pattern.compile("--?foe(=.*)?");

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;
  @CommandLine.Mixin private OutputOptions output;
  @CommandLine.Mixin private BusyHostOption busyHost;

  /** Everything else after {@code jmh}, in order: JMH's own options. */
  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    if (System.getProperty("weir.uri", "").contains("@")) {
      throw new BadInput(
          "-Dweir.uri holds credentials, which the process list and JMH's output would show;"
              + " put the URI into the environment variable WEIR_URI");
    }
    if (arguments.stream().anyMatch(LISTING::contains)) {
      Main.main(arguments.toArray(String[]::new));
      return 0;
    }
    List<String> all = runnable(failingOnError(arguments), VirtualThreads.available());
    Options options = options(all);
    Path out = output.folder();
    PrintWriter console = spec.commandLine().getOut();
    ConsoleListener listener =
        new ConsoleListener(
            Terminal.of(console, null, System.getenv(), true), Clock.systemUTC(), false);
    try (ServerUnderTest server = open(listener);
        PrintStream text = text(options)) {
      Run.Outcome outcome =
          Run.carryOut(
              new JmhBenchmarks(options, arguments, text),
              server,
              out,
              busyHost.settings(listener));
      return DerivedFiles.finish(outcome, listener);
    } finally {
      listener.close();
    }
  }

  private static Options options(List<String> all) throws BadInput {
    try {
      return new CommandLineOptions(all.toArray(String[]::new));
    } catch (CommandLineOptionException e) {
      throw new BadInput("JMH: " + e.getMessage());
    }
  }

  /** All forks write to this server. */
  private static ServerUnderTest open(ConsoleListener listener) throws BadInput {
    try {
      return ServerProvider.open(ServerRequest.ofThisProcess(), listener::note);
    } catch (ServerException e) {
      throw new BadInput(e);
    }
  }

  /** Where JMH's own text goes: its option {@code -o}, else standard output. */
  private static PrintStream text(Options options) throws IOException {
    return options.getOutput().hasValue()
        ? new PrintStream(options.getOutput().get(), StandardCharsets.UTF_8)
        : new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
  }

  /** JMH itself goes on after a benchmark that failed, and ends with 0. */
  static List<String> failingOnError(List<String> given) {
    if (given.stream().anyMatch(argument -> FAIL_ON_ERROR.matcher(argument).matches())) {
      return given;
    }
    List<String> all = new ArrayList<>(List.of("-foe", "true"));
    all.addAll(given);
    return all;
  }

  /** Leaves out what this JVM can't run, unless a driver is asked for: it would count as failed. */
  static List<String> runnable(List<String> given, boolean virtualThreads) {
    if (virtualThreads || given.stream().anyMatch(argument -> argument.contains("driver="))) {
      return given;
    }
    List<String> all = new ArrayList<>(given);
    all.addAll(List.of("-p", "driver=reactive"));
    return all;
  }
}
