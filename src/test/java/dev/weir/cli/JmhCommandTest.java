package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

class JmhCommandTest {
  private static boolean failsOnError(String... arguments) throws CommandLineOptionException {
    String[] all = JmhCommand.failingOnError(List.of(arguments)).toArray(String[]::new);
    return new CommandLineOptions(all).shouldFailOnError().orElse(false);
  }

  @Test
  void aFailedBenchmarkFailsTheCommandUnlessAskedNotTo() throws Exception {
    assertThat(failsOnError("-f", "1", "Write")).isTrue();
    assertThat(failsOnError("Write", "-foe", "true")).isTrue();
    assertThat(failsOnError("-foe", "false", "Write")).isFalse();
    assertThat(failsOnError("--foe=false", "Write")).isFalse();
  }

  @Test
  void virtualThreadsAreLeftOutWhereThereAreNoneUnlessAskedFor() {
    assertThat(JmhCommand.runnable(List.of("AsyncWrite"), false))
        .containsExactly("AsyncWrite", "-p", "driver=reactive");
    assertThat(JmhCommand.runnable(List.of("AsyncWrite"), true)).containsExactly("AsyncWrite");
    List<String> asked = List.of("-p", "driver=virtual");
    assertThat(JmhCommand.runnable(asked, false)).isEqualTo(asked);
  }
}
