package dev.weir.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.RunRecord;
import dev.weir.record.Samples;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandsTest {
  private static RunRecord run(Map<String, Object> study) {
    return Samples.run().with(run -> run.study(study).rounds(1));
  }

  private static String command(Map<String, Object> study) {
    return Commands.of(run(study), "20260102T030405Z-x", false).stream()
        .filter(line -> line.startsWith("ops/weir ") && !line.startsWith("ops/weir report"))
        .reduce("", String::concat);
  }

  private static Map<String, Object> ycsb() {
    Map<String, Object> study = new LinkedHashMap<>();
    study.put("name", "ycsb-workload");
    study.put("tool", "YCSB 0.17.0");
    study.put("phases", List.of("load", "run"));
    study.put("threads", 8);
    study.put("target", 2000);
    study.put("driver", "reactive");
    study.put("repeats", 3);
    study.put("warmUp", "20s");
    study.put("properties", Map.of("recordcount", "1000", "path", "a\\b"));
    return study;
  }

  private static Map<String, Object> load() {
    Map<String, Object> study = new LinkedHashMap<>();
    study.put("name", "load");
    study.put("mix", "updates");
    study.put("documents", 10_000);
    study.put("rate", 2000.0);
    study.put("arrivals", "poisson");
    study.put("queue", 10_000);
    study.put("ramp", "5s");
    study.put("duration", "60s");
    study.put("repeats", 2);
    study.put("tolerateErrors", false);
    Map<String, String> factors = new LinkedHashMap<>();
    factors.put("driver", "sync");
    factors.put("operation", "bulkUnordered");
    factors.put("batch", "50");
    factors.put("inFlight", "32");
    study.put("factors", factors);
    return study;
  }

  @Test
  void aStudyIsRunFromItsFile() {
    assertThat(command(Map.of("name", "quick"))).isEqualTo("ops/weir study study.yaml");
  }

  @Test
  void ycsbIsRunByItsOwnCommandAndPropertiesAreAFile() {
    assertThat(command(ycsb()))
        .isEqualTo(
            "ops/weir ycsb both -P workload.properties --threads 8 --target 2000 --driver reactive"
                + " --repeats 3 --warm-up 20 --topology rs1");
    Map<String, Object> free = ycsb();
    free.put("target", 0);
    free.put("phases", List.of("run"));
    assertThat(command(free)).startsWith("ops/weir ycsb run -P").doesNotContain("--target");
    Section.Code code = Commands.study(run(ycsb()));
    assertThat(code.text()).contains("recordcount=1000", "path=a\\\\b").doesNotContain("{");
  }

  @Test
  void offeredLoadIsRunByItsOwnCommand() {
    assertThat(command(load()))
        .isEqualTo(
            "ops/weir load --rate 2000.0 --arrivals poisson --documents 10000 --queue 10000"
                + " --factor driver=sync --factor operation=bulkUnordered --batch 50 --in-flight 32"
                + " --repeats 2 --ramp 5s --duration 60s --seed 7 --topology rs1");
    Map<String, Object> search = load();
    search.put(
        "findMax",
        Map.of(
            "slo",
            "p99<50ms",
            "most",
            1e6,
            "precision",
            0.05,
            "checkpoints",
            3,
            "checkpoint",
            "60s"));
    assertThat(command(search))
        .contains("--find-max --slo 'p99<50ms' --most 1000000.0 --precision 5%")
        .contains("--checkpoints 3 --checkpoint 60s")
        .doesNotContain("--repeats");
  }

  @Test
  void theEconomyIsPlayedByItsOwnCommand() {
    Map<String, Object> study = new LinkedHashMap<>();
    study.put("mix", "economy");
    study.put("workers", 40);
    study.put("poolings", List.of("session", "operation"));
    study.put("pool", 10);
    study.put("rate", 12.5);
    study.put("rounds", 3);
    study.put("ramp", "5s");
    study.put("duration", "60s");
    study.put("injectErrors", 0.01);
    assertThat(command(study))
        .isEqualTo(
            "ops/weir load --mix economy --workers 40 --pooling both --pool 10 --rate 12.5 --rounds"
                + " 3 --inject-errors 1% --ramp 5s --duration 60s --seed 7 --topology rs1");
  }

  @Test
  void aRecordCannotSmuggleACommandIntoTheReader() {
    Map<String, Object> study = ycsb();
    study.put("driver", "x'; rm -rf ~ #\n");
    assertThat(command(study)).contains("--driver 'x'\\''; rm -rf ~ # ' --repeats");
  }

  @Test
  void aSideOfTurnsSaysSo() {
    List<String> lines = Commands.of(run(Map.of("name", "quick-a")), "x", true);
    assertThat(lines).anyMatch(line -> line.contains("turns.json"));
  }
}
