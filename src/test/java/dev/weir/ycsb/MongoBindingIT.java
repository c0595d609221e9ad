package dev.weir.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Topology;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.ByteIterator;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.measurements.Measurements;

class MongoBindingIT {
  private static final String DATABASE = "weir_ycsb_it";
  private static final String TABLE = "usertable";

  /** Not a multiple of any batch size or thread count, so every thread ends on a partial batch. */
  private static final int RECORDS = 2_003;

  private static ServerUnderTest server;
  private static MongoClient client;
  private static DatabaseGuard guard;

  @BeforeAll
  static void start() throws Exception {
    server =
        ServerProvider.open(
            ServerRequest.defaults(System.getenv()).withTopology(Topology.STANDALONE), line -> {});
    client = MongoClients.create(server.connectionString());
    guard = DatabaseGuard.open(client, DATABASE);
  }

  @AfterAll
  static void stop() throws Exception {
    guard.dropDatabase();
    client.close();
    server.close();
  }

  static Stream<Arguments> table() {
    return Stream.of("MongoSync", "MongoReactive")
        .flatMap(
            binding ->
                Stream.of(1, 7, 50, 64, 1000)
                    .flatMap(
                        batch ->
                            Stream.of(1, 8, 16)
                                .map(threads -> Arguments.of(binding, batch, threads))));
  }

  /** Each document is updated exactly once, so the documents that changed can be counted. */
  @ParameterizedTest
  @MethodSource("table")
  void reportsExactlyWhatTheServerStoredAndModified(String binding, int batch, int threads)
      throws Exception {
    guard.reset(TABLE);
    Properties properties = properties(binding, batch);
    properties.setProperty("threadcount", Integer.toString(threads));
    properties.setProperty("recordcount", Integer.toString(RECORDS));
    properties.setProperty("operationcount", Integer.toString(RECORDS));
    properties.setProperty("readproportion", "0");
    properties.setProperty("updateproportion", "1");
    properties.setProperty("requestdistribution", "sequential");
    properties.setProperty("fieldlength", "16");

    ServerCounters atFirst = server.counters();
    Map<String, Double> load = Phase.run(properties, true);
    ServerCounters loaded = server.counters();
    Map<String, Document> before = documents();

    assertThat(load).containsEntry("INSERT, Return=OK", (double) RECORDS);
    assertThat(load).containsEntry("INSERT, Operations", (double) RECORDS);
    assertThat(before).hasSize(RECORDS);
    assertThat(loaded.minus(atFirst).documentsInserted()).isEqualTo(RECORDS);

    Map<String, Double> run = Phase.run(properties, false);
    ServerCounters updated = server.counters();
    Map<String, Document> after = documents();

    assertThat(run).containsEntry("UPDATE, Return=OK", (double) RECORDS);
    assertThat(run).containsEntry("UPDATE, Operations", (double) RECORDS);
    assertThat(updated.minus(loaded).update()).isEqualTo(RECORDS);
    assertThat(after.keySet()).isEqualTo(before.keySet());
    assertThat(after.entrySet().stream().filter(e -> !e.getValue().equals(before.get(e.getKey()))))
        .hasSize(RECORDS);

    if (batch > 1) {
      int perThread = RECORDS / threads;
      int larger = RECORDS % threads;
      double batches =
          (double) larger * ceiling(perThread + 1, batch)
              + (double) (threads - larger) * ceiling(perThread, batch);
      assertThat(run).containsEntry("BATCH-UPDATE, Operations", batches);
      assertThat(load).containsEntry("BATCH-INSERT, Operations", batches);
      assertThat(run).doesNotContainKey("UPDATE, AverageLatency(us)");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"MongoSync", "MongoReactive"})
  void documentsAreLaidOutAsByYcsbsBinding(String binding) throws Exception {
    guard.reset(TABLE);
    MongoBinding db = open(binding, 1);
    db.insert(TABLE, "user1", values("field0", "a", "field1", "b"));
    db.update(TABLE, "user1", values("field1", "c"));
    db.cleanup();
    assertThat(documents().get("user1"))
        .isEqualTo(
            new Document("_id", "user1")
                .append("field0", new Binary("a".getBytes(StandardCharsets.US_ASCII)))
                .append("field1", new Binary("c".getBytes(StandardCharsets.US_ASCII))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"MongoSync", "MongoReactive"})
  @SuppressWarnings("JdkObsolete") // YCSB's signature
  void readsScansAndDeletes(String binding) throws Exception {
    guard.reset(TABLE);
    MongoBinding db = open(binding, 10);
    for (int i = 0; i < 5; i++) {
      db.insert(TABLE, "user" + i, values("field0", "a" + i, "field1", "b" + i));
    }

    Map<String, ByteIterator> one = new HashMap<>();
    assertThat(db.read(TABLE, "user3", null, one)).isEqualTo(Status.OK);
    assertThat(text(one)).isEqualTo(Map.of("field0", "a3", "field1", "b3"));
    Map<String, ByteIterator> field = new HashMap<>();
    assertThat(db.read(TABLE, "user3", Set.of("field1"), field)).isEqualTo(Status.OK);
    assertThat(text(field)).isEqualTo(Map.of("field1", "b3"));
    assertThat(db.read(TABLE, "nobody", null, new HashMap<>())).isEqualTo(Status.NOT_FOUND);

    Vector<HashMap<String, ByteIterator>> range = new Vector<>();
    assertThat(db.scan(TABLE, "user1", 3, Set.of("field0"), range)).isEqualTo(Status.OK);
    assertThat(range.stream().map(MongoBindingIT::text))
        .containsExactly(Map.of("field0", "a1"), Map.of("field0", "a2"), Map.of("field0", "a3"));

    db.update(TABLE, "user1", values("field0", "new"));
    assertThat(db.delete(TABLE, "user1")).isEqualTo(Status.OK);
    assertThat(db.delete(TABLE, "user1")).isEqualTo(Status.NOT_FOUND);
    db.cleanup();
    assertThat(documents().keySet()).containsExactlyInAnyOrder("user0", "user2", "user3", "user4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"MongoSync", "MongoReactive"})
  void upsertsLoadTwice(String binding) throws Exception {
    guard.reset(TABLE);
    for (int batch : new int[] {1, 4}) {
      Properties properties = properties(binding, batch);
      properties.setProperty("mongodb.upsert", "true");
      properties.setProperty("recordcount", "10");
      assertThat(Phase.run(properties, true)).containsEntry("INSERT, Return=OK", 10.0);
    }
    assertThat(documents()).hasSize(10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"MongoSync", "MongoReactive"})
  void duplicateKeysFailTheirWholeBatchByClassAndLaterBatchesGoOn(String binding) throws Exception {
    guard.reset(TABLE);
    MongoBinding db = open(binding, 2);
    db.insert(TABLE, "a", values("field0", "x"));
    assertThat(db.insert(TABLE, "b", values("field0", "x"))).isEqualTo(Status.BATCHED_OK);
    db.insert(TABLE, "c", values("field0", "x"));
    Status failed = db.insert(TABLE, "a", values("field0", "y"));
    assertThat(failed.getName()).startsWith("MongoBulkWriteException");
    db.insert(TABLE, "d", values("field0", "x"));
    db.cleanup();
    assertThat(documents().keySet()).contains("a", "b", "d");
    assertThat(Phase.report())
        .containsEntry("INSERT, Return=OK", 3.0)
        .containsEntry("INSERT, Return=" + failed.getName(), 2.0);
  }

  private static MongoBinding open(String binding, int batch) throws Exception {
    MongoBinding db = binding.equals("MongoSync") ? new MongoSync() : new MongoReactive();
    Properties properties = properties(binding, batch);
    YcsbMeasurements.forget();
    Measurements.setProperties(properties);
    db.setProperties(properties);
    db.init();
    return db;
  }

  private static Properties properties(String binding, int batch) {
    Properties properties = new Properties();
    properties.setProperty("db", "dev.weir.ycsb." + binding);
    properties.setProperty("table", TABLE);
    properties.setProperty("batchsize", Integer.toString(batch));
    properties.setProperty("mongodb.url", uri());
    return properties;
  }

  /** The server's URI with our database in it. */
  private static String uri() {
    String uri = server.connectionString();
    int host = uri.indexOf("://") + 3;
    int slash = uri.indexOf('/', host);
    String hosts = slash < 0 ? uri : uri.substring(0, slash);
    String options = uri.contains("?") ? uri.substring(uri.indexOf('?')) : "";
    return hosts + "/" + DATABASE + options;
  }

  private static Map<String, Document> documents() {
    MongoCollection<Document> all = client.getDatabase(DATABASE).getCollection(TABLE);
    Map<String, Document> byKey = new HashMap<>();
    all.find().forEach(document -> byKey.put(document.getString("_id"), document));
    return byKey;
  }

  private static Map<String, ByteIterator> values(String... namesAndValues) {
    Map<String, ByteIterator> values = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(namesAndValues[i], new StringByteIterator(namesAndValues[i + 1]));
    }
    return values;
  }

  private static Map<String, String> text(Map<String, ByteIterator> values) {
    Map<String, String> text = new HashMap<>();
    values.forEach((name, value) -> text.put(name, value.toString()));
    return text;
  }

  private static int ceiling(int operations, int batch) {
    return (operations + batch - 1) / batch;
  }
}
