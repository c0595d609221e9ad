package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class LoadConsentTest {
  private static LoadConsent given(String variable, String... hosts) {
    return LoadConsent.of(Map.of(LoadConsent.VARIABLE, variable))
        .and(Arrays.asList(hosts), "a study writes");
  }

  private static ThrowingCallable asking(LoadConsent consent, String uri, String... members) {
    return () -> {
      consent.require(new ConnectionString(uri), HostNames.system());
      consent.require(List.of(members), HostNames.system());
    };
  }

  @Test
  void loopbackNeedsNoWord() {
    assertThatCode(
            asking(
                given(""),
                "mongodb://127.0.0.1:1,[::1]:2,%2Ftmp%2Fmongodb-27017.sock/",
                "localhost:1",
                "127.0.0.1:3"))
        .doesNotThrowAnyException();
  }

  /** 192.0.2.0/24 is for documentation (RFC 5737). */
  @Test
  void anotherHostIsNamedWithTheLoadItWouldGet() {
    assertThatThrownBy(asking(given(""), "mongodb://u:secret@192.0.2.7:27017/", "192.0.2.7:27017"))
        .isInstanceOf(ServerException.class)
        .hasMessage(
            "a study writes on 192.0.2.7: nothing was written yet; if that is what you want, add"
                + " --yes-load 192.0.2.7 or set WEIR_YES_LOAD=192.0.2.7");
  }

  /** A tunnel ends on loopback, but the driver goes where the set's members are. */
  @Test
  void membersBehindTheUriCountToo() {
    assertThatThrownBy(
            asking(given("", "192.0.2.7"), "mongodb://127.0.0.1:1/", "192.0.2.7:1", "192.0.2.8:1"))
        .hasMessageContaining("--yes-load 192.0.2.8")
        .message()
        .doesNotContain("192.0.2.7");
  }

  @Test
  void hostsNamedEitherWayAreLoaded() {
    assertThatCode(
            asking(
                given("other, 192.0.2.8", "192.0.2.7"),
                "mongodb://192.0.2.7:1,192.0.2.8:1/",
                "192.0.2.7:1"))
        .doesNotThrowAnyException();
  }

  @Test
  void namesAreOneWhetherLargeOrSmall() {
    assertThatCode(asking(given("", "DB.Invalid"), "mongodb://db.invalid/", "Db.Invalid:27017"))
        .doesNotThrowAnyException();
  }

  @Test
  void hostsOfAServiceRecordAreAskedFor() {
    ConnectionString uri = new ConnectionString("mongodb+srv://cluster.example.invalid/");
    assertThatThrownBy(() -> given("").require(uri, new SomeNames()))
        .hasMessageContaining("first.of._mongodb._tcp.cluster.example.invalid, second.of.");
  }
}
