package dev.weir.cli;

import dev.weir.runner.Measurement;
import dev.weir.runner.Run;
import dev.weir.runner.ServerFeatures;
import dev.weir.runner.load.EconomyLoad;
import dev.weir.runner.load.EconomyRequest;
import dev.weir.runner.load.OfferedLoad;
import dev.weir.runner.load.OpenRequest;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import dev.weir.study.Topology;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir load}: load at a rate of its own, as players make it, and its response times. */
@Command(
    name = "load",
    description =
        "Send operations at a fixed rate and measure response times, from the moment when "
            + "each was due. Or find the highest rate that meets an objective.",
    mixinStandardHelpOptions = true)
final class LoadCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  /** What is done. */
  enum Mix {
    updates,
    economy
  }

  @Option(
      names = "--mix",
      paramLabel = "MIX",
      defaultValue = "updates",
      description =
          "updates of roles, or the game economy: five operations with transactions, in TPC-C's"
              + " weights and pacing. Default: ${DEFAULT-VALUE}.")
  private Mix mix;

  @CommandLine.Mixin private UpdateLoadOptions updates;
  @CommandLine.Mixin private EconomyLoadOptions economy;
  @CommandLine.Mixin private TopologyOption topology;
  @CommandLine.Mixin private ServerOptions servers;
  @CommandLine.Mixin private OutputOptions output;
  @CommandLine.Mixin private ProgressOptions progress;
  @CommandLine.Mixin private BusyHostOption busyHost;

  @Override
  public Integer call() throws Exception {
    if (mix == Mix.updates && economy.given()) {
      throw new BadInput("--workers, --pooling, --pool and --inject-errors need --mix economy");
    }
    PrintWriter out = spec.commandLine().getOut();
    ConsoleListener listener = progress.listener(out);
    SecondLines lines = new SecondLines(out, progress.quiet(), listener);
    if (mix == Mix.updates) {
      OpenRequest request = updates.request();
      return run(load(request), OfferedLoad.of(request, lines), request.cell(), listener);
    }
    EconomyRequest request = economy.request(updates.shared());
    return run(load(request), new EconomyLoad(request, lines), Cell.of(Map.of()), listener);
  }

  private static String load(OpenRequest request) {
    OpenRequest.Search search = request.search();
    return String.format(
        Locale.ROOT,
        "weir load creates database %s (%,d documents) and writes %s, up to %d calls in flight,",
        OfferedLoad.DATABASE,
        request.documents(),
        search == null
            ? String.format(Locale.ROOT, "%,.0f documents/s", request.rate())
            : String.format(Locale.ROOT, "ever faster, up to %,.0f documents/s", search.most()),
        request.cell().inFlight());
  }

  private static String load(EconomyRequest request) {
    return String.format(
        Locale.ROOT,
        "weir load creates database %s and plays %,.1f operations/s with %,d workers",
        OfferedLoad.DATABASE,
        request.rate(),
        request.workers());
  }

  /**
   * @param cell what the server has to take
   */
  private int run(String load, Measurement measurement, Cell cell, ConsoleListener listener)
      throws BadInput, ServerException, IOException, InterruptedException {
    Topology wanted = topology.topology();
    Path results = output.folder();
    try (ServerUnderTest server =
        servers.open(
            load,
            defaults -> defaults.withTopology(wanted).withTls(cell.get(Factor.TLS)),
            listener::note)) {
      Optional<String> refusal = ServerFeatures.refusal(cell, cell.get(Factor.TLS), server);
      if (refusal.isPresent()) {
        throw new BadInput(refusal.get());
      }
      Run.Outcome outcome = Run.carryOut(measurement, server, results, busyHost.settings(listener));
      return DerivedFiles.finish(outcome, listener);
    } finally {
      listener.close();
    }
  }
}
