package dev.weir.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.capture.timeline.CaptureImport;
import dev.weir.capture.timeline.ClockOffset;
import dev.weir.capture.timeline.TimelineSummary;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code capture.sh --ssh} over a real ssh, to an sshd of our own with keys of its own. */
@EnabledOnOs(OS.LINUX)
class SshCaptureIT {
  private static final String SCRIPT = Path.of("ops/capture.sh").toAbsolutePath().toString();
  private static final String ME = System.getProperty("user.name") + "@127.0.0.1";
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private final List<Process> processes = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @BeforeEach
  void startSshd() throws Exception {
    Optional<Path> sshd = tool("sshd");
    Optional<Path> ssh = tool("ssh");
    Optional<Path> keygen = tool("ssh-keygen");
    assumeTrue(
        sshd.isPresent() && ssh.isPresent() && keygen.isPresent(),
        "no sshd here; apt-get install openssh-server");
    if (System.getProperty("user.name").equals("root")) {
      Files.createDirectories(Path.of("/run/sshd")); // as its service does
    }
    for (String key : List.of("host", "user")) {
      Process made =
          start(keygen.get().toString(), "-q", "-t", "ed25519", "-N", "", "-f", path(key));
      assertThat(made.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(made.exitValue()).isZero();
    }
    Files.copy(folder.resolve("user.pub"), folder.resolve("authorized"));
    int port = freePort();
    Files.writeString(
        folder.resolve("sshd_config"),
        """
        Port %d
        ListenAddress 127.0.0.1
        HostKey %s
        AuthorizedKeysFile %s
        StrictModes no
        UsePAM no
        PasswordAuthentication no
        PidFile none
        """
            .formatted(port, path("host"), path("authorized")));
    Files.writeString(
        folder.resolve("ssh_config"),
        """
        Host *
          Port %d
          IdentityFile %s
          IdentitiesOnly yes
          StrictHostKeyChecking no
          UserKnownHostsFile %s
        """
            .formatted(port, path("user"), path("known")));
    wrap("ssh", "exec '%s' -F '%s' \"$@\"".formatted(ssh.get(), path("ssh_config")));
    start(sshd.get().toString(), "-D", "-f", path("sshd_config"));
    awaitPort(port);
  }

  @AfterEach
  void leaveNothingRunning() {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  @Test
  void whatAnotherHostCapturedIsImportedOnOneClock() throws Exception {
    Path out = folder.resolve("out");
    Process script = start("sh", SCRIPT, out.toString(), "--ssh", ME, "--seconds", "2");
    assertThat(script.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(script.exitValue()).isZero();
    Path run = folder.resolve("run");
    Files.createDirectories(run.resolve("capture"));

    TimelineSummary summary = CaptureImport.into(run, out, "far");

    assertThat(summary.columns()).contains("far_load_1m");
    ClockOffset clock =
        summary.clocks().stream().filter(c -> c.source().equals("far")).findFirst().orElseThrow();
    assertThat(clock.samples()).isEqualTo(10);
    assertThat(clock.applied()).isTrue();
    // It is the same clock, so its offset is off by no more than it says itself.
    assertThat(clock.offsetMs()).isCloseTo(0, within(clock.errorMs()));
    assertThat(Files.readString(run.resolve("capture/clocks.json"))).contains("far");
  }

  @Test
  void aStopStillBringsTheFiles() throws Exception {
    Path out = folder.resolve("out");
    Process script = start("sh", SCRIPT, out.toString(), "--ssh", ME, "--until-eof");
    awaitClock(out);
    script.getOutputStream().close();

    assertThat(script.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(script.exitValue()).isZero();
    assertThat(Files.readString(out.resolve("capture.log"))).contains("stopped");
  }

  @Test
  void aKeyThatIsNotKnownThereIsOneLine() throws Exception {
    Files.writeString(folder.resolve("authorized"), "");
    Path out = folder.resolve("out");
    Process script = start("sh", SCRIPT, out.toString(), "--ssh", ME, "--seconds", "2");

    assertThat(script.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(script.exitValue()).isEqualTo(1);
    assertThat(new String(script.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("does not answer over ssh in batch mode; check keys and name");
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private void wrap(String name, String body) throws IOException {
    Path file = Files.createDirectories(folder.resolve("bin")).resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Process start(String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().merge("PATH", path("bin"), (old, bin) -> bin + ":" + old);
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  /** Servers' tools are in folders that a user's PATH may lack. */
  private static Optional<Path> tool(String name) {
    String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/sbin";
    return Arrays.stream(path.split(":", -1))
        .filter(each -> !each.isEmpty())
        .map(each -> Path.of(each, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @SuppressWarnings("ThreadSleep")
  private static void awaitPort(int port) throws Exception {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress("127.0.0.1", port), 1_000);
        return;
      } catch (IOException e) {
        assertThat(System.nanoTime()).as("sshd does not listen: " + e).isLessThan(deadline);
        Thread.sleep(50);
      }
    }
  }

  /** Ten round trips are measured before the far side starts. */
  @SuppressWarnings("ThreadSleep")
  private static void awaitClock(Path out) throws Exception {
    Path clock = out.resolve("clock.txt");
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (!Files.exists(clock) || Files.readAllLines(clock).size() < 10) {
      assertThat(System.nanoTime()).as("no clock was measured").isLessThan(deadline);
      Thread.sleep(50);
    }
  }
}
