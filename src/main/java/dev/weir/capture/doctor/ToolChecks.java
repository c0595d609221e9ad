package dev.weir.capture.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The programs Weir makes use of, and the link to the other host. */
final class ToolChecks {
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Advice DOCKER =
      new Advice(
          "Docker",
          "running, or a mongod on PATH",
          "one way to a server under test; without both, a mongod is downloaded",
          "apt-get install docker.io, and start it");
  private static final Advice MONGOD =
      new Advice(
          "mongod",
          "on PATH, or Docker",
          "the server under test should be the version you run",
          "https://www.mongodb.com/docs/manual/installation/");
  private static final Advice LINK =
      new Advice(
          "link rate",
          "1 Gbit/s or more",
          "a full link looks like a slow server",
          "run iperf3 -s on the other host and name it");

  private final Host host;
  private final DoctorRequest request;

  ToolChecks(Host host, DoctorRequest request) {
    this.host = host;
    this.request = request;
  }

  List<Check> run() {
    List<Check> checks = new ArrayList<>();
    checks.add(
        host.firstLine(LONGEST, "docker", "version", "--format", "{{.Server.Version}}")
            .map(version -> DOCKER.check(true, version))
            .orElseGet(
                () ->
                    DOCKER.check(
                        false, host.find("docker").isPresent() ? "not running" : "not installed")));
    checks.add(
        host.firstLine(LONGEST, "mongod", "--version")
            .map(version -> MONGOD.check(true, version))
            .orElseGet(() -> MONGOD.check(false, "not on PATH")));
    checks.add(
        tool(
            "mongostat",
            "its columns in the timeline; serverStatus is sampled without it",
            "MongoDB Database Tools, https://www.mongodb.com/docs/database-tools/installation/"));
    checks.add(tool("iostat", "waits and queue of the disk", "apt-get install sysstat"));
    checks.add(tool("vmstat", "run queue and context switches", "apt-get install procps"));
    checks.add(tool("ssh", "capture on a remote database host", "apt-get install openssh-client"));
    checks.add(link());
    return checks;
  }

  private Check tool(String name, String why, String how) {
    Advice advice = new Advice(name, "installed", why, how);
    Optional<Path> found = host.find(name);
    return advice.check(found.isPresent(), found.map(Path::toString).orElse("not on PATH"));
  }

  private Check link() {
    String other = request.linkHost();
    if (other == null) {
      return LINK.unknown("no other host named");
    }
    if (host.find("iperf3").isEmpty()) {
      return LINK.unknown("iperf3 is not on PATH");
    }
    try {
      List<String> command =
          List.of("iperf3", "-c", other, "-t", "3", "--connect-timeout", "3000", "-J");
      JsonNode answer = JSON.readTree(host.commands().run(command, LONGEST).output());
      JsonNode rate = answer.path("end").path("sum_received").path("bits_per_second");
      if (rate.isNumber()) {
        String found =
            "%.2f Gbit/s (%.0f MB/s) to %s"
                .formatted(rate.asDouble() / 1e9, rate.asDouble() / 8e6, other);
        return LINK.check(rate.asDouble() >= 1e9, found);
      }
      return LINK.unknown("iperf3: " + answer.path("error").asText("no rate in its answer"));
    } catch (JsonProcessingException e) {
      return LINK.unknown("iperf3 gave no JSON");
    } catch (IOException e) {
      return LINK.unknown(String.valueOf(e.getMessage()));
    }
  }
}
