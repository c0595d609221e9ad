package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.CellRecord;
import dev.weir.record.TrialRecord;
import dev.weir.server.Toxiproxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every fault costs its trial, named for what it was, and never the run. Only {@code -Pfaults} runs
 * them: the driver's own waits alone take minutes.
 */
@EnabledOnOs(OS.LINUX)
@EnabledIfSystemProperty(named = "weir.faults.repeats", matches = "\\d+")
class FaultsIT {
  private static final int REPEATS = Integer.getInteger("weir.faults.repeats", 1);

  @ParameterizedTest
  @EnumSource(Fault.Deployment.class)
  void everyFaultCostsItsTrial(Fault.Deployment deployment, @TempDir Path folder) throws Exception {
    if (!System.getProperty("weir.faults.only", deployment.name()).equals(deployment.name())) {
      return;
    }
    if (deployment.proxied) {
      assertThat(Toxiproxy.binary()).as("needs ops/get-toxiproxy.sh first").isPresent();
    }
    List<Fault> faults = Fault.of(deployment);
    check(
        faults,
        new FaultRounds(folder, REPEATS, Duration.ofSeconds(4)).run(deployment, faults),
        REPEATS);
  }

  static void check(List<Fault> faults, List<CellRecord> cells, int rounds) {
    for (Fault fault : faults) {
      CellRecord cell = find(cells, fault.name());
      long right =
          cell.trials().stream()
              .filter(t -> !t.valid() && t.reasons().stream().anyMatch(r -> named(fault, r)))
              .count();
      System.out.println(right + " of " + rounds + " " + fault.name() + ": " + reasons(cell));
      assertThat(cell.trials()).hasSize(rounds);
      assertThat(right).as("%s: %s", fault.name(), reasons(cell)).isEqualTo(rounds);
      assertThat(cell.documentsPerSecond()).as("a figure of " + fault.name()).isNull();
    }
    CellRecord undisturbed = find(cells, FaultRounds.UNDISTURBED);
    assertThat(undisturbed.trials()).hasSize(rounds);
    // On a busy machine it may not settle; but no fault may reach into it.
    assertThat(undisturbed.trials())
        .flatExtracting(TrialRecord::reasons)
        .allMatch(
            reason ->
                reason.startsWith("steady state not shown: never settled")
                    || reason.startsWith("steady state not shown: warming")
                    || reason.startsWith("generator starved")
                    || reason.startsWith("the rate moved"));
  }

  private static boolean named(Fault fault, String reason) {
    return reason.matches(fault.reason());
  }

  private static CellRecord find(List<CellRecord> cells, String id) {
    return cells.stream().filter(cell -> cell.id().equals(id)).findFirst().orElseThrow();
  }

  private static List<List<String>> reasons(CellRecord cell) {
    return cell.trials().stream().map(TrialRecord::reasons).toList();
  }
}
