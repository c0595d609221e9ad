package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.ClientFacts;
import dev.weir.record.RunRecord;
import dev.weir.record.Samples;
import dev.weir.record.ServerFacts;
import dev.weir.record.ServerSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FactsCheckTest {
  private static ServerFacts server(
      ServerSource source, String version, String host, long cacheLimit) {
    ServerFacts sample = Samples.server("MongoDB", true);
    return new ServerFacts(
        sample.product(),
        true,
        version,
        sample.gitVersion(),
        source,
        List.of("skipped for a reason that may change"),
        sample.topology(),
        List.of(host),
        sample.storageEngine(),
        sample.cacheBytes(),
        sample.defaultWriteConcern(),
        true,
        Map.of("cores", 2L),
        Map.of("net.port", host.substring(host.indexOf(':') + 1), "limit", cacheLimit));
  }

  private static ClientFacts client(String jdk, long memory) {
    ClientFacts sample = Samples.run().client();
    return new ClientFacts(
        sample.cpu(),
        sample.physicalCores(),
        sample.logicalCores(),
        memory,
        sample.kernel(),
        jdk,
        sample.jvmArguments(),
        sample.drivers(),
        sample.host());
  }

  @Test
  void serverStartedAnewMayListenElsewhere() {
    assertThat(
            FactsCheck.server(
                server(ServerSource.WHEEL, "6.0.5", "127.0.0.1:1", 7),
                server(ServerSource.WHEEL, "6.0.5", "127.0.0.1:2", 7)))
        .isEmpty();
  }

  @Test
  void attachedServerIsAtItsAddress() {
    assertThat(
            FactsCheck.server(
                server(ServerSource.URI, "6.0.5", "a:1", 7),
                server(ServerSource.URI, "6.0.5", "b:1", 7)))
        .containsExactly("server addresses was [a:1], is [b:1]");
    assertThat(
            FactsCheck.server(
                server(ServerSource.WHEEL, "6.0.5", "a:1", 7),
                server(ServerSource.URI, "6.0.5", "a:1", 7)))
        .containsExactly("server's origin was wheel, is uri");
  }

  @Test
  void otherVersionAndSettingAreNamed() {
    assertThat(
            FactsCheck.server(
                server(ServerSource.WHEEL, "6.0.5", "a:1", 7),
                server(ServerSource.WHEEL, "7.0.2", "a:1", 8)))
        .containsExactly("server version was 6.0.5, is 7.0.2", "server setting limit was 7, is 8");
  }

  @Test
  void clientIsTheSameWithinABootsDifference() {
    assertThat(FactsCheck.client(client("17", 8_000_000_000L), client("17", 7_990_000_000L)))
        .isEmpty();
    assertThat(FactsCheck.client(client("17", 8_000_000_000L), client("21", 4_000_000_000L)))
        .containsExactly(
            "client JDK was 17, is 21", "client memory bytes was 8000000000, is 4000000000");
  }

  @Test
  void otherWeirIsNamed() {
    RunRecord run = Samples.run();
    assertThat(FactsCheck.tool(run.tool(), new RunRecord.Tool("0.2.0", run.tool().commit(), false)))
        .containsExactly("Weir's version was 0.1.0, is 0.2.0");
  }
}
