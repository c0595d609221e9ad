package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;

class BusyHostOptionTest {
  @Command
  private static final class Some {
    @CommandLine.Mixin private BusyHostOption busyHost;
  }

  @Test
  void aBusyHostIsAcceptedOnlyWhereThatIsAsked() {
    assertThat(accepts("--accept-busy-host")).isTrue();
    assertThat(accepts("--accept-busy-host=true")).isTrue();
    assertThat(accepts("--accept-busy-host=false")).isFalse();
    assertThat(accepts()).isEqualTo("true".equals(System.getenv("WEIR_ACCEPT_BUSY_HOST")));
  }

  private static boolean accepts(String... arguments) {
    Some some = new Some();
    new CommandLine(some).parseArgs(arguments);
    Terminal terminal = new Terminal(new PrintWriter(new StringWriter()), false, Ansi.OFF, 80);
    return some.busyHost
        .settings(new ConsoleListener(terminal, Clock.systemUTC(), false))
        .acceptsBusyHost();
  }
}
