package dev.weir.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.record.Samples;
import dev.weir.record.ServerFacts;
import dev.weir.record.ServerSource;
import dev.weir.server.Member;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerFeaturesTest {
  private static final Cell PLAIN = Cell.of(Map.of());
  private static final Cell TLS = Cell.parse(Map.of("tls", "true"));

  @Test
  void anAttachedDeploymentIsSpokenToAsItsUriSays() {
    ServerUnderTest plain = new Named(ServerSource.URI, "mongodb://h/", "");
    ServerUnderTest tls = new Named(ServerSource.URI, "mongodb://h/?tls=true", "");
    assertThat(ServerFeatures.refusal(TLS, true, plain).orElseThrow())
        .isEqualTo("'tls' needs a server that Weir starts, or a URI with tls=true");
    assertThat(ServerFeatures.refusal(PLAIN, true, plain)).isEmpty();
    assertThat(ServerFeatures.refusal(TLS, true, tls)).isEmpty();
    assertThat(ServerFeatures.refusal(PLAIN, true, tls).orElseThrow())
        .startsWith("its URI asks for TLS");
    assertThat(ServerFeatures.refusal(PLAIN, false, tls)).as("a study without TLS").isEmpty();
  }

  @Test
  void aServerWithoutACertificateOfOursSpeaksNoTls() {
    ServerUnderTest without = new Named(ServerSource.NULL_SERVER, "mongodb://h/", "");
    ServerUnderTest with = new Named(ServerSource.WHEEL, "mongodb://h/", "?tlsCAFile=a");
    assertThat(ServerFeatures.refusal(TLS, true, without).orElseThrow()).contains("no TLS");
    assertThat(ServerFeatures.refusal(PLAIN, true, without)).isEmpty();
    assertThat(ServerFeatures.refusal(TLS, true, with)).isEmpty();
    assertThat(ServerFeatures.refusal(PLAIN, true, with)).isEmpty();
  }

  @Test
  void theClientsBulkNeedsMongoDb8() {
    Cell bulk = Cell.parse(Map.of("operation", "clientBulk", "batch", "10"));
    ServerUnderTest six = new Named(ServerSource.WHEEL, "mongodb://h/", "");
    ServerUnderTest stub = new Named(ServerSource.NULL_SERVER, "mongodb://h/", "");
    assertThat(ServerFeatures.refusal(bulk, false, six).orElseThrow())
        .contains("needs MongoDB 8.0 or later; this is MongoDB 6.0.5");
    assertThat(ServerFeatures.refusal(bulk, false, stub)).isEmpty();
  }

  /** A server of which only its facts and URIs are asked. */
  private record Named(ServerSource source, String connectionString, String authority)
      implements ServerUnderTest {
    @Override
    public ServerFacts facts() {
      ServerFacts facts = Samples.server("MongoDB", true);
      return new ServerFacts(
          facts.product(),
          facts.realMongoDB(),
          facts.version(),
          facts.gitVersion(),
          source,
          facts.skipped(),
          facts.topology(),
          facts.hosts(),
          facts.storageEngine(),
          facts.cacheBytes(),
          facts.defaultWriteConcern(),
          facts.sharesClientHost(),
          facts.host(),
          facts.settings());
    }

    @Override
    public String trusting(String uri) {
      return uri + authority;
    }

    @Override
    public List<Member> members() {
      return List.of();
    }

    @Override
    public ServerCounters counters() throws ServerException {
      throw new ServerException("nobody counts here");
    }

    @Override
    public void close() {}
  }
}
