package dev.weir.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The steps of {@code action.yml}, run by bash as a runner does. The jar that they start has no
 * classes of its own but a class path: that of this test.
 */
@DisabledOnOs(OS.WINDOWS)
class ActionTest {
  private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{ *([a-z.-]+) *}}");
  private static final String RUNS =
      "results/20261123T070217Z-quick results/20261123T095259Z-quick"
          + " --allow-different server,host,settings";

  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  @SuppressWarnings("NullAway.Init")
  private Path jar;

  private record Ended(int code, String output, String summary, Map<String, String> outputs) {}

  @BeforeEach
  void makesAJarOfTheClassPath() throws IOException {
    jar = folder.resolve("weir.jar");
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(Attributes.Name.MAIN_CLASS, "dev.weir.cli.Weir");
    main.put(
        Attributes.Name.CLASS_PATH,
        Stream.of(System.getProperty("java.class.path", "").split(File.pathSeparator, -1))
            .map(entry -> Path.of(entry).toUri().toString())
            .collect(Collectors.joining(" ")));
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream written = new JarOutputStream(out, manifest)) {
      written.finish();
    }
  }

  /** Runs every step that is a script, until one fails. */
  private Ended run(Map<String, String> inputs) throws Exception {
    JsonNode action = new YAMLMapper().readTree(Path.of("action.yml").toFile());
    Map<String, String> known = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> input : action.get("inputs").properties()) {
      known.put("inputs." + input.getKey(), input.getValue().path("default").asText());
    }
    inputs.forEach((name, value) -> known.put("inputs." + name, value));
    known.put("github.action_path", Path.of("").toAbsolutePath().toString());
    Path summary = Files.createFile(folder.resolve("summary.md"));
    Map<String, String> outputs = new LinkedHashMap<>();
    StringBuilder said = new StringBuilder();
    int code = 0;
    for (JsonNode step : action.at("/runs/steps")) {
      if (!step.has("run") || code != 0) {
        continue;
      }
      assertThat(step.path("shell").asText()).isEqualTo("bash");
      Path script = Files.writeString(folder.resolve("step.sh"), step.get("run").asText());
      Path output = Files.writeString(folder.resolve("output"), "");
      ProcessBuilder bash =
          new ProcessBuilder("bash", "--noprofile", "--norc", "-eo", "pipefail", script.toString())
              .redirectErrorStream(true);
      bash.environment().put("GITHUB_OUTPUT", output.toString());
      bash.environment().put("GITHUB_STEP_SUMMARY", summary.toString());
      bash.environment()
          .put(
              "PATH",
              Path.of(System.getProperty("java.home"), "bin")
                  + File.pathSeparator
                  + System.getenv("PATH"));
      for (Map.Entry<String, JsonNode> e : step.path("env").properties()) {
        bash.environment().put(e.getKey(), filled(e.getValue().asText(), known));
      }
      Process process = bash.start();
      said.append(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      code = process.exitValue();
      for (String line : Files.readAllLines(output)) {
        String[] pair = line.split("=", 2);
        outputs.put(pair[0], pair[1]);
        known.put("steps." + step.get("id").asText() + ".outputs." + pair[0], pair[1]);
      }
    }
    return new Ended(code, said.toString(), Files.readString(summary), outputs);
  }

  private static String filled(String text, Map<String, String> known) {
    Matcher expression = EXPRESSION.matcher(text);
    return expression.replaceAll(
        found -> Matcher.quoteReplacement(known.getOrDefault(found.group(1), "")));
  }

  private Ended compare(String arguments, String failIf) throws Exception {
    return run(
        Map.of(
            "command",
            "compare",
            "arguments",
            arguments,
            "fail-if",
            failIf,
            "jar",
            jar.toString()));
  }

  @Test
  void theJobsPageHasTheComparison() throws Exception {
    Ended ended = compare(RUNS, "");
    assertThat(ended.code).as(ended.output).isZero();
    assertThat(ended.outputs).containsEntry("exit-code", "0");
    assertThat(ended.summary)
        .startsWith("## weir compare results/")
        .contains("base: 20261123T070217Z-quick", "| --- |");
  }

  @Test
  void theJobFailsWithTheCommand() throws Exception {
    Ended worse = compare(RUNS, "worse:1%");
    assertThat(worse.code).as(worse.output).isIn(0, 1);
    assertThat(worse.summary.contains("FAILED: ")).isEqualTo(worse.code == 1);
  }

  @Test
  void badInputIsShownInTheJobsPage() throws Exception {
    Ended ended = compare("results/nothing results/nowhere", "");
    assertThat(ended.code).isEqualTo(2);
    assertThat(ended.outputs).containsEntry("exit-code", "2");
    assertThat(ended.summary).contains("weir: ");
  }

  @Test
  void otherCommandsAreRefused() throws Exception {
    Ended ended = run(Map.of("command", "study", "arguments", "quick", "jar", jar.toString()));
    assertThat(ended.code).isEqualTo(2);
    assertThat(ended.output).contains("command: 'study' is neither versus nor compare");
  }

  @Test
  void argumentsRunNothing() throws Exception {
    Path trace = folder.resolve("trace");
    Ended ended = compare("$(touch " + trace + ") ; touch " + trace, "");
    assertThat(ended.code).isEqualTo(2);
    assertThat(trace).doesNotExist();
  }
}
