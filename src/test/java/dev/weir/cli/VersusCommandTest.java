package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What is decided before a server is started; the rest is in TurnsIT. */
class VersusCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void plansFixedRounds() {
    assertThat(versus("quick", "--set", "writeConcern=majority", "--rounds", "5", "--plan"))
        .isZero();
    assertThat(out.toString()).contains("study quick-a", "cells, 5 rounds; about ");
  }

  @Test
  void eitherSideMayHaveAServerOfItsOwn() {
    assertThat(versus("quick", "--set", "server=6.0.5,6.0.27", "--plan")).isZero();
    assertThat(out.toString()).contains("study quick-a");
    assertThat(versus("quick", "--set", "server=6.0.27,", "--plan")).isEqualTo(2);
    assertThat(err.toString()).contains("--set server names no server");
    assertThat(
            versus(
                "quick", "--set", "server=6.0.27", "--other-uri", "mongodb://localhost", "--plan"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("drop --other-uri");
    assertThat(versus("quick", "--set", "server=/no/such/mongod")).isEqualTo(2);
    assertThat(err.toString()).contains("no mongod at /no/such/mongod");
  }

  @Test
  void aPasswordAmongTheArgumentsIsPointedOutAndNeverPrinted() {
    String uris = "server=mongodb://me:s3cret@h1/,mongodb://me:s3cret@h2/";
    assertThat(versus("quick", "--set", uris, "--plan")).isZero();
    assertThat(err.toString())
        .containsOnlyOnce("an argument holds a password")
        .contains("WEIR_OTHER_URI");
    assertThat(versus("quick", "--set", "server=mongo://me:s3cret@h2/")).isEqualTo(2);
    assertThat(err.toString()).contains("malformed URI mongo://***@h2/");
    assertThat(versus("quick", "--mongod", "mongodb://me:s3cret@h2/")).isEqualTo(2);
    assertThat(err.toString()).contains("no mongod at mongodb:/***@h2");
    assertThat(out + "" + err).doesNotContain("s3cret");
  }

  @Test
  void refusesWhatIsNoJvmOfASide() {
    assertThat(versus("quick", "--set", "jvmOptions=-jar x.jar", "--plan")).isEqualTo(2);
    assertThat(err.toString()).contains("'-jar' is no JVM option");
    assertThat(versus("quick", "--set", "jvmOptions=-Xint,-Xint", "--plan")).isEqualTo(2);
    assertThat(err.toString()).contains("--set jvmOptions: both sides are the same");
    assertThat(versus("quick", "--set", "driverJars=/no/such/folder", "--plan")).isEqualTo(2);
    assertThat(err.toString()).contains("/no/such/folder is neither a jar nor a folder of jars");
  }

  @Test
  void refusesBadInput() {
    assertThat(versus("quick", "--set", "inFlight=4", "--plan")).isEqualTo(2);
    assertThat(err.toString()).contains("--set inFlight: the study varies it itself");
    assertThat(versus("quick", "--set", "colour=red", "--plan")).isEqualTo(2);
    assertThat(err.toString()).contains("no such factor");
    assertThat(versus("quick", "--set", "writeConcern=w0", "--plan")).isEqualTo(2);
    assertThat(err.toString()).contains("--set writeConcern: 'w0'");
    assertThat(versus("quick", "--rounds", "2", "--plan")).isEqualTo(2);
    assertThat(versus("no-such-study", "--plan")).isEqualTo(2);
    assertThat(versus("quick", "--confidence", "10%", "--plan")).isEqualTo(2);
  }

  private int versus(String... arguments) {
    List<String> all = new ArrayList<>(List.of("versus"));
    all.addAll(List.of(arguments));
    CommandLine weir = Weir.commandLine();
    weir.setOut(new PrintWriter(out, true));
    weir.setErr(new PrintWriter(err, true));
    return weir.execute(all.toArray(String[]::new));
  }
}
