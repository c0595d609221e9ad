package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code ops/weir} on the jar that was just packaged. */
@DisabledOnOs(OS.WINDOWS)
class LauncherIT {
  private static final Path LAUNCHER = Path.of("ops", "weir").toAbsolutePath();

  private record Ended(int code, String output) {}

  private static Ended runWith(String javaHome, Path launcher, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", javaHome);
    Process process = builder.start();
    process.getOutputStream().close();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), output);
  }

  private static Ended run(Path launcher, String... arguments)
      throws IOException, InterruptedException {
    return runWith(System.getProperty("java.home"), launcher, arguments);
  }

  @Test
  void startsTheJarAndPassesExitCodesOn() throws Exception {
    assertThat(run(LAUNCHER, "--version").output).matches("weir \\d+\\.\\d+\\.\\d+.* \\(.+\\)");
    assertThat(run(LAUNCHER, "study", "--help")).matches(help -> help.code == 0);
    Ended bad = run(LAUNCHER, "study", "no such study");
    assertThat(bad.code).isEqualTo(2);
    assertThat(bad.output).startsWith("weir: no study 'no such study'");
  }

  /**
   * Containers and jobs have the locale "C", and their readers' screens show UTF-8 all the same.
   */
  @Test
  void printsSignsInTheLocaleOfContainers() throws Exception {
    Path results = Path.of("results").toAbsolutePath();
    Ended runs =
        run(Path.of("/usr/bin/env"), "LC_ALL=C", LAUNCHER.toString(), "runs", "" + results);
    assertThat(runs.code).isZero();
    assertThat(runs.output).contains("│").doesNotContain("?");
  }

  @Test
  void followsLinks(@TempDir Path folder) throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("weir"), LAUNCHER);
    Path again = Files.createSymbolicLink(folder.resolve("again"), Path.of("weir"));
    assertThat(link).isSymbolicLink();
    assertThat(run(again, "--version").code).isZero();
  }

  @Test
  void saysWhatIsMissing(@TempDir Path folder) throws Exception {
    Ended noJava = runWith(folder.toString(), LAUNCHER, "--version");
    assertThat(noJava.code).isEqualTo(2);
    assertThat(noJava.output).startsWith("weir: JAVA_HOME is " + folder).hasLineCount(1);
    Path ops = Files.createDirectory(folder.resolve("ops"));
    Path copy = Files.copy(LAUNCHER, ops.resolve("weir"));
    assertThat(copy.toFile().setExecutable(true)).isTrue();
    Ended noJar = run(copy, "--version");
    assertThat(noJar.code).isEqualTo(2);
    assertThat(noJar.output).contains("target/weir.jar does not exist").hasLineCount(1);
  }
}
