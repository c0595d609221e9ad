package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.record.Samples;
import dev.weir.record.ServerFacts;
import dev.weir.server.Member;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerException;
import dev.weir.server.ServerUnderTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LoadConsentTest {
  /** A deployment that is never talked to; 192.0.2.0/24 is for documentation (RFC 5737). */
  private record Far(String connectionString, List<String> hosts) implements ServerUnderTest {
    static ServerUnderTest at(String uri, String... members) {
      return new Far(uri, List.of(members));
    }

    @Override
    public String redactedUri() {
      return connectionString;
    }

    @Override
    public ServerFacts facts() {
      ServerFacts some = Samples.server("MongoDB", true);
      return new ServerFacts(
          some.product(),
          true,
          some.version(),
          some.gitVersion(),
          "uri",
          List.of(),
          some.topology(),
          hosts,
          some.storageEngine(),
          null,
          null,
          false,
          Map.of(),
          Map.of());
    }

    @Override
    public List<Member> members() {
      return List.of();
    }

    @Override
    public List<Long> localPids() {
      return List.of();
    }

    @Override
    public ServerCounters counters() throws ServerException {
      throw new ServerException("none");
    }

    @Override
    public void stop(Member member) {}

    @Override
    public Member restart(Member member) {
      return member;
    }

    @Override
    public void close() {}
  }

  private static LoadConsent given(String... arguments) {
    LoadConsent consent = new LoadConsent();
    new CommandLine(CommandLine.Model.CommandSpec.create().addMixin("consent", mixin(consent)))
        .parseArgs(arguments);
    return consent;
  }

  private static CommandLine.Model.CommandSpec mixin(LoadConsent consent) {
    return CommandLine.Model.CommandSpec.forAnnotatedObject(consent);
  }

  @Test
  void loopbackNeedsNoWord() {
    assertThatCode(
            () ->
                given()
                    .require(
                        Far.at("mongodb://127.0.0.1:1,[::1]:2/", "localhost:1", "127.0.0.1:3"),
                        "x",
                        ""))
        .doesNotThrowAnyException();
  }

  @Test
  void anotherHostIsNamedWithTheLoadItWouldGet() {
    assertThatThrownBy(
            () ->
                given()
                    .require(
                        Far.at("mongodb://u:secret@192.0.2.7:27017/", "192.0.2.7:27017"),
                        "a study writes",
                        ""))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "a study writes on 192.0.2.7: nothing was written yet; if that is what you want, add"
                + " --yes-load 192.0.2.7");
  }

  /** A tunnel ends on loopback, but the driver goes where the set's members are. */
  @Test
  void membersBehindTheUriCountToo() {
    assertThatThrownBy(
            () ->
                given("--yes-load", "192.0.2.7")
                    .require(
                        Far.at("mongodb://127.0.0.1:1/", "192.0.2.7:1", "192.0.2.8:1"), "x", ""))
        .hasMessageContaining("--yes-load 192.0.2.8")
        .message()
        .doesNotContain("192.0.2.7");
  }

  @Test
  void hostsNamedEitherWayAreLoaded() {
    assertThatCode(
            () ->
                given("--yes-load", "192.0.2.7")
                    .require(
                        Far.at("mongodb://192.0.2.7:1,192.0.2.8:1/", "192.0.2.7:1"),
                        "x",
                        "other, 192.0.2.8"))
        .doesNotThrowAnyException();
  }
}
