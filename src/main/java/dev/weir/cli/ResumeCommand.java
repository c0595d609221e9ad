package dev.weir.cli;

import dev.weir.fleet.Fleet;
import dev.weir.record.FleetRecord;
import dev.weir.runner.Run;
import dev.weir.runner.UnfinishedRun;
import dev.weir.server.ServerUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir resume}: goes on with a run that a crash, a signal or a lost server ended. */
@Command(
    name = "resume",
    description =
        "Continue an unfinished run with the same plan and seed. Finished trials stay as "
            + "they are.",
    mixinStandardHelpOptions = true)
final class ResumeCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(paramLabel = "RUN", description = "The run's folder under results/.")
  private Path folder;

  @Option(
      names = "--despite-changes",
      description =
          "Continue although server, client or Weir have changed. The record notes the "
              + "changes.")
  private boolean despiteChanges;

  @CommandLine.Mixin private FleetOptions fleets;
  @CommandLine.Mixin private ServerOptions servers;
  @CommandLine.Mixin private ProgressOptions progress;
  @CommandLine.Mixin private PatienceOption patience;
  @CommandLine.Mixin private ClientPrefixOption clients;
  @CommandLine.Mixin private BusyHostOption busyHost;

  @Override
  public Integer call() throws Exception {
    Duration wait = patience.duration();
    UnfinishedRun unfinished = unfinished();
    if (!unfinished.serverSource().isOurs() && !servers.attaches()) {
      throw new BadInput(
          folder
              + " was run on a deployment named by URI, which no record keeps; give it again in"
              + " WEIR_URI or by --uri");
    }
    requireSameEngine(unfinished.folder().fleet());
    ConsoleListener listener = progress.listener(spec.commandLine().getOut());
    try (Fleet fleet = fleets.given() ? fleets.fleet(listener::note) : null;
        ServerUnderTest server = StudyCommand.open(unfinished.plan(), servers, listener::note)) {
      List<String> differences = unfinished.differences(server);
      if (!differences.isEmpty() && !despiteChanges) {
        throw new BadInput(
            "not what "
                + folder
                + " was run on: "
                + String.join("; ", differences)
                + "; --despite-changes goes on all the same");
      }
      StudyCommand.requireOwnDatabase(server, unfinished.plan());
      Run.Settings settings = clients.applyTo(busyHost.settings(listener).withPatience(wait));
      if (fleet != null) {
        fleet.assemble();
        fleets.check(fleet, server);
        settings = settings.withClients(fleet);
      }
      return DerivedFiles.finish(Run.resume(unfinished, server, settings), listener);
    } finally {
      listener.close();
    }
  }

  /** Trials of one engine and of another are not of one run. */
  private void requireSameEngine(@Nullable FleetRecord fleet) throws BadInput {
    if (fleet == null && fleets.given()) {
      throw new BadInput(folder + " was not run with a fleet; leave --master out");
    }
    if (fleet != null && (!fleets.given() || fleets.workers() != fleet.workers().size())) {
      throw new BadInput(
          String.format(
              Locale.ROOT,
              "%s was run with a fleet of %d workers; name one like it: --master %s",
              folder,
              fleet.workers().size(),
              fleet.master()));
    }
  }

  private UnfinishedRun unfinished() throws BadInput {
    try {
      return UnfinishedRun.open(folder);
    } catch (IOException e) {
      throw new BadInput(String.valueOf(e.getMessage()));
    }
  }
}
