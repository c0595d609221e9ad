package dev.weir.ycsb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.WriteConcern;
import dev.weir.study.Redaction;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import site.ycsb.DBException;

/**
 * What a workload file says about MongoDB, under the names of YCSB's own binding.
 *
 * @param uri where to connect; may hold a password
 * @param database the URI's database, {@code ycsb} if it names none
 * @param batchSize operations per call to the driver, 1 for single writes
 * @param upsert whether inserts replace a document of the same key
 */
record BindingOptions(ConnectionString uri, String database, int batchSize, boolean upsert) {
  static final String URL = "mongodb.url";

  private static final String DEFAULT_URL = "mongodb://localhost:27017/ycsb?w=1";
  private static final String DEFAULT_DATABASE = "ycsb";

  /** The drivers' own limit of operations in one message. */
  private static final int LARGEST_BATCH = 100_000;

  private static final String BATCH = "batchsize";
  private static final String MONGODB_BATCH = "mongodb.batchsize";
  private static final String UPSERT = "mongodb.upsert";
  private static final String WRITE_CONCERN = "mongodb.writeConcern";
  private static final String READ_PREFERENCE = "mongodb.readPreference";
  private static final String CONNECTIONS = "mongodb.maxconnections";

  /** YCSB's binding puts it into the URI, where drivers since 4.0 ignore it. */
  private static final String WAITERS = "mongodb.threadsAllowedToBlockForConnectionMultiplier";

  private static final SortedSet<String> KNOWN =
      new TreeSet<>(
          List.of(
              URL, MONGODB_BATCH, UPSERT, WRITE_CONCERN, READ_PREFERENCE, CONNECTIONS, WAITERS));

  private static final Map<String, String> WRITE_CONCERNS =
      Map.of(
          "acknowledged", "w=1",
          "journaled", "journal=true",
          "replica_acknowledged", "w=2",
          "majority", "w=majority");

  private static final Map<String, String> READ_PREFERENCES =
      Map.of(
          "primary", "readPreference=primary",
          "primary_preferred", "readPreference=primaryPreferred",
          "secondary", "readPreference=secondary",
          "secondary_preferred", "readPreference=secondaryPreferred",
          "nearest", "readPreference=nearest");

  private static final int SERVER_SELECTION_SECONDS = 10;
  private static final int CONNECT_SECONDS = 10;
  private static final int POOL_WAIT_SECONDS = 30;

  /**
   * Reads them.
   *
   * @throws DBException if a property is unknown or a value is no good; the message says which, and
   *     shows no password
   */
  static BindingOptions of(Properties properties) throws DBException {
    for (String name : new TreeSet<>(properties.stringPropertyNames())) {
      if (name.startsWith("mongodb.") && !KNOWN.contains(name)) {
        throw new DBException(
            "unknown property '" + name + "'; known are " + String.join(", ", KNOWN));
      }
    }
    String url = properties.getProperty(URL, DEFAULT_URL);
    url = withOption(url, properties, WRITE_CONCERN, WRITE_CONCERNS);
    url = withOption(url, properties, READ_PREFERENCE, READ_PREFERENCES);
    if (properties.containsKey(CONNECTIONS)) {
      int connections = integer(properties, CONNECTIONS, 100, Integer.MAX_VALUE);
      url = with(url, "maxPoolSize=" + connections);
    }
    ConnectionString uri = parse(url);
    WriteConcern concern = uri.getWriteConcern();
    if (concern != null && !concern.isAcknowledged()) {
      throw new DBException(
          "property "
              + URL
              + ": w=0 asks for writes that nobody acknowledges, so they can't be counted; use w=1"
              + " or more");
    }
    String database = uri.getDatabase();
    boolean named = database != null && !database.isEmpty() && !database.equals("admin");
    return new BindingOptions(
        uri,
        named && database != null ? database : DEFAULT_DATABASE,
        batchSize(properties),
        bool(properties, UPSERT));
  }

  /**
   * Settings for both drivers. Waits for a server, a connection and a place in the pool are bounded
   * unless the URI says otherwise; a read is left to TCP keep-alive, as in YCSB's own binding,
   * because the JDK polls before every read that has a timeout. Nobody listens to the pool: its
   * three events per operation are CPU that YCSB's own binding doesn't spend.
   */
  MongoClientSettings settings() {
    return MongoClientSettings.builder()
        .applicationName("weir-ycsb")
        .applyToClusterSettings(
            c -> c.serverSelectionTimeout(SERVER_SELECTION_SECONDS, TimeUnit.SECONDS))
        .applyToSocketSettings(s -> s.connectTimeout(CONNECT_SECONDS, TimeUnit.SECONDS))
        .applyToConnectionPoolSettings(p -> p.maxWaitTime(POOL_WAIT_SECONDS, TimeUnit.SECONDS))
        .applyConnectionString(uri)
        .build();
  }

  private static int batchSize(Properties properties) throws DBException {
    boolean both = properties.containsKey(BATCH) && properties.containsKey(MONGODB_BATCH);
    if (both && !properties.getProperty(BATCH).equals(properties.getProperty(MONGODB_BATCH))) {
      throw new DBException(
          "properties "
              + BATCH
              + " and "
              + MONGODB_BATCH
              + " differ; they mean the same, give one");
    }
    return integer(
        properties, properties.containsKey(BATCH) ? BATCH : MONGODB_BATCH, 1, LARGEST_BATCH);
  }

  private static ConnectionString parse(String url) throws DBException {
    try {
      return new ConnectionString(url);
    } catch (IllegalArgumentException e) {
      throw new DBException("property " + URL + ": " + Redaction.redact(e.getMessage()));
    }
  }

  private static String withOption(
      String url, Properties properties, String name, Map<String, String> choices)
      throws DBException {
    String value = properties.getProperty(name);
    if (value == null) {
      return url;
    }
    String option = choices.get(value.toLowerCase(Locale.ROOT));
    if (option == null) {
      throw new DBException(
          "property "
              + name
              + ": '"
              + value
              + "' is not one of "
              + String.join(", ", new TreeSet<>(choices.keySet())));
    }
    return with(url, option);
  }

  /** Adds the option unless the URI has it: the URI wins, as with YCSB's own binding. */
  private static String with(String url, String option) {
    String name = option.substring(0, option.indexOf('=') + 1);
    int query = url.indexOf('?');
    if (query < 0) {
      // A URI without a database still needs the slash before its options.
      boolean slash = url.indexOf('/', url.indexOf("://") + 3) >= 0;
      return url + (slash ? "?" : "/?") + option;
    }
    for (String present : url.substring(query + 1).split("&", -1)) {
      if (present.regionMatches(true, 0, name, 0, name.length())) {
        return url;
      }
    }
    return url + "&" + option;
  }

  private static int integer(Properties properties, String name, int ifAbsent, int most)
      throws DBException {
    String text = properties.getProperty(name);
    if (text == null) {
      return ifAbsent;
    }
    try {
      int value = Integer.parseInt(text.trim());
      if (value >= 1 && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the one message for every bad number.
    }
    throw new DBException(
        "property " + name + ": '" + text + "' is not a whole number from 1 to " + most);
  }

  private static boolean bool(Properties properties, String name) throws DBException {
    String text = properties.getProperty(name, "false").trim().toLowerCase(Locale.ROOT);
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new DBException("property " + name + ": '" + text + "' is not true or false");
    };
  }

  /** Without the URI, which may hold a password. */
  @Override
  public String toString() {
    return "database " + database + ", batch size " + batchSize + (upsert ? ", upsert" : "");
  }
}
