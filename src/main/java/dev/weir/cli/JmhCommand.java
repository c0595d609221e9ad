package dev.weir.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.Main;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code weir jmh}: JMH's own command line over the benchmarks in this jar. */
@Command(
    name = "jmh",
    description =
        "Run the JMH benchmarks in this jar with JMH's own options; 'weir jmh -h' lists them.")
final class JmhCommand implements Callable<Integer> {
  /** Everything after {@code jmh}, in order: this command has no option of its own. */
  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    if (System.getProperty("weir.uri", "").contains("@")) {
      throw new BadInput(
          "-Dweir.uri holds credentials, which the process list and JMH's output would show;"
              + " put the URI into the environment variable WEIR_URI");
    }
    Main.main(arguments.toArray(String[]::new));
    return 0;
  }
}
