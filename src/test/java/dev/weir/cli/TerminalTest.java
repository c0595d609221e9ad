package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

class TerminalTest {
  private final StringWriter text = new StringWriter();
  private final PrintWriter out = new PrintWriter(text);

  @Test
  void linesGoAboveTheStatusWhichIsDrawnAgain() {
    Terminal terminal = new Terminal(out, true, Ansi.OFF, 40);
    terminal.accept("50 %");
    terminal.line("a cell");
    terminal.clear();

    assertThat(text.toString())
        .isEqualTo("50 %" + ("\r\033[K" + "a cell" + System.lineSeparator() + "50 %") + "\r\033[K");
  }

  @Test
  void aStatusNeverWraps() {
    new Terminal(out, true, Ansi.OFF, 20).accept("x".repeat(50));

    assertThat(text.toString()).hasSize(19);
  }

  @Test
  void aLogHasLinesOnly() {
    Terminal terminal = new Terminal(out, false, Ansi.OFF, 40);
    terminal.accept("50 %");
    terminal.line("a cell");
    terminal.close();

    assertThat(text.toString()).isEqualTo("a cell" + System.lineSeparator());
  }

  @Test
  void warnsInColourOnlyWhereThereAreColours() {
    new Terminal(out, false, Ansi.OFF, 40).warning("bad");
    assertThat(text.toString()).isEqualTo("bad" + System.lineSeparator());

    new Terminal(out, false, Ansi.ON, 40).warning("bad");
    assertThat(text.toString()).contains("\033[31mbad\033[");
  }

  @Test
  void withoutAConsoleNobodyWatches() {
    assertThat(Terminal.of(out, null, Map.of("TERM", "xterm", "COLUMNS", "x"), false).watched())
        .isFalse();
  }
}
