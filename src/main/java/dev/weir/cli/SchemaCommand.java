package dev.weir.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.capacity.PlanKeys;
import dev.weir.study.Form;
import dev.weir.study.StudyKeys;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code weir schema}: what an editor needs to complete and check a study or a plan file. */
@Command(
    name = "schema",
    description = "Print the JSON Schema of a study or plan file, for editors.",
    mixinStandardHelpOptions = true)
final class SchemaCommand implements Callable<Integer> {
  /** The files that have a schema. */
  enum Kind {
    study,
    plan
  }

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The kind of file: ${COMPLETION-CANDIDATES}.")
  private Kind kind;

  @Override
  public Integer call() throws JsonProcessingException {
    spec.commandLine().getOut().print(text(kind));
    spec.commandLine().getOut().flush();
    return 0;
  }

  /** The schema as it is printed, and kept under {@code docs/schema}. */
  static String text(Kind kind) throws JsonProcessingException {
    DefaultPrettyPrinter lines =
        new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultIndenter("  ", "\n"))
            .withArrayIndenter(new DefaultIndenter("  ", "\n"));
    Form.Mapping file =
        switch (kind) {
          case study -> StudyKeys.STUDY;
          case plan -> PlanKeys.PLAN;
        };
    return new ObjectMapper().writer(lines).writeValueAsString(file.schemaOfFile("Weir " + kind))
        + "\n";
  }
}
