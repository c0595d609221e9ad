package dev.weir.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.analysis.compare.RunDifferences.Kind;
import dev.weir.record.RunRecord;
import dev.weir.record.Samples;
import dev.weir.record.ServerFacts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunDifferencesTest {
  private static final RunRecord.Verdict VALID = new RunRecord.Verdict(true, List.of(), List.of());

  @Test
  void theSameIsTheSame() {
    assertThat(RunDifferences.between(Samples.run(), Samples.run())).isEmpty();
  }

  @Test
  void namesTheServer() {
    RunRecord other = Samples.run(Samples.server("mongo-java-server", false), "why?", VALID);

    assertThat(RunDifferences.between(Samples.run(), other))
        .containsExactly(
            new RunDifferences.Difference(Kind.SERVER, "product", "MongoDB", "mongo-java-server"));
  }

  @Test
  void namesHostsAndSettingsButNoPorts() {
    assertThat(between(List.of("127.0.0.1:40000"), Map.of("net.port", 40_000))).isEmpty();
    assertThat(between(List.of("db1:27017"), Map.of()))
        .extracting(RunDifferences.Difference::kind)
        .containsExactly(Kind.HOST);
    assertThat(between(List.of("127.0.0.1:1"), Map.of("parameter.syncdelay", 10)))
        .extracting(Object::toString)
        .containsExactly("server's parameter.syncdelay: unknown and 10");
  }

  private static List<RunDifferences.Difference> between(
      List<String> hosts, Map<String, Object> settings) {
    ServerFacts s = Samples.server("MongoDB", true);
    ServerFacts changed =
        new ServerFacts(
            s.product(),
            s.realMongoDB(),
            s.version(),
            s.gitVersion(),
            s.source(),
            s.skipped(),
            s.topology(),
            hosts,
            s.storageEngine(),
            s.cacheBytes(),
            s.defaultWriteConcern(),
            s.sharesClientHost(),
            s.host(),
            settings);
    return RunDifferences.between(Samples.run(), Samples.run(changed, "why?", VALID));
  }
}
