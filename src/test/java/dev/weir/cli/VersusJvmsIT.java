package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** A JVM of each side is tried before anything else is started. */
class VersusJvmsIT {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void optionsThatStartAJvmArePlanned() {
    assertThat(versus("-XX:TieredStopAtLevel=1,-Dweir.side=b -Xss1m")).as(err.toString()).isZero();
    assertThat(out.toString()).contains("study quick-a");
  }

  @Test
  void optionsThatDoNotAreBadInput() {
    assertThat(versus("-XX:+NoSuchOption")).isEqualTo(2);
    assertThat(err.toString())
        .contains(
            "the JVM of the other side does not start: Unrecognized VM option 'NoSuchOption'");
  }

  private int versus(String options) {
    CommandLine weir = Weir.commandLine();
    weir.setOut(new PrintWriter(out, true));
    weir.setErr(new PrintWriter(err, true));
    return weir.execute("versus", "quick", "--set", "jvmOptions=" + options, "--plan");
  }
}
