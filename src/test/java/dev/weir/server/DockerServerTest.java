package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.study.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Engines that don't serve, by a {@code docker} that is a script. */
@Timeout(60)
class DockerServerTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final List<String> log = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @Test
  void withoutTheCommandThereIsNoDocker() {
    assertThatThrownBy(() -> start(NOW)).hasMessage("no docker on PATH");
  }

  @Test
  void anEngineThatIsNotThereIsAskedAgainEachTime() throws Exception {
    docker("image) exit 1;; version) echo 'Cannot connect to the Docker daemon'; exit 1;;");
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> start(NOW))
          .hasMessage("docker version: Cannot connect to the Docker daemon");
    }
  }

  @Test
  void anEngineThatHangsIsGivenUpAndRemembered() throws Exception {
    docker("image) exec sleep 600;;");
    assertThatThrownBy(() -> start(NOW)).hasMessageContaining("did not end within 1 s");
    assertThat(calls()).hasSize(1);
    assertThatThrownBy(() -> start(NOW.plusSeconds(60)))
        .hasMessageContaining("not tried again until 2026-01-01T06:00:00Z (delete ");
    assertThat(calls()).hasSize(1);
    assertThatThrownBy(() -> start(NOW.plus(Duration.ofHours(7))))
        .hasMessageContaining("did not end within 1 s");
  }

  @Test
  void aPullWithoutProgressIsGivenUpAndRemembered() throws Exception {
    docker("image) exit 1;; version) echo 20;; pull) echo waiting; exec sleep 600;;");
    assertThatThrownBy(() -> start(NOW))
        .hasMessage(
            "docker is there, but mongo:7.0 failed: docker pull mongo:7.0: waiting: nothing for 1"
                + " s");
    assertThat(log).contains("server: pulling mongo:7.0 into Docker");
    assertThatThrownBy(() -> start(NOW.plusSeconds(60))).hasMessageContaining("not tried again");
    assertThat(calls()).filteredOn(call -> call.startsWith("pull")).hasSize(1);
    // Whoever pulls the image by hand need not wait.
    docker("image) exit 0;; run) echo 'no such shell'; exit 127;;");
    assertThatThrownBy(() -> start(NOW.plusSeconds(60)))
        .hasMessageContaining("the container ended; it said: no such shell");
  }

  @Test
  void aRegistryThatSaysNoIsQuoted() throws Exception {
    docker("image) exit 1;; version) echo 20;; pull) echo 'no such host'; exit 1;;");
    assertThatThrownBy(() -> start(NOW))
        .hasMessageContaining("docker pull mongo:7.0: no such host");
  }

  @Test
  void aContainerThatDoesNotAnswerIsRemoved() throws Exception {
    docker("image) exit 0;; inspect) echo 127.0.0.1;; run) exec cat;; rm) exit 0;;");
    assertThatThrownBy(() -> start(NOW))
        .hasMessageContaining("mongod in its container: nothing for 1 s");
    String run = calls().stream().filter(call -> call.startsWith("run")).findFirst().orElseThrow();
    assertThat(run).contains("--rm --interactive", "--publish 127.0.0.1:", "--bind_ip 0.0.0.0");
  }

  private void start(Instant now) throws ServerException {
    ServerRequest request =
        ServerRequest.defaults(Map.of("PATH", folder.toString()))
            .withTopology(Topology.STANDALONE)
            .withCacheDirectory(folder.resolve("cache"));
    Clock clock = Clock.fixed(now, ZoneOffset.UTC);
    DockerServer.start(request, List.of(), clock, Duration.ofSeconds(1), log::add).close();
  }

  private void docker(String cases) throws IOException {
    Path docker = folder.resolve("docker");
    Files.writeString(
        docker,
        "#!/bin/sh\nPATH=/usr/bin:/bin\necho $* >>%s/calls\ncase $1 in %s esac\n"
            .formatted(folder, cases));
    Files.setPosixFilePermissions(docker, PosixFilePermissions.fromString("rwx------"));
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(folder.resolve("calls"));
  }
}
