package dev.weir.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.DBException;

class BindingOptionsTest {
  @Test
  void defaultsAreThoseOfYcsbsBinding() throws DBException {
    BindingOptions options = BindingOptions.of(properties());
    assertThat(options.database()).isEqualTo("ycsb");
    assertThat(options.batchSize()).isEqualTo(1);
    assertThat(options.upsert()).isFalse();
    var settings = options.settings();
    assertThat(settings.getClusterSettings().getHosts())
        .singleElement()
        .hasToString("localhost:27017");
    assertThat(settings.getWriteConcern()).isEqualTo(WriteConcern.W1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"batchsize", "mongodb.batchsize"})
  void bothNamesOfTheBatchSizeCount(String name) throws DBException {
    assertThat(BindingOptions.of(properties(name, "50")).batchSize()).isEqualTo(50);
  }

  @Test
  void twoDifferentBatchSizesAreAnError() {
    assertThatThrownBy(
            () -> BindingOptions.of(properties("batchsize", "50", "mongodb.batchsize", "7")))
        .hasMessage(
            "properties batchsize and mongodb.batchsize differ; they mean the same, give one");
  }

  @Test
  void unknownPropertiesAreErrorsThatNameTheKnownOnes() {
    assertThatThrownBy(() -> BindingOptions.of(properties("mongodb.batchSize", "50")))
        .isInstanceOf(DBException.class)
        .hasMessageContaining("unknown property 'mongodb.batchSize'; known are mongodb.batchsize")
        .hasMessageContaining("mongodb.writeConcern");
  }

  @Test
  void othersPropertiesAreNotOurs() throws DBException {
    assertThat(BindingOptions.of(properties("jdbc.fetchsize", "x", "table", "t")).batchSize())
        .isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "batchsize, 0",
    "batchsize, 100001",
    "batchsize, many",
    "mongodb.upsert, yes",
    "mongodb.maxconnections, -1",
    "mongodb.writeConcern, none",
    "mongodb.readPreference, far",
  })
  void badValuesAreNamedWithTheirProperty(String name, String value) {
    assertThatThrownBy(() -> BindingOptions.of(properties(name, value)))
        .isInstanceOf(DBException.class)
        .hasMessageContaining("property " + name + ": '" + value + "' is not ");
  }

  @Test
  void legacyPropertiesSetWhatTheUriDoesNot() throws DBException {
    var settings =
        BindingOptions.of(
                properties(
                    "mongodb.url", "mongodb://h:1/d",
                    "mongodb.writeConcern", "Majority",
                    "mongodb.readPreference", "secondary_preferred",
                    "mongodb.maxconnections", "7"))
            .settings();
    assertThat(settings.getWriteConcern()).isEqualTo(WriteConcern.MAJORITY);
    assertThat(settings.getReadPreference()).isEqualTo(ReadPreference.secondaryPreferred());
    assertThat(settings.getConnectionPoolSettings().getMaxSize()).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mongodb://h:1/?w=2&maxPoolSize=3", "mongodb://h:1/d?W=2&maxpoolsize=3"})
  void theUriWins(String uri) throws DBException {
    var settings =
        BindingOptions.of(
                properties(
                    "mongodb.url", uri,
                    "mongodb.writeConcern", "majority",
                    "mongodb.maxconnections", "7"))
            .settings();
    assertThat(settings.getWriteConcern()).isEqualTo(WriteConcern.W2);
    assertThat(settings.getConnectionPoolSettings().getMaxSize()).isEqualTo(3);
  }

  @Test
  void aUriWithoutSlashTakesOptions() throws DBException {
    var settings =
        BindingOptions.of(
                properties("mongodb.url", "mongodb://h:1", "mongodb.writeConcern", "journaled"))
            .settings();
    assertThat(settings.getWriteConcern().getJournal()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "mongodb://h:1/shop, shop",
    "mongodb://h:1/admin, ycsb",
    "mongodb://h:1/, ycsb",
    "mongodb://h:1, ycsb",
  })
  void databaseIsTheUris(String uri, String database) throws DBException {
    assertThat(BindingOptions.of(properties("mongodb.url", uri)).database()).isEqualTo(database);
  }

  @Test
  void readsAreTimedOnlyIfTheUriSaysSo() throws DBException {
    var ours = BindingOptions.of(properties()).settings();
    assertThat(ours.getSocketSettings().getReadTimeout(TimeUnit.SECONDS)).isZero();
    var theirs =
        BindingOptions.of(properties("mongodb.url", "mongodb://h:1/d?socketTimeoutMS=1500"))
            .settings();
    assertThat(theirs.getSocketSettings().getReadTimeout(TimeUnit.MILLISECONDS)).isEqualTo(1500);
  }

  @Test
  void writesThatCantBeCountedAreRefused() {
    assertThatThrownBy(() -> BindingOptions.of(properties("mongodb.url", "mongodb://h:1/d?w=0")))
        .hasMessageContaining("can't be counted");
  }

  @Test
  void noMessageShowsAPassword() throws DBException {
    assertThatThrownBy(
            () -> BindingOptions.of(properties("mongodb.url", "mongodb://u:secret@:x/d")))
        .isInstanceOf(DBException.class)
        .message()
        .doesNotContain("secret");
    assertThat(BindingOptions.of(properties("mongodb.url", "mongodb://u:secret@h/d")).toString())
        .doesNotContain("secret");
  }

  private static Properties properties(String... namesAndValues) {
    Properties properties = new Properties();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }
}
