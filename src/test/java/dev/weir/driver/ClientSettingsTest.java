package dev.weir.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoClientSettings;
import com.mongodb.WriteConcern;
import dev.weir.study.Cell;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientSettingsTest {
  private static MongoClientSettings settings(String uri, Map<String, String> factors) {
    return ClientSettings.of(uri, Cell.parse(factors), new PoolCounters());
  }

  @Test
  void writeConcernIsTheCells() {
    Map<String, WriteConcern> expected =
        Map.of(
            "w1",
            new WriteConcern(1),
            "w1j",
            new WriteConcern(1).withJournal(true),
            "majority",
            new WriteConcern("majority"),
            "majorityj",
            new WriteConcern("majority").withJournal(true));
    expected.forEach(
        (name, concern) ->
            assertThat(
                    settings("mongodb://h/?w=3&journal=false", Map.of("writeConcern", name))
                        .getWriteConcern())
                .isEqualTo(concern)
                .matches(WriteConcern::isAcknowledged)
                .matches(w -> !w.isServerDefault(), "explicit"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "virtual", "reactive"})
  void everyDriverGetsTheSamePool(String driver) {
    String uri = "mongodb://h/?maxPoolSize=3&minPoolSize=2&maxConnecting=1";
    var pool = settings(uri, Map.of("driver", driver, "pool", "7")).getConnectionPoolSettings();
    assertThat(pool.getMaxSize()).isEqualTo(7);
    assertThat(pool.getMinSize()).isZero();
    assertThat(pool.getMaxWaitTime(TimeUnit.SECONDS)).isEqualTo(30);
    assertThat(pool.getMaxConnecting()).isEqualTo(8);
  }

  @Test
  void waitsForServerAndConnectionAreBoundedAndReadsAreNotTimed() {
    MongoClientSettings settings = settings("mongodb://h", Map.of());
    assertThat(settings.getClusterSettings().getServerSelectionTimeout(TimeUnit.SECONDS))
        .isBetween(1L, 60L);
    assertThat(settings.getSocketSettings().getConnectTimeout(TimeUnit.SECONDS)).isBetween(1, 60);
    assertThat(settings.getSocketSettings().getReadTimeout(TimeUnit.SECONDS)).isZero();
  }

  @Test
  void boundsOfTheUriHoldUnlessTheyAreForEver() {
    MongoClientSettings settings =
        settings(
            "mongodb://h/?serverSelectionTimeoutMS=1&connectTimeoutMS=2&socketTimeoutMS=3"
                + "&waitQueueTimeoutMS=4",
            Map.of());
    assertThat(settings.getClusterSettings().getServerSelectionTimeout(TimeUnit.MILLISECONDS))
        .isEqualTo(1);
    assertThat(settings.getSocketSettings().getConnectTimeout(TimeUnit.MILLISECONDS)).isEqualTo(2);
    assertThat(settings.getSocketSettings().getReadTimeout(TimeUnit.MILLISECONDS)).isEqualTo(3);
    assertThat(settings.getConnectionPoolSettings().getMaxWaitTime(TimeUnit.MILLISECONDS))
        .isEqualTo(4);
    assertThat(
            settings("mongodb://h/?socketTimeoutMS=0", Map.of())
                .getSocketSettings()
                .getReadTimeout(TimeUnit.SECONDS))
        .isZero();
  }

  @Test
  void retriesAreTheCells() {
    for (boolean retry : List.of(true, false)) {
      String uri = "mongodb://h/?retryWrites=" + !retry;
      assertThat(settings(uri, Map.of("retryWrites", String.valueOf(retry))).getRetryWrites())
          .isEqualTo(retry);
    }
  }

  @Test
  void tlsIsTheCellsAndElseTheUris() {
    assertThat(settings("mongodb://h/?tls=true", Map.of()).getSslSettings().isEnabled()).isTrue();
    assertThat(settings("mongodb://h/", Map.of("tls", "true")).getSslSettings().isEnabled())
        .isTrue();
    MongoClientSettings plain =
        settings("mongodb://h/?tlsCAFile=%2Fnowhere%2Fa.pem&retryReads=false", Map.of());
    assertThat(plain.getSslSettings().isEnabled()).isFalse();
    assertThat(plain.getRetryReads()).isFalse();
  }

  @Test
  void anAuthorityThatCantBeReadIsNamed() {
    assertThatThrownBy(
            () -> settings("mongodb://h/?tlsCAFile=%2Fnowhere%2Fa.pem", Map.of("tls", "true")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("tlsCAFile /nowhere/a.pem can't be used");
  }

  @ParameterizedTest
  @CsvSource({
    "mongodb://h/?tlsCAFile=%2Fa+b.pem, mongodb://h/",
    "mongodb://h/?tlsCAFile=%2Fa+b.pem&w=1, mongodb://h/?w=1",
    "mongodb://h/?w=1&tlsCAFile=%2Fa+b.pem, mongodb://h/?w=1",
    "mongodb://h/?w=1&tlsCAFile=%2Fa+b.pem&j=1, mongodb://h/?w=1&j=1",
  })
  void theDriverNeverSeesTheAuthority(String uri, String left) {
    assertThat(TrustedAuthority.of(uri)).isEqualTo(new TrustedAuthority(left, Path.of("/a b.pem")));
    assertThat(TrustedAuthority.of(left)).isEqualTo(new TrustedAuthority(left, null));
  }
}
