package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.capacity.PlanKeys;
import dev.weir.study.FileKey;
import dev.weir.study.Form;
import dev.weir.study.StudyKeys;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The pages of the manual that are made of the code: every command, every key. */
class ManualTest {
  private static final Pattern COMMAND =
      Pattern.compile("(?:ops/weir|-jar \\S*weir\\.jar) ([a-z]+)");

  @Test
  void everyCommand() throws IOException {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Every command

        Generated from the code. `ops/weir COMMAND` is `java -jar target/weir.jar COMMAND`. Every command has `--help` and
        `--version`. Exit codes: 0 good, 1 the run failed, is invalid or misses a target, 2 bad usage or input.

        """);
    List<CommandLine> commands = below(Weir.commandLine());
    for (CommandLine command : commands) {
      page.append("- [`")
          .append(name(command))
          .append("`](#")
          .append(anchor(command))
          .append(")\n");
    }
    commands.forEach(command -> page.append(section(command)));
    GeneratedFile.check(Path.of("docs/commands.md"), page.toString());
  }

  private static List<CommandLine> below(CommandLine command) {
    List<CommandLine> all = new ArrayList<>();
    for (CommandLine sub : command.getSubcommands().values()) {
      all.add(sub);
      all.addAll(below(sub));
    }
    return all;
  }

  private static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName();
  }

  private static String anchor(CommandLine command) {
    return name(command).replace(' ', '-');
  }

  private static String section(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    spec.usageMessage().width(10_000); // picocli breaks lines within a word; ours are folded below
    String synopsis =
        command.getHelp().synopsis(0).replaceAll("\\s*\\R\\s+", " ").replaceAll(" +", " ").strip();
    StringBuilder text = new StringBuilder("\n## " + name(command) + "\n\n");
    for (String line : spec.usageMessage().description()) {
      text.append(folded(plain(line), "")).append('\n');
    }
    text.append("\n```\n").append(folded(synopsis, "    ")).append("\n```\n");
    List<ArgSpec> described = new ArrayList<>();
    described.addAll(spec.positionalParameters());
    spec.options().stream().filter(o -> !o.usageHelp() && !o.versionHelp()).forEach(described::add);
    described.removeIf(ArgSpec::hidden);
    if (!described.isEmpty()) {
      text.append("\n| | |\n|---|---|\n");
      for (ArgSpec arg : described) {
        text.append("| `").append(title(arg).replace("|", "\\|")).append("` | ");
        text.append(plain(String.join(" ", arg.description())).replace("|", "\\|"));
        text.append(" |\n");
      }
    }
    return text.toString();
  }

  private static String title(ArgSpec arg) {
    if (arg instanceof PositionalParamSpec) {
      return arg.paramLabel();
    }
    OptionSpec option = (OptionSpec) arg;
    String label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
    return String.join(", ", option.names()) + label;
  }

  /** A description is a format. */
  private static String plain(String line) {
    return line.replace("%%", "%");
  }

  /** Lines of at most 115 columns. */
  private static String folded(String text, String indent) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (line.length() + word.length() > 115) {
        lines.add(line.toString());
        line = new StringBuilder(indent);
      }
      line.append(line.toString().isBlank() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return String.join("\n", lines);
  }

  @Test
  void everyKeyOfAStudy() throws IOException {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Every key of a study file

        Generated from the code. A study is a YAML file. Unknown keys are errors. A key in bold is required.
        [An example](../benchmarks/studies/quick.yaml) has comments.

        """);
    page.append(table(StudyKeys.STUDY.keys()));
    for (FileKey key : StudyKeys.STUDY.keys()) {
      if (key.form() instanceof Form.Mapping part && part.prefix().equals(key.name() + ".")) {
        page.append(part(key.name(), key.meaning(), part.keys()));
      }
    }
    for (Form.Mapping part : StudyKeys.parts()) {
      String meaning = part.label().equals("factors") ? "Each takes one value or a list" : "";
      page.append(part(part.label(), meaning, part.keys()));
    }
    GeneratedFile.check(Path.of("docs/study-file.md"), page.toString());
  }

  @Test
  void everyKeyOfAPlan() throws IOException {
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Every key of a plan file

        Generated from the code. A plan is a YAML file. Sizes, times and shares need a unit; 1 kB is 1000 B. Unknown keys
        are errors. A key in bold is required. [An example](../benchmarks/plans/mmo-shard.yaml) has comments.

        """);
    page.append(table(PlanKeys.PLAN.keys()));
    for (FileKey key : PlanKeys.PLAN.keys()) {
      Form form = key.form() instanceof Form.Sequence list ? list.item() : key.form();
      if (form instanceof Form.Mapping part) {
        page.append(part(key.name(), key.meaning(), part.keys()));
      }
    }
    GeneratedFile.check(Path.of("docs/plan-file.md"), page.toString());
  }

  private static String part(String name, String meaning, List<FileKey> keys) {
    String said = meaning.isEmpty() ? "" : meaning + ".\n\n";
    return "\n## " + name + "\n\n" + said + table(keys);
  }

  private static String table(List<FileKey> keys) {
    return "| key | value | default | meaning |\n|---|---|---|---|\n"
        + keys.stream().map(ManualTest::row).collect(Collectors.joining());
  }

  private static String row(FileKey key) {
    String name = "`" + key.name() + "`";
    String absent = key.absent().isEmpty() ? "" : "`" + key.absent() + "`";
    return "| "
        + (key.required() ? "**" + name + "**" : name)
        + " | "
        + value(key.form())
        + " | "
        + absent
        + " | "
        + key.meaning()
        + " |\n";
  }

  /** Keys of keys have a table of their own, or are factors. */
  private static String value(Form form) {
    if (form instanceof Form.Sequence list && list.item() instanceof Form.Mapping) {
      return "a list; see below";
    }
    if (form instanceof Form.Mapping mapping && mapping.definition() != null) {
      return "factors with their values";
    }
    if (form instanceof Form.Mapping mapping) {
      return mapping.prefix().isEmpty() ? mapping.words() : "see below";
    }
    if (form instanceof Form.Sequence list && list.alone()) {
      return list.item().words();
    }
    return form.words();
  }

  @Test
  void completionIsAScript() {
    StringWriter out = new StringWriter();
    int code = Weir.commandLine().setOut(new PrintWriter(out)).execute("completion");
    assertThat(code).isZero();
    assertThat(out.toString()).contains("complete -F", "weir", "--fail-if", "versus");
  }

  /** The other way round: what the manual shows as a command is one. */
  @Test
  void everyCommandOfTheManualExists() throws IOException {
    List<String> known = new ArrayList<>(Weir.commandLine().getSubcommands().keySet());
    for (Path page : Pages.ofTheManual()) {
      for (String line : Files.readAllLines(page)) {
        Matcher command = COMMAND.matcher(line);
        while (command.find()) {
          assertThat(known).as("%s: %s", page, line).contains(command.group(1));
        }
      }
    }
  }

  @Test
  void everyCommandIsShownInAPageForReading() throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path page : Pages.ofTheManual()) {
      if (!page.endsWith("commands.md")) {
        all.append(Files.readString(page));
      }
    }
    assertThat(Weir.commandLine().getSubcommands().keySet())
        .allSatisfy(name -> assertThat(all.toString()).contains("weir " + name));
  }
}
