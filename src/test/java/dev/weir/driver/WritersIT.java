package dev.weir.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.weir.driver.Answers.Answer;
import dev.weir.server.Mongods;
import dev.weir.server.ServerException;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.server.nullserver.NullServer;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import dev.weir.study.Encoding;
import dev.weir.study.Operation;
import dev.weir.study.UpdateShape;
import dev.weir.workload.RoleDocuments;
import dev.weir.workload.UpdateBatch;
import dev.weir.workload.UpdateStream;
import dev.weir.workload.WriteBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every writer against a replica set of one, so that retryable writes are on their way too. */
@ParameterizedClass(name = "mongod {0}")
@MethodSource("dev.weir.server.Mongods#all")
@SuppressWarnings("NullAway.Init")
class WritersIT {
  private static final int DOCUMENTS = 20;
  private static final MongoNamespace ROLES = new MongoNamespace("weir_writers", "roles");

  /** Held to what is stored by {@code CountsIT}, and by {@link ClientBulkTest}. */
  private static final List<Operation> NOT_OF_UPDATES =
      List.of(Operation.INSERT_MANY, Operation.CLIENT_BULK);

  private static ServerUnderTest server;
  private static MongoClient client;

  /** Declared for JUnit, which else hands it to nobody. */
  @Parameter String mongod;

  @BeforeParameterizedClassInvocation
  static void start(String mongod) throws ServerException {
    server =
        ServerProvider.open(
            Mongods.of(mongod, ServerRequest.defaults(System.getenv())), line -> {});
    client = MongoClients.create(server.connectionString());
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    client.close();
    server.close();
  }

  private static MongoDatabase database() {
    return client.getDatabase(ROLES.getDatabaseName());
  }

  private static MongoCollection<Document> filled(Cell cell) {
    MongoCollection<Document> roles = database().getCollection(ROLES.getCollectionName());
    roles.drop();
    RoleDocuments documents = new RoleDocuments(cell.document(), 1);
    List<Document> all = new ArrayList<>();
    for (long key = 0; key < DOCUMENTS; key++) {
      all.add(documents.document(key));
    }
    roles.insertMany(all);
    return roles;
  }

  private static Writer open(Cell cell) {
    return Writers.open(server.connectionString(), ROLES, cell);
  }

  private static Cell cell(String... factors) {
    Map<String, String> given = new HashMap<>(Map.of("keys", "sequential"));
    for (int i = 0; i < factors.length; i += 2) {
      given.put(factors[i], factors[i + 1]);
    }
    return Cell.parse(given);
  }

  private static Stream<DriverKind> drivers() {
    return Stream.of(DriverKind.values())
        .filter(driver -> driver != DriverKind.VIRTUAL || VirtualThreads.available());
  }

  static List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    drivers()
        .forEach(
            driver -> {
              for (Operation operation : Operation.values()) {
                if (!operation.writes() || NOT_OF_UPDATES.contains(operation)) {
                  continue;
                }
                for (Encoding encoding : Encoding.values()) {
                  for (UpdateShape shape : UpdateShape.values()) {
                    cells.add(
                        cell(
                            "driver", driver.yamlName(),
                            "operation", operation.yamlName(),
                            "batch", "5",
                            "encoding", encoding.yamlName(),
                            "shape", shape.yamlName()));
                  }
                }
              }
            });
    return cells;
  }

  @ParameterizedTest
  @MethodSource("cells")
  void whatIsReportedReallyHappened(Cell cell) throws Exception {
    MongoCollection<Document> roles = filled(cell);
    Map<Object, Document> before = byKey(roles);
    List<Answer> answers = writeAll(cell, UpdateStream.of(cell, DOCUMENTS, 0, 1));
    assertThat(answers)
        .allMatch(answer -> answer.equals(new Answer(cell.batch(), cell.batch(), null)))
        .hasSize(DOCUMENTS / cell.batch());
    Map<Object, Document> after = byKey(roles);
    assertThat(after).hasSize(DOCUMENTS);
    int first =
        Objects.requireNonNull(after.get(0L))
            .get("persistentState", Document.class)
            .getInteger("version");
    after.forEach(
        (key, document) -> {
          Document role = document.get("persistentState", Document.class);
          Document old =
              Objects.requireNonNull(before.get(key)).get("persistentState", Document.class);
          // Sequential keys from one lane: the n-th update is of document n and n versions later.
          assertThat(role.getInteger("version")).isEqualTo(first + ((Long) key).intValue());
          assertThat(role.keySet()).containsExactlyElementsOf(old.keySet());
          assertThat(role.getInteger("goldCoinBalance"))
              .isNotEqualTo(old.getInteger("goldCoinBalance"));
          assertThat(document).containsOnlyKeys("_id", "persistentState");
        });
  }

  private static Map<Object, Document> byKey(MongoCollection<Document> roles) {
    Map<Object, Document> all = new HashMap<>();
    for (Document document : roles.find()) {
      all.put(document.get("_id"), document);
    }
    return all;
  }

  private static <D> List<Answer> writeAll(Cell cell, UpdateStream<D> stream)
      throws InterruptedException {
    Answers answers = new Answers();
    try (Writer writer = open(cell)) {
      assertThat(writer.blocking()).isEqualTo(cell.driver() != DriverKind.REACTIVE);
      UpdateBatch<D> batch = stream.newBatch();
      for (int i = 0; i < DOCUMENTS / cell.batch(); i++) {
        stream.fill(batch);
        writer.write(batch, answers);
        answers.next();
      }
    }
    return answers.all();
  }

  @ParameterizedTest
  @CsvSource({
    "sync, w1, '{\"w\": 1}', true",
    "sync, majorityj, '{\"w\": \"majority\", \"j\": true}', false",
    "reactive, w1j, '{\"w\": 1, \"j\": true}', true",
    "reactive, majority, '{\"w\": \"majority\"}', false"
  })
  void writeConcernIsExplicitOnTheWire(
      String driver, String concern, String onTheWire, boolean retried) throws Exception {
    for (String operation : List.of("single", "bulkUnordered")) {
      Cell cell =
          cell(
              "driver", driver,
              "writeConcern", concern,
              "retryWrites", String.valueOf(retried),
              "operation", operation,
              "batch", "5");
      filled(cell);
      for (BsonDocument command : updates(cell)) {
        assertThat(command.get("writeConcern")).isEqualTo(BsonDocument.parse(onTheWire));
        assertThat(command.containsKey("txnNumber")).as("retryable").isEqualTo(retried);
        assertThat(command.getBoolean("ordered").getValue()).isEqualTo(operation.equals("single"));
      }
    }
  }

  /** The commands of one batch, as the driver's own monitoring shows them. */
  private static List<BsonDocument> updates(Cell cell) throws InterruptedException {
    List<BsonDocument> updates = new CopyOnWriteArrayList<>();
    PoolCounters pool = new PoolCounters();
    MongoClientSettings settings =
        MongoClientSettings.builder(ClientSettings.of(server.connectionString(), cell, pool))
            .addCommandListener(
                new CommandListener() {
                  @Override
                  public void commandStarted(CommandStartedEvent event) {
                    if (event.getCommandName().equals("update")) {
                      updates.add(BsonDocument.parse(event.getCommand().toJson()));
                    }
                  }
                })
            .build();
    Answers answers = new Answers();
    if (cell.driver() == DriverKind.REACTIVE) {
      try (var own = com.mongodb.reactivestreams.client.MongoClients.create(settings)) {
        var roles =
            own.getDatabase(ROLES.getDatabaseName()).getCollection(ROLES.getCollectionName());
        Writers.on(roles, cell.operation(), pool).write(batch(List.of(good(1))), answers);
        answers.next();
      }
    } else {
      try (MongoClient own = MongoClients.create(settings)) {
        var roles =
            own.getDatabase(ROLES.getDatabaseName()).getCollection(ROLES.getCollectionName());
        Writers.on(roles, cell.operation(), pool).write(batch(List.of(good(1))), answers);
        answers.next();
      }
    }
    assertThat(updates).hasSize(1);
    return updates;
  }

  private static WriteBatch<Document> batch(List<WriteModel<Document>> models) {
    return () -> models;
  }

  private static WriteModel<Document> good(long key) {
    return new UpdateOneModel<>(
        new Document("_id", key), new Document("$set", new Document("new", key)));
  }

  private static WriteModel<Document> bad(long key) {
    return new UpdateOneModel<>(
        new Document("_id", key), new Document("$noSuchOperator", new Document("a", 1)));
  }

  @ParameterizedTest
  @CsvSource({
    "sync, bulkOrdered, 1",
    "sync, bulkUnordered, 2",
    "reactive, bulkOrdered, 1",
    "reactive, bulkUnordered, 2"
  })
  void partlyFailedBulkTellsOnceWhatChanged(String driver, String operation, long modified)
      throws Exception {
    Cell cell = cell("driver", driver, "operation", operation, "batch", "3");
    MongoCollection<Document> roles = filled(cell);
    Answers answers = new Answers();
    try (Writer writer = open(cell)) {
      writer.write(batch(List.of(good(0), bad(1), good(2))), answers);
      Answer answer = answers.next();
      assertThat(answer.failure()).isInstanceOf(MongoBulkWriteException.class);
      assertThat(answer.modified()).isEqualTo(modified);
      writer.write(batch(List.of(good(3))), answers);
      assertThat(answers.next()).as("the writer works on").isEqualTo(new Answer(1, 1, null));
    }
    assertThat(answers.all()).hasSize(2);
    assertThat(roles.countDocuments(new Document("new", new Document("$exists", true))))
        .isEqualTo(modified + 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "reactive"})
  void failedSingleIsToldOnce(String driver) throws Exception {
    Cell cell = cell("driver", driver);
    filled(cell);
    Answers answers = new Answers();
    try (Writer writer = open(cell)) {
      writer.write(batch(List.of(bad(1))), answers);
      Answer answer = answers.next();
      assertThat(answer.failure()).isInstanceOf(MongoWriteException.class);
      assertThat(answer.modified()).isZero();
      writer.write(batch(List.of(good(1))), answers);
      answers.next();
    }
    assertThat(answers.all()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(names = "VIRTUAL", mode = EnumSource.Mode.EXCLUDE)
  void goneServerFailsTheCallOnce(DriverKind driver) throws Exception {
    Cell cell = cell("driver", driver.yamlName(), "retryWrites", "false");
    Answers answers = new Answers();
    NullServer shortLived = NullServer.start(0, null, line -> {});
    String uri = "mongodb://" + shortLived.address();
    try (MongoClient admin = MongoClients.create(uri)) {
      admin
          .getDatabase(ROLES.getDatabaseName())
          .getCollection(ROLES.getCollectionName())
          .insertOne(new Document("_id", 1L));
    }
    try (Writer writer = Writers.open(uri, ROLES, cell)) {
      writer.write(batch(List.of(good(1))), answers);
      assertThat(answers.next().failure()).isNull();
      shortLived.close();
      writer.write(batch(List.of(good(1))), answers);
      assertThat(answers.next().failure()).isNotNull();
    }
    assertThat(answers.all()).hasSize(2);
  }

  @Test
  void closedWriterFailsTheCallOnce() throws Exception {
    for (String driver : List.of("sync", "reactive")) {
      Answers answers = new Answers();
      Writer writer = open(cell("driver", driver));
      writer.close();
      try {
        writer.write(batch(List.of(good(1))), answers);
      } catch (IllegalStateException e) {
        answers.failed(e, Written.NOTHING); // thrown to the caller, who counts it just the same
      }
      assertThat(answers.next().failure()).as(driver).isInstanceOf(IllegalStateException.class);
      assertThat(answers.all()).hasSize(1);
    }
  }
}
