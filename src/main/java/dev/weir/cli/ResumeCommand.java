package dev.weir.cli;

import dev.weir.record.RunFolder;
import dev.weir.runner.StudyRunner;
import dev.weir.runner.UnfinishedRun;
import dev.weir.server.ServerUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir resume}: goes on with a run that a crash, a signal or a lost server ended. */
@Command(
    name = "resume",
    description =
        "Go on with an unfinished run: same plan, same seed; finished trials stay as they are.",
    mixinStandardHelpOptions = true)
final class ResumeCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(paramLabel = "RUN", description = "The run's folder under results/.")
  private Path folder;

  @Option(
      names = "--despite-changes",
      description =
          "Go on although server, client or Weir are not as they were; the record says so.")
  private boolean despiteChanges;

  @CommandLine.Mixin private ServerOptions servers;
  @CommandLine.Mixin private LoadConsent consent;
  @CommandLine.Mixin private ProgressOptions progress;
  @CommandLine.Mixin private PatienceOption patience;

  @Override
  public Integer call() throws Exception {
    Duration wait = patience.duration();
    UnfinishedRun unfinished = unfinished();
    if (unfinished.serverSource().equals("uri") && !servers.attaches()) {
      throw new BadInput(
          folder
              + " was run on a deployment named by URI, which no record keeps; give it again in"
              + " WEIR_URI or by --uri");
    }
    ConsoleListener listener = progress.listener(spec.commandLine().getOut());
    try (ServerUnderTest server = StudyCommand.open(unfinished.plan(), servers, listener::note)) {
      List<String> differences = unfinished.differences(server);
      if (!differences.isEmpty() && !despiteChanges) {
        throw new BadInput(
            "not what "
                + folder
                + " was run on: "
                + String.join("; ", differences)
                + "; --despite-changes goes on all the same");
      }
      consent.require(server, StudyCommand.load(unfinished.plan()));
      StudyCommand.requireOwnDatabase(server, unfinished.plan());
      StudyRunner.Outcome outcome =
          new StudyRunner(Clock.systemUTC(), listener)
              .withPatience(wait)
              .resume(unfinished, server);
      DerivedFiles.write(RunFolder.open(outcome.folder()), outcome.run(), outcome.cells());
      DerivedFiles.answers(RunFolder.open(outcome.folder()), outcome.run(), outcome.cells())
          .forEach(spec.commandLine().getOut()::println);
      return outcome.run().verdict().valid() ? 0 : Weir.FAILED;
    } finally {
      listener.close();
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
