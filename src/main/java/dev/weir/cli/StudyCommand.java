package dev.weir.cli;

import com.mongodb.client.MongoClient;
import dev.weir.driver.VirtualThreads;
import dev.weir.load.process.LoadJvm;
import dev.weir.runner.Run;
import dev.weir.runner.ServerFeatures;
import dev.weir.runner.StudyMeasurement;
import dev.weir.server.ControlClient;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.NullServerProcess;
import dev.weir.server.ServerException;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.server.Toxiproxy;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import dev.weir.study.StudyException;
import dev.weir.study.Target;
import dev.weir.workload.ClientMemory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code weir study}: runs a study and writes its record. */
@Command(
    name = "study",
    description = "Run a study: measure every cell, write the record, print the table.",
    mixinStandardHelpOptions = true)
final class StudyCommand implements Callable<Integer> {
  /**
   * Half of the load process's heap may be in flight; the rest is the driver's and the collector's.
   */
  private static final long MOST_BYTES_IN_FLIGHT = 256L << 20;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Mixin private ChosenStudy study;

  @CommandLine.Mixin private ServerOptions servers;
  @CommandLine.Mixin private OutputOptions output;
  @CommandLine.Mixin private ProgressOptions progress;
  @CommandLine.Mixin private PatienceOption patience;
  @CommandLine.Mixin private ClientPrefixOption clients;
  @CommandLine.Mixin private HarnessOption harness;
  @CommandLine.Mixin private BusyHostOption busyHost;

  @Override
  public Integer call() throws Exception {
    ConsoleListener listener = progress.listener(spec.commandLine().getOut());
    Duration wait = patience.duration();
    Plan plan = plan();
    listener.planned(plan, plan.expectedAtMost());
    if (study.planOnly()) {
      return 0;
    }
    Run.Settings settings =
        harness.applyTo(busyHost.settings(listener).withPatience(wait), plan.study(), clients);
    Path out = output.folder();
    try (ServerUnderTest server = open(plan, servers, listener::note)) {
      requireOwnDatabase(server, plan);
      Run.Outcome outcome =
          Run.carryOut(new StudyMeasurement(here(plan, server)), server, out, settings);
      return DerivedFiles.finish(outcome, listener);
    } finally {
      listener.close();
    }
  }

  /** The cells that this server can take. */
  static Plan here(Plan plan, ServerUnderTest server) throws BadInput {
    try {
      return plan.without(cell -> ServerFeatures.refusal(cell, plan.speaksTls(), server));
    } catch (StudyException e) {
      throw new BadInput(e);
    }
  }

  private Plan plan() throws BadInput {
    try {
      Study read = study.read();
      return Plan.of(
          read, cell -> refusal(cell, read.mostClients()).or(() -> harness.refusal(cell)));
    } catch (StudyException e) {
      throw new BadInput(e);
    }
  }

  static Optional<String> refusal(Cell cell, int clients) {
    if (cell.driver() == DriverKind.VIRTUAL && !VirtualThreads.available()) {
      return Optional.of(
          "virtual threads need JDK 21 or later; this is JDK " + Runtime.version().feature());
    }
    if (cell.linkMillis() > 0 && Toxiproxy.binary().isEmpty()) {
      return Optional.of(Toxiproxy.MISSING);
    }
    long bytes = ClientMemory.bytesInFlight(cell);
    // Many load processes share the memory of one.
    long most = MOST_BYTES_IN_FLIGHT * LoadJvm.heapMegabytes(clients) / LoadJvm.heapMegabytes(1);
    if (bytes > most) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "its batches in flight would take some %d MB of the client's heap, more than %d MB",
              bytes >> 20,
              most >> 20));
    }
    return Optional.empty();
  }

  /** The server that a plan needs. */
  static ServerUnderTest open(Plan plan, ServerOptions servers, Consumer<String> log)
      throws BadInput {
    if (plan.study().target() == Target.NULL_SERVER) {
      try {
        return NullServerProcess.start(false);
      } catch (ServerException e) {
        throw new BadInput(e);
      }
    }
    return servers.open(load(plan), defaults -> needs(plan, defaults), log);
  }

  /** What a plan needs of a server that is started for it. */
  static ServerRequest needs(Plan plan, ServerRequest defaults) {
    return defaults
        .withTopology(plan.study().topology())
        .withMongodArguments(plan.study().mongodArguments())
        .withTls(plan.speaksTls());
  }

  /** What a study does to its server, in words. */
  static String load(Plan plan) {
    int inFlight = plan.cells().values().stream().mapToInt(Cell::inFlight).max().orElse(1);
    return String.format(
        Locale.ROOT,
        "study %s creates database %s (%,d documents per collection, dropped at the end) and writes"
            + " as fast as it can, up to %d calls in flight, for up to %d min",
        plan.study().name(),
        StudyMeasurement.database(plan.study()),
        plan.study().documents(),
        inFlight,
        Math.max(1, plan.expectedAtMost().toMinutes()));
  }

  /** Before anything is written: on somebody else's database a study stops. */
  static void requireOwnDatabase(ServerUnderTest server, Plan plan) throws BadInput {
    try (MongoClient client = ControlClient.open(server)) {
      DatabaseGuard.open(client, StudyMeasurement.database(plan.study()));
    } catch (ServerException e) {
      throw new BadInput(e);
    }
  }
}
