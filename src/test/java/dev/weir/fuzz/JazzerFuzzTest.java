package dev.weir.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.load.process.LoadJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Inputs by coverage: Jazzer keeps those that reach new code and changes them further. Each reader
 * in a JVM of its own, because libFuzzer lives once in a process. What it finds stays in {@code
 * target/fuzz/TARGET}; it belongs into {@code src/test/resources/fuzz/TARGET} then.
 */
@EnabledIfSystemProperty(named = "weir.fuzz.inputs", matches = "\\d+")
class JazzerFuzzTest {
  private static final String INPUTS = System.getProperty("weir.fuzz.inputs", "0");
  private static final String SEED = System.getProperty("weir.fuzz.seed", "1");
  private static final Path FOLDER = Path.of("target/fuzz").toAbsolutePath();

  /** Code whose coverage counts: ours and that of the libraries that parse for us. */
  private static final String WATCHED = "dev.weir.**:com.fasterxml.jackson.**:org.yaml.**";

  /** Longer inputs repeat what shorter ones do. */
  private static final int LONGEST = 4_096;

  static List<FuzzTarget> targets() throws IOException {
    return FuzzTargets.chosen();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void nothingBreaksTheContract(FuzzTarget target) throws Exception {
    Path folder = Files.createDirectories(FOLDER.resolve(target.name()));
    Path corpus = Files.createTempDirectory(folder, "corpus-");
    for (int i = 0; i < target.good().size(); i++) {
      Files.writeString(corpus.resolve("good-" + i), target.good().get(i));
    }
    Path log = folder.resolve("jazzer.log");
    Process jazzer =
        new ProcessBuilder(command(target, folder, corpus))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(jazzer.waitFor(2, TimeUnit.HOURS)).as("Jazzer did not end").isTrue();
    } finally {
      jazzer.destroyForcibly();
    }
    List<String> said = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
    said.stream()
        .filter(line -> line.startsWith("Done ") || line.contains("DONE"))
        .forEach(line -> System.out.println(target + ": " + line));
    assertThat(jazzer.exitValue()).as("%s, see %s", target, log).isZero();
    assertThat(said).anyMatch(line -> line.startsWith("Done " + INPUTS + " runs"));
  }

  private static List<String> command(FuzzTarget target, Path folder, Path corpus) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx1g", "-Djdk.attach.allowAttachSelf=true"));
    command.addAll(List.of("-XX:+EnableDynamicAgentLoading", "-cp", LoadJvm.classPath()));
    command.add("-Dweir.fuzz.target=" + target.name());
    command.add("com.code_intelligence.jazzer.Jazzer");
    command.add("--target_class=" + JazzerEntry.class.getName());
    command.add("--instrumentation_includes=" + WATCHED);
    command.add("--custom_hook_includes=" + WATCHED);
    command.add("--disabled_hooks=com.code_intelligence.jazzer.sanitizers.RegexRoadblocks"); // slow
    command.add("--reproducer_path=" + folder);
    command.add("-artifact_prefix=" + folder + "/");
    command.addAll(List.of("-runs=" + INPUTS, "-seed=" + SEED, "-max_len=" + LONGEST));
    command.addAll(List.of("-timeout=600", "-rss_limit_mb=0", "-print_final_stats=1"));
    command.add(corpus.toString());
    return command;
  }
}
