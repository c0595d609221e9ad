package dev.weir.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.study.Durability;
import dev.weir.study.StudyException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DesignReaderTest {
  static final String PLAN =
      """
      name: shard
      players: 20_000
      documents:
        - {name: role, updatesPerMinute: 20, fields: 16, updateBytes: 613B, storedBytes: 6kB}
      flush: {policy: staggered, period: 30s, batch: 50}
      """;

  @Test
  void fillsDefaults() throws Exception {
    Design design = DesignReader.parse("p.yaml", PLAN);
    assertThat(design.players()).isEqualTo(20_000);
    assertThat(design.accounts()).isEqualTo(20_000);
    assertThat(design.target()).isEqualTo(new Design.Target(100, 0.4, 24));
    assertThat(design.durability()).isEqualTo(Durability.W1);
    assertThat(design.members()).isEqualTo(3);
    assertThat(design.flush())
        .isEqualTo(new Design.Flush(Design.Policy.STAGGERED, 30, 0, 50, 1, 8));
    assertThat(design.documents().get(0))
        .isEqualTo(new Design.DocumentType("role", 20, 16, 613, 6_000));
  }

  @Test
  void readsUnits() throws Exception {
    Design design =
        DesignReader.parse(
            "p.yaml",
            PLAN
                + """
                growth: {perMonth: 3.5%, months: 6}
                target: {p99: 50ms, headroom: 30%, oplogWindow: 2d}
                host: {oplog: 50GB, diskBandwidth: 200MB/s, diskIops: 5000, networkBandwidth: 1.25GB/s}
                durability: majority
                write: replace
                """);
    assertThat(design.growth().perMonth()).isEqualTo(0.035);
    assertThat(design.target()).isEqualTo(new Design.Target(50, 0.3, 48));
    assertThat(design.host()).isEqualTo(new Design.Host(50e9, 200e6, 5_000.0, 1.25e9));
    assertThat(design.replace()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "players: 20_000|player: 20_000|p.yaml:2:1: unknown key 'player'",
        "period: 30s|period: 30|p.yaml:5:36: flush.period: '30' is not a time such as 50ms",
        "613B|613|p.yaml:4:65: updateBytes: '613' is not a size such as 613B",
        "fields: 16|fields: 0|is not a number from 1 to 10000",
        "batch: 50|batch: 5.5|'5.5' is not a whole number",
        "staggered|sometimes|'sometimes' is not one of timer, staggered, count",
        "name: shard|name: My Shard|must be lower-case letters",
        "period: 30s, |batch2: 1, |unknown key 'batch2'",
        "batch: 50}|whenDirty: 5}|only policy count flushes by number",
        "staggered, period|timer, linger: 1s, period|only a staggered flush waits",
        "policy: staggered|policy: count|'flush.whenDirty' is missing",
        "players: 20_000|accounts: 5|'players' is missing in the plan",
      })
  void saysWhereAndWhatIsWrong(String part, String instead, String message) {
    assertThatThrownBy(() -> DesignReader.parse("p.yaml", PLAN.replace(part, instead)))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining(message);
  }

  @Test
  void refusesFewerAccountsThanPlayers() {
    assertThatThrownBy(() -> DesignReader.parse("p.yaml", PLAN + "accounts: 100\n"))
        .hasMessageContaining("p.yaml:6:11: accounts: fewer accounts than players");
  }

  @Test
  void refusesToLoseAMemberOfASetThatNeedsAll() throws Exception {
    assertThatThrownBy(
            () -> DesignReader.parse("p.yaml", PLAN + "members: 2\nsurviveMemberDown: true\n"))
        .hasMessageContaining("surviveMemberDown: of 2 members none can be lost");
    assertThat(DesignReader.parse("p.yaml", PLAN + "members: 2\n").surviveMemberDown()).isFalse();
    assertThat(DesignReader.parse("p.yaml", PLAN).surviveMemberDown()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"mmo-shard", "mobile-game"})
  void readsTheExamplePlans(String name) throws Exception {
    Design design = DesignReader.open(Path.of("benchmarks/plans/" + name + ".yaml"));
    assertThat(design.name()).isEqualTo(name);
    assertThat(design.price()).isNotNull();
  }

  @Test
  void theOldKeyOfReplacementsIsRefusedWithTheNewOne() {
    assertThatThrownBy(() -> DesignReader.parse("p.yaml", PLAN + "shape: replace\n"))
        .hasMessageStartingWith("p.yaml:")
        .hasMessageEndingWith("'shape' is no key; say write: update or write: replace");
  }
}
