package dev.weir.cli;

import dev.weir.fleet.Fleet;
import dev.weir.runner.Run;
import dev.weir.runner.StudyMeasurement;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Plan;
import dev.weir.study.Study;
import dev.weir.study.StudyException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code weir fleet}: runs a study with load from many machines. */
@Command(
    name = "fleet",
    description =
        "Run a study with workers on many machines. The factor 'clients' of a cell is its "
            + "number of workers; if the study does not name it, all workers measure every "
            + "cell.",
    mixinStandardHelpOptions = true)
final class FleetCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @CommandLine.Mixin private ChosenStudy study;
  @CommandLine.Mixin private FleetOptions fleets;
  @CommandLine.Mixin private ServerOptions servers;
  @CommandLine.Mixin private OutputOptions output;
  @CommandLine.Mixin private ProgressOptions progress;
  @CommandLine.Mixin private PatienceOption patience;
  @CommandLine.Mixin private BusyHostOption busyHost;

  @Override
  public Integer call() throws Exception {
    Duration wait = patience.duration();
    Plan plan = plan();
    ConsoleListener listener = progress.listener(spec.commandLine().getOut());
    listener.planned(plan, plan.expectedAtMost());
    if (study.planOnly()) {
      return 0;
    }
    try (Fleet fleet = fleets.fleet(listener::note);
        ServerUnderTest server = StudyCommand.open(plan, servers, listener::note)) {
      fleet.assemble();
      fleets.check(fleet, server);
      StudyCommand.requireOwnDatabase(server, plan);
      Run.Outcome outcome =
          Run.carryOut(
              new StudyMeasurement(StudyCommand.here(plan, server)),
              server,
              output.folder(),
              busyHost.settings(listener).withPatience(wait).withClients(fleet));
      return DerivedFiles.finish(outcome, listener);
    } finally {
      listener.close();
    }
  }

  private Plan plan() throws BadInput {
    try {
      int workers = fleets.workers();
      Study read = study.read().withClients(workers);
      if (read.mostClients() > workers) {
        throw new BadInput(
            "study "
                + read.name()
                + " has cells of "
                + read.mostClients()
                + " clients, the fleet has "
                + workers
                + " workers; start that many, or take a study of fewer clients");
      }
      int sharers = fleets.sharers();
      return Plan.of(read, cell -> StudyCommand.refusal(cell, sharers));
    } catch (StudyException e) {
      throw new BadInput(e);
    }
  }
}
