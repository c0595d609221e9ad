package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.server.ServerRequest;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BothServersTest {
  @Test
  void twoPathsVersionsOrUris() throws BadInput {
    assertThat(BothServers.parse("/a/mongod,/b/mongod"))
        .isEqualTo(new BothServers("/a/mongod", "/b/mongod"));
    assertThat(BothServers.parse("6.0.5, 6.0.27")).isEqualTo(new BothServers("6.0.5", "6.0.27"));
    assertThat(BothServers.parse("mongodb://h1,h2/?a=b,mongodb://h3,h4"))
        .isEqualTo(new BothServers("mongodb://h1,h2/?a=b", "mongodb://h3,h4"));
    assertThat(BothServers.parse("mongodb://h1,h2/x,./mongod"))
        .isEqualTo(new BothServers("mongodb://h1,h2/x", "./mongod"));
    assertThat(BothServers.parse("mongodb://h1,10.0.0.2,6.0.27"))
        .isEqualTo(new BothServers("mongodb://h1,10.0.0.2", "6.0.27"));
    assertThat(BothServers.parse("mongod,mongodb+srv://h"))
        .isEqualTo(new BothServers("mongod", "mongodb+srv://h"));
  }

  @Test
  void theOtherAlone() throws BadInput {
    assertThat(BothServers.parse("6.0.27")).isEqualTo(new BothServers(null, "6.0.27"));
    assertThat(BothServers.parse("mongodb://h1,h2,h3/"))
        .isEqualTo(new BothServers(null, "mongodb://h1,h2,h3/"));
  }

  @Test
  void aSideThatNamesNothingIsRefused() {
    for (String value : new String[] {"", ",", "/a/mongod,", ",/b/mongod"}) {
      assertThatThrownBy(() -> BothServers.parse(value))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("names no server");
    }
  }

  @Test
  @SuppressWarnings("NullAway") // the generated copies take null
  void aNamedServerReplacesAnyOther() {
    ServerRequest request =
        ServerRequest.defaults(Map.of()).withUri("mongodb://x/").withMongod(Path.of("/x"));
    assertThat(BothServers.naming("6.0.27", request))
        .isEqualTo(request.withUri(null).withMongod(Path.of("6.0.27")));
    for (String uri : new String[] {"mongodb://h/", "mongo://of-another-scheme/"}) {
      assertThat(BothServers.naming(uri, request)).isEqualTo(request.withUri(uri).withMongod(null));
    }
  }
}
