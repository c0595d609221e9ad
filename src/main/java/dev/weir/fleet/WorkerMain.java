package dev.weir.fleet;

import dev.weir.load.engine.Timing;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A worker as a process of its own: {@code java -cp weir.jar dev.weir.fleet.WorkerMain
 * --coordinator HOST:PORT --token-file FILE}. Ends with 0 on the order to quit, 1 when the
 * coordinator was lost, 2 for bad usage.
 */
@Command(
    name = "weir-worker",
    description = "Generate load as part of a fleet, as the coordinator says.",
    mixinStandardHelpOptions = true)
public final class WorkerMain implements Callable<Integer> {
  private static final int FAILED = 1;
  private static final int BAD_INPUT = 2;

  /** What Kubernetes tells the pods of an Indexed Job. */
  private static final String JOB_INDEX = "JOB_COMPLETION_INDEX";

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Option(
      names = "--coordinator",
      required = true,
      paramLabel = "HOST:PORT",
      description = "Where weir fleet listens.")
  private String coordinator;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "Holds the fleet's token; else it is taken from WEIR_FLEET_TOKEN.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--index",
      paramLabel = "N",
      description = "Which worker this is, from 0. Default: JOB_COMPLETION_INDEX, else 0.")
  private @Nullable Integer index;

  @Option(
      names = "--patience",
      defaultValue = "300",
      paramLabel = "SECONDS",
      description = "How long the coordinator may take to be there. Default: 300.")
  private int patience;

  /** Runs the worker and exits with its code. */
  public static void main(String[] args) {
    System.exit(run(LoadJvmCommand.ofThisJvm(), Timing.system(), args));
  }

  /**
   * As {@link #main}, without the exit.
   *
   * @param timing the worker's clocks
   */
  static int run(LoadJvmCommand command, Timing timing, String... args) {
    return new CommandLine(new WorkerMain(command, timing))
        .setParameterExceptionHandler(
            (e, given) -> {
              e.getCommandLine().getErr().println("weir-worker: " + e.getMessage());
              return BAD_INPUT;
            })
        .execute(args);
  }

  private final LoadJvmCommand command;
  private final Timing timing;

  private WorkerMain(LoadJvmCommand command, Timing timing) {
    this.command = command;
    this.timing = timing;
  }

  @Override
  public Integer call() throws InterruptedException {
    InetSocketAddress address;
    int worker;
    Token token;
    try {
      address = Addresses.parse(coordinator);
      worker = index();
      token = token();
    } catch (IOException | IllegalArgumentException e) {
      return say(e.getMessage(), BAD_INPUT);
    }
    try {
      new Worker(address, worker, token, command, timing).run(Duration.ofSeconds(patience));
      return 0;
    } catch (Worker.Lost e) {
      return say(e.getMessage(), FAILED);
    }
  }

  private int say(@Nullable String why, int code) {
    spec.commandLine().getErr().println("weir-worker: " + why);
    spec.commandLine().getErr().flush();
    return code;
  }

  private int index() {
    String ofJob = System.getenv(JOB_INDEX);
    int given = index != null ? index : ofJob == null ? 0 : Integer.parseInt(ofJob);
    if (given < 0) {
      throw new IllegalArgumentException("a worker's index counts from 0, not " + given);
    }
    return given;
  }

  private Token token() throws IOException {
    if (tokenFile != null) {
      return Token.read(tokenFile);
    }
    String variable = System.getenv(Token.VARIABLE);
    if (variable == null) {
      throw new IOException("no token: name --token-file or set " + Token.VARIABLE);
    }
    return Token.of(variable);
  }
}
