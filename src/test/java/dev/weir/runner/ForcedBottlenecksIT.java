package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Limits that are forced on a real mongod must be named. They need a quiet machine, so only {@code
 * -Pbottlenecks} runs them, ten times each, and prints the table.
 */
@EnabledOnOs(OS.LINUX)
@EnabledIfSystemProperty(named = "weir.bottlenecks.repeats", matches = "\\d+")
class ForcedBottlenecksIT {
  private static final int REPEATS = Integer.getInteger("weir.bottlenecks.repeats", 1);
  private static final boolean ALL = REPEATS > 1 || Boolean.getBoolean("weir.bottlenecks.all");

  @Test
  void forcedLimitsAreNamed(@TempDir Path folder) throws Exception {
    Map<ForcedCase.Deployment, List<ForcedCase>> byDeployment =
        new EnumMap<>(ForcedCase.Deployment.class);
    String only = System.getProperty("weir.bottlenecks.only", "");
    for (ForcedCase each : cases()) {
      if (each.name().contains(only) || each.deployment().name().equals(only)) {
        byDeployment.computeIfAbsent(each.deployment(), d -> new ArrayList<>()).add(each);
      }
    }
    if (Toxiproxy.binary().isEmpty() && byDeployment.remove(ForcedCase.Deployment.FAR) != null) {
      assertThat(System.getenv("CI"))
          .as("CI needs ops/get-toxiproxy.sh first")
          .isNotEqualTo("true");
      System.out.println("skipped 'far' cases: no toxiproxy; build it by ops/get-toxiproxy.sh");
    }
    Duration measure = Duration.ofMillis(ALL ? 4_000 : 2_200);
    List<ForcedSuite.Row> rows = new ArrayList<>();
    for (var entry : byDeployment.entrySet()) {
      rows.addAll(new ForcedSuite(folder, REPEATS, measure).run(entry.getKey(), entry.getValue()));
    }
    rows.forEach(ForcedBottlenecksIT::print);
    assertThat(rows)
        .isNotEmpty()
        .allSatisfy(row -> assertThat(row.right()).as(row.toString()).isEqualTo(REPEATS));
  }

  /** Where toxiproxy must be there, its case belongs to every build. */
  private static List<ForcedCase> cases() {
    if (ALL) {
      return ForcedCase.all();
    }
    List<ForcedCase> cases = new ArrayList<>(ForcedCase.quick());
    if ("true".equals(System.getenv("CI"))) {
      cases.add(ForcedCase.far());
    }
    return cases;
  }

  private static void print(ForcedSuite.Row row) {
    System.out.println(row.right() + " of " + REPEATS + " " + row);
  }
}
