package dev.weir.cli;

import dev.weir.runner.Run;
import dev.weir.runner.jmh.JmhCells;
import dev.weir.runner.jmh.JmhClients;
import dev.weir.study.Cell;
import dev.weir.study.Study;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Who makes the calls of a study and times them. */
final class HarnessOption {
  /** What {@code --harness} may be. */
  enum Harness {
    turns,
    jmh
  }

  @Option(
      names = "--harness",
      paramLabel = "turns|jmh",
      description = {
        "What measures: 'turns' is Weir's loop, with one warm JVM per round; 'jmh' is "
            + "JMH, with a fork for each cell of each round.",
        "Default: ${DEFAULT-VALUE}."
      })
  private Harness harness = Harness.turns;

  /** Why the harness can't measure that cell, empty if it can. */
  Optional<String> refusal(Cell cell) {
    return harness == Harness.jmh ? JmhCells.refusal(cell) : Optional.empty();
  }

  /** The settings with this harness, or with the clients that a prefix starts. */
  Run.Settings applyTo(Run.Settings settings, Study study, ClientPrefixOption clients)
      throws BadInput {
    if (harness == Harness.turns) {
      return clients.applyTo(settings);
    }
    if (clients.given()) {
      throw new BadInput("--harness jmh starts its forks itself; leave --client-prefix out");
    }
    return settings.withClients(new JmhClients(study));
  }
}
