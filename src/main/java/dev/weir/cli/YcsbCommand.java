package dev.weir.cli;

import dev.weir.runner.Run;
import dev.weir.runner.ycsb.YcsbRequest;
import dev.weir.runner.ycsb.YcsbRequest.Phase;
import dev.weir.runner.ycsb.YcsbWorkload;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.FileProblem;
import dev.weir.study.Topology;
import dev.weir.ycsb.MongoReactive;
import dev.weir.ycsb.MongoSync;
import dev.weir.ycsb.YcsbProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir ycsb}: runs YCSB's client on our bindings and writes the record of a run. */
@Command(
    name = "ycsb",
    description = {
      "Run a YCSB workload through Weir's bindings, in the database weir_ycsb.",
      "Each phase runs in a fresh JVM, which first warms up on a separate collection."
    },
    mixinStandardHelpOptions = true)
final class YcsbCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  /** What to do. */
  enum Phases {
    load,
    run,
    both
  }

  /** Which of our bindings. */
  enum Driver {
    sync,
    reactive
  }

  @Parameters(
      paramLabel = "load|run|both",
      description = "Insert the documents, run the mix on them, or both.")
  private Phases phases;

  @Option(
      names = "-P",
      paramLabel = "FILE",
      required = true,
      description = "A workload file; several apply in order.")
  private List<Path> files;

  @Option(
      names = "-p",
      paramLabel = "NAME=VALUE",
      description = "A property; it overrides the workload files.")
  private Map<String, String> overrides = new LinkedHashMap<>();

  @Option(
      names = {"-threads", "--threads"},
      paramLabel = "N",
      description = "Number of threads. Default: the property threadcount, else 1.")
  private @Nullable Integer threads;

  @Option(
      names = {"-target", "--target"},
      paramLabel = "T",
      description =
          "Operations/s of all threads. Default: the property target, else as many as "
              + "possible.")
  private @Nullable Integer target;

  @Option(
      names = "--driver",
      paramLabel = "DRIVER",
      defaultValue = "sync",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Driver driver;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "How often to repeat all, on fresh JVMs; intervals need several. Default: "
              + "${DEFAULT-VALUE}.")
  private int repeats;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "20",
      description =
          "Seconds of warm-up before each phase, not measured. Default: ${DEFAULT-VALUE}.")
  private int warmUp;

  @CommandLine.Mixin private TopologyOption topology;
  @CommandLine.Mixin private ServerOptions servers;
  @CommandLine.Mixin private OutputOptions output;
  @CommandLine.Mixin private ProgressOptions progress;
  @CommandLine.Mixin private BusyHostOption busyHost;

  @Override
  public Integer call() throws Exception {
    YcsbRequest request = request();
    Topology wanted = topology.topology();
    Path results = output.folder();
    ConsoleListener listener = progress.listener(spec.commandLine().getOut());
    try (ServerUnderTest server =
        servers.open(load(request), defaults -> defaults.withTopology(wanted), listener::note)) {
      Run.Outcome outcome =
          Run.carryOut(new YcsbWorkload(request), server, results, busyHost.settings(listener));
      return DerivedFiles.finish(outcome, listener);
    } finally {
      listener.close();
    }
  }

  private static String load(YcsbRequest request) {
    return "weir ycsb creates database "
        + YcsbWorkload.DATABASE
        + " ("
        + request.properties().get("recordcount")
        + " documents) and writes with "
        + request.threads()
        + " threads";
  }

  private YcsbRequest request() throws BadInput {
    Map<String, String> properties = properties();
    boolean runs = phases != Phases.load;
    require(properties, "recordcount", "how many documents both phases work with");
    if (runs && !properties.containsKey("maxexecutiontime")) {
      require(properties, "operationcount", "how many operations the run phase does");
    }
    if (properties.containsKey("mongodb.url")) {
      throw new BadInput(
          "property mongodb.url: name the server with --uri or WEIR_URI; weir ycsb writes into its"
              + " own database "
              + YcsbWorkload.DATABASE);
    }
    // As YCSB's own binding: without it a replica set would wait for a majority. The URI wins.
    properties.putIfAbsent("mongodb.writeConcern", "acknowledged");
    if (!properties.getOrDefault("measurementtype", "hdrhistogram").equals("hdrhistogram")
        || properties.getOrDefault("measurement.interval", "op").equals("intended")) {
      throw new BadInput(
          "weir ycsb needs measurementtype=hdrhistogram and measurement.interval=op or both");
    }
    if (repeats < 1 || warmUp < 0) {
      throw new BadInput("--repeats takes 1 or more, --warm-up 0 or more");
    }
    return new YcsbRequest(
        name(),
        phases == Phases.both
            ? List.of(Phase.LOAD, Phase.RUN)
            : List.of(runs ? Phase.RUN : Phase.LOAD),
        properties,
        threads == null ? number(properties, "threadcount", 1) : threads,
        target == null ? number(properties, "target", 0) : target,
        driver.name(),
        (driver == Driver.sync ? MongoSync.class : MongoReactive.class).getName(),
        YcsbProcess.class.getName(),
        repeats,
        Duration.ofSeconds(warmUp));
  }

  private Map<String, String> properties() throws BadInput {
    Properties merged = new Properties();
    for (Path file : files) {
      try (InputStream in = Files.newInputStream(file)) {
        merged.load(in);
      } catch (IOException e) {
        throw new BadInput("can't read workload file " + file + ": " + FileProblem.of(e));
      } catch (IllegalArgumentException e) {
        throw new BadInput("can't read workload file " + file + ": " + e.getMessage());
      }
    }
    merged.putAll(overrides);
    Map<String, String> properties = new LinkedHashMap<>();
    merged.stringPropertyNames().forEach(n -> properties.put(n, merged.getProperty(n).strip()));
    return properties;
  }

  private static void require(Map<String, String> properties, String name, String meaning)
      throws BadInput {
    if (number(properties, name, 0) == 0) {
      throw new BadInput(
          "property " + name + " is missing; it says " + meaning + "; add -p " + name + "=N");
    }
  }

  private static int number(Map<String, String> properties, String name, int ifAbsent)
      throws BadInput {
    String text = properties.get(name);
    try {
      return text == null ? ifAbsent : Integer.parseUnsignedInt(text);
    } catch (NumberFormatException e) {
      throw new BadInput("property " + name + ": '" + text + "' is not a whole number");
    }
  }

  private String name() {
    String last = files.get(files.size() - 1).getFileName().toString();
    return "ycsb-" + last.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }
}
