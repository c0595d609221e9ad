package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.server.Toxiproxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Limits that are forced on a real mongod must be named. The whole suite needs a quiet machine, so
 * only {@code -Pbottlenecks} runs it; every build runs the one case that other work on the machine
 * does not upset.
 */
@EnabledOnOs(OS.LINUX)
class ForcedBottlenecksIT {
  private static final String REPEATS = "bottleneck.repeats";
  private static final Path TABLE = Path.of("target", "bottlenecks.md");
  private static final Path TRIALS = Path.of("target", "bottlenecks.csv");

  /** {@code -Dbottleneck.only} takes a part of a case's name, or a deployment. */
  @Test
  @EnabledIfSystemProperty(named = REPEATS, matches = "[1-9]\\d*")
  void forcedLimitsAreNamed(@TempDir Path folder) throws Exception {
    int repeats = Integer.getInteger(REPEATS, 1);
    String only = System.getProperty("bottleneck.only", "");
    Map<ForcedCase.Deployment, List<ForcedCase>> byDeployment =
        new EnumMap<>(ForcedCase.Deployment.class);
    for (ForcedCase each : ForcedCase.all()) {
      if (each.name().contains(only) || each.deployment().name().equals(only)) {
        byDeployment.computeIfAbsent(each.deployment(), d -> new ArrayList<>()).add(each);
      }
    }
    List<String> skipped = new ArrayList<>();
    if (byDeployment.keySet().stream().anyMatch(ForcedCase.Deployment::proxied) && !toxiproxy()) {
      for (ForcedCase each : ForcedCase.all()) {
        if (each.deployment().proxied() && byDeployment.remove(each.deployment()) != null) {
          skipped.add(each.deployment() + ": skipped, no toxiproxy");
        }
      }
    }
    ForcedSuite.Pace pace =
        new ForcedSuite.Pace(repeats, 4, Duration.ofSeconds(3), Duration.ofSeconds(3));
    List<ForcedRow> rows = new ArrayList<>();
    for (var entry : byDeployment.entrySet()) {
      rows.addAll(new ForcedSuite(folder, pace).run(entry.getKey(), entry.getValue()));
      write(rows, skipped);
    }
    System.out.println(Files.readString(TABLE));
    assertThat(rows)
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.right()).as(row.toString()).isEqualTo(repeats));
  }

  @Test
  @DisabledIfSystemProperty(named = REPEATS, matches = ".+")
  void aSlowLinkIsNamed(@TempDir Path folder) throws Exception {
    assumeTrue(toxiproxy(), "no toxiproxy; ops/get-toxiproxy.sh builds it");
    ForcedSuite.Pace pace =
        new ForcedSuite.Pace(1, 2, Duration.ofSeconds(1), Duration.ofSeconds(2));

    ForcedRow row =
        new ForcedSuite(folder, pace)
            .run(ForcedCase.Deployment.FAR, List.of(ForcedCase.far()))
            .get(0);

    assumeTrue(row.usable() > 0, () -> "others kept the machine busy: " + row);
    assertThat(row.right()).as(row.toString()).isEqualTo(1);
  }

  /** Where it must be there, its absence is a failure. */
  private static boolean toxiproxy() {
    boolean there = Toxiproxy.binary().isPresent();
    if (!there) {
      assertThat(System.getenv("WEIR_REQUIRE_TOXIPROXY"))
          .as("toxiproxy is required here; run ops/get-toxiproxy.sh first")
          .isNotEqualTo("1");
    }
    return there;
  }

  /** After each deployment, so that a suite that was stopped has shown something. */
  private static void write(List<ForcedRow> rows, List<String> skipped) throws IOException {
    List<String> lines = new ArrayList<>(List.of(ForcedRow.HEADER));
    rows.forEach(row -> lines.add(row.markdown()));
    skipped.forEach(line -> lines.add("\n" + line));
    Files.createDirectories(TABLE.getParent());
    Files.write(TABLE, lines);
    Files.writeString(TRIALS, ForcedRow.trials(rows));
  }
}
