package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

class HelpTest {
  private static List<CommandLine> below(CommandLine command) {
    List<CommandLine> all = new ArrayList<>(List.of(command));
    command.getSubcommands().values().forEach(sub -> all.addAll(below(sub)));
    return all;
  }

  /** The list of commands shows the first line of each description. */
  @Test
  void everyCommandsFirstLineIsASentence() {
    for (CommandLine command : below(Weir.commandLine())) {
      String[] lines = command.getCommandSpec().usageMessage().description();
      assertThat(lines).as(command.getCommandName()).isNotEmpty();
      assertThat(Arrays.asList(lines))
          .as(command.getCommandName())
          .allMatch(line -> line.matches("(?s)\\p{Lu}.*[.?!]"));
    }
  }

  @Test
  void everyOptionsDescriptionEndsAsASentence() {
    for (CommandLine command : below(Weir.commandLine())) {
      for (ArgSpec option : command.getCommandSpec().args()) {
        assertThat(String.join(" ", option.description()))
            .as(command.getCommandName() + " " + option.paramLabel() + " " + option)
            .endsWith(".");
      }
    }
  }
}
