package dev.weir.ops;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import dev.weir.fleet.WorkerMain;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1JobSpec;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1Role;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The manifest that {@code ops/fleet/job} prints, held against the API's own schema as Kubernetes'
 * Java client has it: unknown fields, missing ones and wrong types are refused.
 */
@DisabledOnOs(OS.WINDOWS)
class FleetJobTest {
  private static final YAMLMapper YAML = new YAMLMapper();

  private record Ended(int code, String output, String errors) {}

  private static Ended run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("sh", "ops/fleet/job"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), output, errors);
  }

  private static String manifest() throws IOException, InterruptedException {
    Ended ended =
        run(
            "--workers",
            "8",
            "--image",
            "registry.example:5000/weir:0.1.0",
            "--coordinator",
            "driver.example:7077",
            "--secret",
            "weir-token");
    assertThat(ended.errors).isEmpty();
    assertThat(ended.code).isZero();
    return ended.output;
  }

  private static JsonElement json(String yaml) throws IOException {
    JsonNode tree = YAML.readTree(yaml);
    return JsonParser.parseString(tree.toString());
  }

  private static V1Job job() throws IOException, InterruptedException {
    JsonElement json = json(manifest());
    V1Job.validateJsonElement(json);
    return V1Job.fromJson(json.toString());
  }

  @Test
  void workersShareAHostOnlyIfAskedTo() throws Exception {
    String[] arguments = {
      "--workers", "2", "--image", "weir", "--coordinator", "driver:7077", "--secret", "token"
    };
    List<String> shared = new ArrayList<>(List.of(arguments));
    shared.add("--same-host");
    Ended ended = run(shared.toArray(String[]::new));
    assertThat(ended.code).as(ended.errors).isZero();
    V1Job job = V1Job.fromJson(json(ended.output).toString());
    V1PodSpec pod = requireNonNull(requireNonNull(job.getSpec()).getTemplate().getSpec());
    assertThat(pod.getAffinity()).isNull();
    assertThat(run(arguments).output).contains("podAntiAffinity");
  }

  @Test
  void whoRunsTheJobMayNotReadSecrets() throws Exception {
    List<JsonNode> parts;
    try (var documents =
        YAML.readerFor(JsonNode.class).readValues(Path.of("ops/fleet/role.yaml").toFile())) {
      parts = documents.readAll().stream().map(JsonNode.class::cast).toList();
    }
    assertThat(parts)
        .extracting(part -> part.path("kind").asText())
        .containsExactly("ServiceAccount", "Role", "RoleBinding");
    V1Role.validateJsonElement(JsonParser.parseString(parts.get(1).toString()));
    V1Role role = V1Role.fromJson(parts.get(1).toString());
    assertThat(requireNonNull(role.getRules()))
        .filteredOn(rule -> requireNonNull(rule.getResources()).contains("secrets"))
        .singleElement()
        .satisfies(rule -> assertThat(rule.getVerbs()).containsExactly("create", "delete"));
  }

  @Test
  void isAJobThatEndsWithItsFirstLostWorker() throws Exception {
    V1Job job = job();
    V1JobSpec spec = requireNonNull(job.getSpec());
    assertThat(spec.getCompletionMode()).isEqualTo("Indexed");
    assertThat(spec.getCompletions()).isEqualTo(8).isEqualTo(spec.getParallelism());
    assertThat(spec.getBackoffLimit()).as("never into a live measurement again").isZero();
    assertThat(spec.getActiveDeadlineSeconds()).isPositive();
    assertThat(requireNonNull(spec.getPodFailurePolicy()).getRules())
        .hasSize(2)
        .allMatch(rule -> rule.getAction().equals("FailJob"));
    assertThat(requireNonNull(spec.getTemplate().getSpec()).getRestartPolicy()).isEqualTo("Never");
  }

  @Test
  void putsOneWorkerOnEachHost() throws Exception {
    V1Job job = job();
    V1JobSpec spec = requireNonNull(job.getSpec());
    V1PodSpec pod = requireNonNull(spec.getTemplate().getSpec());
    var terms =
        requireNonNull(requireNonNull(pod.getAffinity()).getPodAntiAffinity())
            .getRequiredDuringSchedulingIgnoredDuringExecution();
    assertThat(terms).hasSize(1);
    assertThat(requireNonNull(terms).get(0).getTopologyKey()).isEqualTo("kubernetes.io/hostname");
    assertThat(requireNonNull(spec.getTemplate().getMetadata()).getLabels())
        .as("what the rule selects")
        .containsAllEntriesOf(
            requireNonNull(requireNonNull(terms.get(0).getLabelSelector()).getMatchLabels()));
  }

  @Test
  void runsTheImagesWorkerWithATokenThatIsMountedAndNeverWritten() throws Exception {
    V1PodSpec pod = requireNonNull(requireNonNull(job().getSpec()).getTemplate().getSpec());
    assertThat(pod.getContainers()).hasSize(1);
    V1Container worker = pod.getContainers().get(0);
    assertThat(worker.getArgs())
        .containsExactly("--coordinator", "driver.example:7077", "--token-file", "/etc/weir/token");
    assertThat(requireNonNull(worker.getResources()).getLimits())
        .as("nobody else borrows its CPU")
        .isEqualTo(worker.getResources().getRequests());
    assertThat(worker.getEnv()).as("no secret in an environment").isNullOrEmpty();
    var token = requireNonNull(requireNonNull(pod.getVolumes()).get(0).getSecret());
    assertThat(token.getSecretName()).isEqualTo("weir-token");
    String dockerfile = Files.readString(Path.of("ops/fleet/Dockerfile"));
    assertThat(dockerfile)
        .contains("\"" + WorkerMain.class.getName() + "\"]")
        .contains("USER 65532");
    assertThat(requireNonNull(pod.getSecurityContext()).getRunAsUser()).isEqualTo(65532);
  }

  @Test
  void theCheckItselfFindsWhatIsWrong() throws Exception {
    String good = manifest();
    for (List<String> change :
        List.of(
            List.of("completions: 8", "completion: 8"),
            List.of("restartPolicy: Never", "restartPolice: Never"),
            List.of("topologyKey: kubernetes.io/hostname", "topology: kubernetes.io/hostname"),
            List.of("- action: FailJob", "- act: FailJob"))) {
      String bad = good.replace(change.get(0), change.get(1));
      assertThat(bad).isNotEqualTo(good);
      assertThatThrownBy(() -> V1Job.validateJsonElement(json(bad)))
          .as(change.get(1))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--workers, 0",
    "--workers, 08",
    "--workers, 1001",
    "--workers, two",
    "--image, 'a b'",
    "--image, 'a\"x'",
    "--image, $(id)",
    "--coordinator, nowhere",
    "--coordinator, host:0",
    "--coordinator, host:65536",
    "--secret, Upper",
    "--secret, -x",
    "--name, 'a\n  b'",
    "--colour, red"
  })
  void badValuesAreRefusedInOneLine(String option, String value) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--workers", "2", "--image", "weir:1", "--coordinator", "h:1", "--secret", "s"));
    arguments.addAll(List.of(option, value));
    Ended ended = run(arguments.toArray(new String[0]));
    assertThat(ended.code).isEqualTo(2);
    assertThat(ended.output).isEmpty();
    assertThat(ended.errors.lines()).hasSizeLessThanOrEqualTo(2);
    assertThat(ended.errors).startsWith("job: ").contains(option);
  }

  @Test
  void whatIsMissingIsNamed() throws Exception {
    assertThat(run("--workers", "2").errors).isEqualTo("job: --image is missing\n");
    assertThat(run().code).isEqualTo(2);
  }
}
