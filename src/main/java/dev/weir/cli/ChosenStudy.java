package dev.weir.cli;

import dev.weir.study.Scale;
import dev.weir.study.ShippedStudies;
import dev.weir.study.Study;
import dev.weir.study.StudyException;
import dev.weir.study.StudyReader;
import java.util.Arrays;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which study to run, in which size, and whether to run it at all. */
final class ChosenStudy {
  @Parameters(
      arity = "0..1",
      defaultValue = "quick",
      paramLabel = "NAME|FILE",
      description = "A shipped study (${COMPLETION-CANDIDATES}) or a YAML file. Default: quick.",
      completionCandidates = ShippedStudies.class)
  private String study;

  @Option(
      names = "--scale",
      defaultValue = "scaled",
      paramLabel = "scaled|full",
      description =
          "The size of the study: scaled takes minutes, if the study says how; full is the "
              + "size that the study asks for. Default: scaled.")
  private String scale;

  @Option(names = "--plan", description = "Print the plan and stop.")
  private boolean planOnly;

  Study read() throws BadInput {
    Scale size =
        Arrays.stream(Scale.values())
            .filter(s -> s.yamlName().equals(scale))
            .findFirst()
            .orElseThrow(() -> new BadInput("--scale " + scale + ": must be scaled or full"));
    try {
      return StudyReader.open(study, size);
    } catch (StudyException e) {
      throw new BadInput(e);
    }
  }

  boolean planOnly() {
    return planOnly;
  }
}
