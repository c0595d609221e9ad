package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanFileTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path results;

  @Test
  void whatIsWrittenIsReadBack() throws Exception {
    PlanAnswer plan =
        SamplePlans.shard(
            results.resolve("x-capacity"),
            "flush:",
            "host: {oplog: 50GB}\nprice: {perHostMonth: 90, currency: EUR}\nflush:");
    Path folder = PlanFile.write(results, plan);
    assertThat(folder).isEqualTo(results.resolve("plan-shard"));
    assertThat(PlanFile.read(folder)).isEqualTo(plan);
  }

  @Test
  void aRunFindsThePlansBesideItThatRestOnIt() throws Exception {
    Path run = results.resolve("x-capacity");
    PlanFile.write(results, SamplePlans.shard(run));
    PlanFile.write(results, SamplePlans.shard(results.resolve("other"), "shard", "another"));
    Files.writeString(
        Files.createDirectory(results.resolve("plan-damaged")).resolve(PlanFile.NAME), "{");
    assertThat(PlanFile.restingOn(run)).extracting(PlanAnswer::name).containsExactly("shard");
    assertThat(PlanFile.restingOn(results.resolve("another-run"))).isEmpty();
  }

  @Test
  void damageIsToldInALineThatNamesTheFile() throws Exception {
    Path folder = PlanFile.write(results, SamplePlans.shard(results.resolve("x")));
    Path file = folder.resolve(PlanFile.NAME);
    String text = Files.readString(file);
    for (String broken : new String[] {"", "[]", "{}", text.substring(0, text.length() / 2)}) {
      Files.writeString(file, broken);
      assertThatThrownBy(() -> PlanFile.read(folder))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(file + " is no capacity plan")
          .extracting(Throwable::getMessage)
          .asString()
          .doesNotContain("\n");
    }
    Files.delete(file);
    assertThatThrownBy(() -> PlanFile.read(folder)).hasMessageContaining("is no capacity plan");
  }
}
