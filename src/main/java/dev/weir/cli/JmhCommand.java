package dev.weir.cli;

import dev.weir.driver.VirtualThreads;
import dev.weir.server.ServerException;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.openjdk.jmh.Main;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code weir jmh}: JMH's own command line over the benchmarks in this jar. */
@Command(
    name = "jmh",
    description = {
      "Run the JMH benchmarks in this jar with JMH's own options; 'weir jmh -h' lists them.",
      "Other than JMH alone it ends with 1 at the first benchmark that fails, unless -foe false."
    })
final class JmhCommand implements Callable<Integer> {
  /** JMH only prints then. */
  private static final Set<String> LISTING = Set.of("-h", "-l", "-lp", "-lprof", "-lrf");

  private static final Pattern FAIL_ON_ERROR = Pattern.compile("--?foe(=.*)?");

  /** Everything after {@code jmh}, in order: this command has no option of its own. */
  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    if (System.getProperty("weir.uri", "").contains("@")) {
      throw new BadInput(
          "-Dweir.uri holds credentials, which the process list and JMH's output would show;"
              + " put the URI into the environment variable WEIR_URI");
    }
    if (arguments.stream().noneMatch(LISTING::contains)) {
      requireConsent();
    }
    List<String> all = failingOnError(arguments);
    Main.main(runnable(all, VirtualThreads.available()).toArray(String[]::new));
    return 0;
  }

  /** Before JMH starts JVMs, each of which would ask for itself. */
  private static void requireConsent() throws BadInput {
    try {
      ServerProvider.requireConsent(ServerRequest.ofThisProcess());
    } catch (ServerException e) {
      throw new BadInput(e);
    }
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
