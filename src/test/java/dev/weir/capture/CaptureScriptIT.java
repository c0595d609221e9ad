package dev.weir.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.capture.timeline.Timeline;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The real script, with stand-ins on PATH for tools that a host cannot promise. */
@EnabledOnOs(OS.LINUX)
class CaptureScriptIT {
  private static final String SCRIPT = Path.of("ops/capture.sh").toAbsolutePath().toString();
  private final List<Process> processes = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @AfterEach
  void leaveNothingRunning() {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /**
   * A JVM that starts the capture and sleeps; the test kills it as the kernel's OOM killer would.
   */
  public static final class Parent {
    private Parent() {}

    @SuppressWarnings("ThreadSleep")
    public static void main(String[] args) throws Exception {
      Capture.start(CaptureRequest.of(Path.of(args[0]), null, Map.of()));
      Thread.sleep(60_000);
    }
  }

  @Test
  void stopsWhenTheJvmThatStartedItIsKilled() throws Exception {
    tool("iostat", "exec sleep 300");
    Process jvm =
        start(
            Map.of(),
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Parent.class.getName(),
            out().toString());
    await("the samplers", () -> read("capture.log").contains("started iostat"));
    List<ProcessHandle> children = jvm.descendants().toList();
    assertThat(children).hasSizeGreaterThanOrEqualTo(3);

    jvm.destroyForcibly();

    await("every child's end", () -> children.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(read("capture.log")).contains("stopped");
  }

  @Test
  void leavesNoSamplerBehindWhenItIsKilledItself() throws Exception {
    tool("iostat", "exec sleep 300");
    Process script = start(Map.of(), "sh", SCRIPT, out().toString(), "--until-eof");
    await("the samplers", () -> read("capture.log").contains("started iostat"));
    List<ProcessHandle> children = script.descendants().toList();

    script.destroyForcibly();
    script.getOutputStream().close();

    await("every child's end", () -> children.stream().noneMatch(ProcessHandle::isAlive));
  }

  @Test
  void stopsCleanlyOnTermAndHasSampledTheHost() throws Exception {
    Process script = start(Map.of(), "sh", SCRIPT, out().toString());
    await("samples", () -> read("proc.txt").contains(" loadavg "));

    script.destroy();

    assertThat(script.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(script.exitValue()).isZero();
    assertThat(read("proc.txt")).contains(" stat cpu ").contains(" net ");
  }

  @Test
  void withoutTheToolsTheKernelsCountersAreRead() throws Exception {
    Path plain = Files.createDirectory(folder.resolve("plain"));
    for (String tool : List.of("sh", "date", "sleep", "mkdir", "uname", "cat", "getconf", "rm")) {
      Files.createSymbolicLink(plain.resolve(tool), Path.of("/usr/bin", tool));
    }
    Process script =
        start(
            Map.of("PATH", plain.toString()),
            "/bin/sh",
            SCRIPT,
            out().toString(),
            "--seconds",
            "2");

    assertThat(script.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(read("capture.log")).contains("missing iostat").contains("missing vmstat");
    assertThat(read("proc.txt"))
        .contains(" vm ctxt ")
        .contains(" vm MemFree: ")
        .contains(" vm pgpgout ");
    Timeline.build(out());
    assertThat(Files.readString(out().resolve("timeline.csv")).lines().findFirst().orElseThrow())
        .contains("vmstat_by", "vmstat_context_switches_per_s", "vmstat_user_pct");
  }

  @Test
  void namesASamplerThatDied() throws Exception {
    tool("vmstat", "echo 'vmstat: no such field' >&2; exit 3");
    Process script = start(Map.of(), "sh", SCRIPT, out().toString(), "--seconds", "1");

    assertThat(script.waitFor(15, TimeUnit.SECONDS)).isTrue();
    assertThat(read("capture.log")).contains("died vmstat: exit status 3 vmstat: no such field");
  }

  @Test
  void theUriReachesMongostatByAPrivateFileThatGoesAway() throws Exception {
    tool(
        "mongostat",
        """
        for a in "$@"; do case $a in --config=*) f=${a#--config=};; esac; done
        ls -l "$f" >"%1$s/seen"; cat "$f" >>"%1$s/seen"; echo "$f" >"%1$s/path"; echo "$@" >"%1$s/args"
        echo '{}'; exec sleep 300
        """
            .formatted(folder));
    Process script =
        start(
            Map.of("MY_URI", "mongodb://u:it's$(x)@h/?a=\"b\""),
            "sh",
            SCRIPT,
            out().toString(),
            "--uri-env",
            "MY_URI");
    await("the file to be gone", () -> gone(folder.resolve("path")));
    script.destroy();

    assertThat(script.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(folder.resolve("seen")))
        .startsWith("-rw-------")
        .endsWith("uri: 'mongodb://u:it''s$(x)@h/?a=\"b\"'\n");
    assertThat(Files.readString(folder.resolve("args")))
        .contains("--json")
        .doesNotContain("mongodb:");
  }

  @Test
  void collectsFromAnotherHostOverSsh() throws Exception {
    // Stands in for ssh: runs its last argument in a shell of its own, as sshd would.
    tool("ssh", "for last; do :; done; exec sh -c \"$last\"");
    tool("mongostat", "echo '{\"far\":1}'; exec sleep 300");
    Process script =
        start(
            Map.of("MY_URI", "mongodb://h"),
            "sh",
            SCRIPT,
            out().toString(),
            "--ssh",
            "me@db1",
            "--until-eof",
            "--uri-env",
            "MY_URI");
    await("the clock", () -> read("clock.txt").lines().count() == 10);
    script.getOutputStream().close();

    assertThat(script.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(script.exitValue()).isZero();
    assertThat(read("capture.log")).contains("stopped");
    assertThat(read("proc.txt")).contains(" loadavg ");
    assertThat(read("mongostat.jsonl")).isEqualTo("{\"far\":1}\n");
    assertThat(script.descendants()).isEmpty();
  }

  @Test
  void refusesBadUsage() throws Exception {
    for (String[] bad :
        new String[][] {
          {},
          {"--interval", "0", "x"},
          {"--interval", "1; id", "x"},
          {"--uri-env", "A B", "x"},
          {"--ssh", "-oProxyCommand=id", "x"},
          {"--nonsense", "x"},
          {out().toString(), "--uri-env", "NOT_SET_ANYWHERE"}
        }) {
      List<String> command = new ArrayList<>(List.of("sh", SCRIPT));
      command.addAll(List.of(bad));
      Process script = start(Map.of(), command.toArray(String[]::new));
      assertThat(script.waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(script.exitValue()).as("%s", command).isEqualTo(2);
    }
  }

  private boolean gone(Path pathFile) throws IOException {
    return Files.exists(pathFile)
        && !Files.readString(pathFile).isEmpty()
        && !Files.exists(Path.of(Files.readString(pathFile).strip()));
  }

  private Path out() {
    return folder.resolve("out");
  }

  private String read(String name) throws IOException {
    Path file = out().resolve(name);
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private void tool(String name, String body) throws IOException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Files.writeString(bin.resolve(name), "#!/bin/sh\n" + body + "\n", StandardCharsets.UTF_8);
    Files.setPosixFilePermissions(bin.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Process start(Map<String, String> environment, String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder
        .environment()
        .merge("PATH", folder.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  /** Polls for a state only another process can bring about. */
  @SuppressWarnings("ThreadSleep")
  private static void await(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("waited too long for %s", what).isLessThan(deadline);
      Thread.sleep(50);
    }
  }
}
