package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.weir.Eventually;
import dev.weir.study.Topology;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server does not outlive the JVM that started it, whichever way either of them dies. */
class OrphanIT {
  /** The JVM that is killed: starts a server, tells its pid, waits for ever. */
  static final class Child {
    private Child() {}

    /** Containers have no folder here to look at. */
    private static Map<String, String> processesOnly() {
      Map<String, String> environment = new HashMap<>(System.getenv());
      environment.put(ServerProvider.SOURCES, "path,download,wheel");
      return environment;
    }

    public static void main(String[] args) throws Exception {
      ServerRequest request =
          ServerRequest.defaults(processesOnly())
              .withTopology(Topology.STANDALONE)
              .withTemporaryDirectory(Path.of(args[0]));
      ServerUnderTest server = ServerProvider.open(request, line -> {});
      System.out.println("pid " + server.localPids().get(0));
      Thread.sleep(Duration.ofMinutes(5).toMillis());
    }
  }

  @ParameterizedTest
  @CsvSource({"KILL, false", "TERM, false", "INT, false", "KILL, true"})
  void nothingIsLeft(String signal, boolean mongodCrashesFirst, @TempDir Path temporary)
      throws Exception {
    assumeFalse(
        signal.equals("INT") && ignoresInterrupts(), "a build in the background ignores SIGINT");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                Child.class.getName(),
                temporary.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      assertThat(line).startsWith("pid ");
      long mongod = Long.parseLong(line.substring(4));
      assertThat(ProcessHandle.of(mongod)).isPresent();
      assertThat(isEmpty(temporary)).isFalse();

      if (mongodCrashesFirst) {
        ProcessHandle.of(mongod).ifPresent(ProcessHandle::destroyForcibly);
      }
      new ProcessBuilder("kill", "-" + signal, Long.toString(child.pid())).start().waitFor();
      assertThat(child.waitFor(15, TimeUnit.SECONDS)).isTrue();
      assertThat(
              Eventually.within(Duration.ofSeconds(10), () -> ProcessHandle.of(mongod).isEmpty()))
          .as("mongod is gone")
          .isTrue();
      assertThat(Eventually.within(Duration.ofSeconds(10), () -> isEmpty(temporary)))
          .as("its folder is gone")
          .isTrue();
    } finally {
      child.destroyForcibly();
    }
  }

  /** Children inherit an ignored signal; bit 1 of the mask is SIGINT. */
  private static boolean ignoresInterrupts() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return false;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("SigIgn:"))
        .map(line -> new BigInteger(line.substring("SigIgn:".length()).strip(), 16))
        .anyMatch(mask -> mask.testBit(1));
  }

  private static boolean isEmpty(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
