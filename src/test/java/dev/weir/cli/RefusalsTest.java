package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Bad input that needs no server to be recognised: exit 2 and one clear line. */
class RefusalsTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  private static void refused(String message, String... arguments) {
    StringWriter err = new StringWriter();
    CommandLine commandLine =
        Weir.commandLine().setOut(new PrintWriter(new StringWriter())).setErr(new PrintWriter(err));
    int code = commandLine.execute(arguments);
    assertThat(err.toString()).startsWith("weir: ").containsOnlyOnce("\n").contains(message);
    assertThat(code).isEqualTo(2);
  }

  @Test
  void badStudiesAreRefused() throws IOException {
    Path unknown = Files.writeString(folder.resolve("u.yaml"), "name: a\nfactor: {driver: sync}\n");
    refused(
        unknown + ":2:1: unknown key 'factor' in the study; did you mean",
        "study",
        unknown.toString());
    refused("neither a file nor one of quick", "study", "no-such-study");
    refused("name a command");
    refused("Unknown option: '--nope'", "study", "--nope");
  }

  @Test
  void whatCantBeReadOrWrittenIsSaidWithItsReason() throws IOException {
    String none = folder.resolve("none").toString();
    String missing = "none: there is no such file or folder";
    refused("none: can't be read: there is no such file or folder", "plan", none);
    refused(missing, "runs", none);
    refused(missing, "history", none);
    refused(missing, "clean", none);
    refused("there is no file", "init", "--sample", none);
    refused("none: no file that can be read", tokenFile(none));
    Path inTheWay = Files.writeString(folder.resolve("file"), "x");
    String below = inTheWay.resolve("study.yaml").toString();
    refused("study.yaml: a file of that name is in the way; name another", "init", "--out", below);
    String file = inTheWay.toString();
    refused("file: a file of that name is in the way", "load", "--rate", "1", "--out", file);
  }

  private static String[] tokenFile(String file) {
    return new String[] {"fleet", "--master", "wait:2", "--token-file", file, "quick"};
  }

  @Test
  void reportRefusesWhatIsNoRecord() throws IOException {
    refused("is no run", "report", folder.toString());
    Files.writeString(folder.resolve("run.json"), "{\"schemaVersion\": 2, \"tool");
    refused("run.json can't be read", "report", folder.toString());
    Files.writeString(folder.resolve("run.json"), "{\"schemaVersion\": 99, \"verdict\": 7}");
    refused("schema version 99", "report", folder.toString());
  }

  @Test
  void aStackTraceHoldsNoPassword() {
    Exception cause = new IllegalArgumentException("bad URI mongodb://me:s3cret@host/");
    assertThat(Weir.stack(new IOException("can't go on", cause)))
        .contains("can't go on", "bad URI mongodb://***@host/")
        .doesNotContain("s3cret");
  }

  @Test
  void loadSaysPausesAndMinutesInItsOwnWords() {
    for (String factor : new String[] {"sustainedSeconds=60", "thinkMillis=10"}) {
      refused(
          "--factor sustainedSeconds, thinkMillis: load says it with --ramp, --duration, --rate",
          "load",
          "--rate",
          "100",
          "--factor",
          factor);
    }
  }

  @Test
  void fleetsThatCantBeAreRefused() {
    refused("name the workers: --master", "fleet", "quick");
    refused("--master local:0: must be local:N", "fleet", "--master", "local:0");
    refused("--master spark://d:7077 needs --workers", "fleet", "--master", "spark://d:7077");
    refused("contradicts --master", "fleet", "--master", "local:2", "--workers", "3");
    refused("needs --token-file", "fleet", "--master", "wait:2", "quick");
    refused("'here' is no address", "fleet", "--master", "local:2", "--listen", "here");
  }
}
