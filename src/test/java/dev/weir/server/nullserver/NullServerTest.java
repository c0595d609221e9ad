package dev.weir.server.nullserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoNamespace;
import com.mongodb.ServerAddress;
import com.mongodb.WriteConcern;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.WriteModel;
import com.mongodb.client.model.bulk.ClientBulkWriteOptions;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

@Timeout(60)
final class NullServerTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Queue<String> complaints = new ConcurrentLinkedQueue<>();
  private @Nullable NullServer server;

  @AfterEach
  void stopAndExpectNoComplaint() {
    if (server != null) {
      server.close();
    }
    assertThat(complaints).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "1,true",
    "1,false",
    "50,true",
    "50,false",
    "1000,true",
    "1000,false",
    "100000,true",
    "100000,false"
  })
  void acknowledgesAndCountsEveryUpdateOfASyncBulk(int operations, boolean ordered)
      throws IOException {
    try (MongoClient client = sync(settings(null))) {
      BulkWriteResult result =
          client
              .getDatabase("weir_test")
              .getCollection("roles")
              .bulkWrite(updates(operations), new BulkWriteOptions().ordered(ordered));

      assertThat(result.getMatchedCount()).isEqualTo(operations);
      assertThat(result.getModifiedCount()).isEqualTo(operations);
      assertCounted(client, 0, operations);
    }
  }

  @ParameterizedTest
  @CsvSource({"1,true", "50,false", "1000,true", "100000,false"})
  void acknowledgesAndCountsEveryUpdateOfAReactiveBulk(int operations, boolean ordered)
      throws Exception {
    MongoClientSettings settings = settings(null);
    try (var client = com.mongodb.reactivestreams.client.MongoClients.create(settings);
        MongoClient observer = sync(settings)) {
      BulkWriteResult result =
          await(
              client
                  .getDatabase("weir_test")
                  .getCollection("roles")
                  .bulkWrite(updates(operations), new BulkWriteOptions().ordered(ordered)));

      assertThat(result.getModifiedCount()).isEqualTo(operations);
      assertCounted(observer, 0, operations);
    }
  }

  @Test
  void acknowledgesSingleWritesOfBothDrivers() throws Exception {
    MongoClientSettings settings = settings(null);
    try (var reactive = com.mongodb.reactivestreams.client.MongoClients.create(settings);
        MongoClient client = sync(settings)) {
      MongoCollection<Document> roles = client.getDatabase("weir_test").getCollection("roles");
      for (int i = 0; i < 10; i++) {
        assertThat(roles.updateOne(Filters.eq(i), Updates.set("v", i)).getModifiedCount()).isOne();
        assertThat(
                await(
                        reactive
                            .getDatabase("weir_test")
                            .getCollection("roles")
                            .updateOne(Filters.eq(i), Updates.set("v", i)))
                    .getModifiedCount())
            .isOne();
      }
      assertThat(roles.replaceOne(Filters.eq(1), new Document("v", 2)).getModifiedCount()).isOne();
      assertThat(roles.insertOne(new Document("_id", 7)).wasAcknowledged()).isTrue();
      assertThat(roles.deleteOne(Filters.eq(7)).getDeletedCount()).isOne();

      assertCounted(client, 1, 21);
    }
  }

  @Test
  void countsInsertsOfAMixedBulkApart() throws IOException {
    List<WriteModel<Document>> mixed = new ArrayList<>(updates(5));
    for (int i = 0; i < 3; i++) {
      mixed.add(new InsertOneModel<>(new Document("_id", i)));
    }
    try (MongoClient client = sync(settings(null))) {
      MongoCollection<Document> roles = client.getDatabase("weir_test").getCollection("roles");

      BulkWriteResult result = roles.bulkWrite(mixed);

      assertThat(result.getModifiedCount()).isEqualTo(5);
      assertThat(result.getInsertedCount()).isEqualTo(3);
      assertThat(roles.estimatedDocumentCount()).isEqualTo(3);
      assertThat(roles.countDocuments()).isEqualTo(3);
      assertCounted(client, 3, 5);
    }
  }

  /** The reply of the command's documentation: counts, and a cursor of results that is empty. */
  @ParameterizedTest
  @CsvSource({"1,true", "50,false", "1000,true", "100000,true"})
  void answersABulkOverSeveralCollections(int operations, boolean ordered) throws Exception {
    List<ClientNamespacedWriteModel> models = new ArrayList<>();
    for (int i = 0; i < operations; i++) {
      MongoNamespace namespace = new MongoNamespace("weir_test", "roles" + i % 3);
      models.add(
          switch (i % 4) {
            case 0 -> ClientNamespacedWriteModel.insertOne(namespace, new Document("_id", i));
            case 1 ->
                ClientNamespacedWriteModel.updateOne(
                    namespace, Filters.eq(i), Updates.set("pad", "x".repeat(i % 613)));
            case 2 ->
                ClientNamespacedWriteModel.replaceOne(
                    namespace, Filters.eq(i), new Document("pad", "x"));
            default -> ClientNamespacedWriteModel.deleteOne(namespace, Filters.eq(i));
          });
    }
    ClientBulkWriteOptions options =
        ClientBulkWriteOptions.clientBulkWriteOptions().ordered(ordered);
    MongoClientSettings settings = settings(null);
    try (MongoClient client = sync(settings);
        var reactive = com.mongodb.reactivestreams.client.MongoClients.create(settings)) {
      for (ClientBulkWriteResult result :
          List.of(client.bulkWrite(models, options), await(reactive.bulkWrite(models, options)))) {
        assertThat(result.getInsertedCount()).isEqualTo((operations + 3) / 4);
        assertThat(result.getModifiedCount())
            .isEqualTo(result.getMatchedCount())
            .isEqualTo((operations + 2) / 4 + (operations + 1) / 4);
        assertThat(result.getDeletedCount()).isEqualTo(operations / 4);
        assertThat(result.getUpsertedCount()).isZero();
      }
      assertCounted(
          client, 2L * ((operations + 3) / 4), 2L * ((operations + 2) / 4 + (operations + 1) / 4));
    }
  }

  @Test
  void tellsEachResultOfABulkThatIsVerbose() throws IOException {
    MongoNamespace namespace = new MongoNamespace("weir_test", "roles");
    List<ClientNamespacedWriteModel> models =
        List.of(
            ClientNamespacedWriteModel.insertOne(namespace, new Document("_id", 1)),
            ClientNamespacedWriteModel.updateOne(namespace, Filters.eq(1), Updates.set("a", 1)),
            ClientNamespacedWriteModel.deleteOne(namespace, Filters.eq(1)));
    try (MongoClient client = sync(settings(null))) {
      var verbose =
          client
              .bulkWrite(
                  models, ClientBulkWriteOptions.clientBulkWriteOptions().verboseResults(true))
              .getVerboseResults()
              .orElseThrow();
      assertThat(verbose.getInsertResults()).containsOnlyKeys(0);
      assertThat(verbose.getUpdateResults()).containsOnlyKeys(1);
      assertThat(verbose.getDeleteResults()).containsOnlyKeys(2);
    }
  }

  @Test
  void takesABulkWhoseOperationsTravelInsideTheBody() throws IOException {
    try (MongoClient client = sync(settings(null))) {
      Document reply =
          client
              .getDatabase("admin")
              .runCommand(
                  Document.parse(
                      """
                      {bulkWrite: 1, ordered: false, errorsOnly: true, comment: {of: [1]},
                       ops: [{insert: 1, document: {_id: 1}},
                             {update: 0, filter: {_id: 2}, updateMods: {$set: {a: 1}}, multi: false},
                             {delete: 1, filter: {_id: 1}, multi: false}],
                       nsInfo: [{ns: "weir_test.a"}, {ns: "weir_test.b"}]}
                      """));

      assertThat(reply.getInteger("nInserted")).isOne();
      assertThat(reply.getInteger("nMatched")).isOne();
      assertThat(reply.getInteger("nModified")).isOne();
      assertThat(reply.getInteger("nUpserted")).isZero();
      assertThat(reply.getInteger("nDeleted")).isOne();
      assertThat(reply.getInteger("nErrors")).isZero();
      assertThat(reply.get("cursor", Document.class))
          .isEqualTo(
              new Document("id", 0L)
                  .append("firstBatch", List.of())
                  .append("ns", "admin.$cmd.bulkWrite"));
      assertThat(client.getDatabase("weir_test").getCollection("b").countDocuments()).isOne();
      assertCounted(client, 1, 1);
    }
  }

  @Test
  void countsUpdatesThatTravelInsideTheBody() throws IOException {
    List<Document> statements = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      statements.add(
          new Document("q", new Document("_id", i))
              .append("u", new Document("pad", "x".repeat(999))));
    }
    try (MongoClient client = sync(settings(null))) {
      Document reply =
          client
              .getDatabase("weir_test")
              .runCommand(
                  new Document("update", "roles")
                      .append("ordered", true)
                      .append("comment", new Document("of", List.of(1.5, "two", true)))
                      .append("updates", statements));

      assertThat(reply.getInteger("nModified")).isEqualTo(300);
      assertCounted(client, 0, 300);
    }
  }

  @Test
  void answersNothingToUnacknowledgedWritesButCountsThem() throws IOException {
    try (MongoClient client = sync(settings(null))) {
      MongoCollection<Document> roles =
          client
              .getDatabase("weir_test")
              .getCollection("roles")
              .withWriteConcern(WriteConcern.UNACKNOWLEDGED);
      for (int i = 0; i < 20; i++) {
        roles.updateOne(Filters.eq(i), Updates.inc("v", 1));
      }
      // One connection: what follows on it was sent after the updates.
      assertCounted(client, 0, 20);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void exercisesRetryableWritesOnlyAsAPrimary(boolean primary) throws IOException {
    Queue<BsonDocument> sent = new ConcurrentLinkedQueue<>();
    CommandListener recorder =
        new CommandListener() {
          @Override
          public void commandStarted(CommandStartedEvent event) {
            if (event.getCommandName().equals("update")) {
              sent.add(event.getCommand().clone());
            }
          }
        };
    MongoClientSettings settings =
        MongoClientSettings.builder(settings(primary ? "null" : null))
            .retryWrites(true)
            .addCommandListener(recorder)
            .build();
    try (MongoClient client = sync(settings)) {
      MongoCollection<Document> roles = client.getDatabase("weir_test").getCollection("roles");
      roles.updateOne(Filters.eq(1), Updates.set("v", 1));
      roles.bulkWrite(updates(50));

      assertThat(sent)
          .hasSize(2)
          .allSatisfy(
              command -> {
                assertThat(command.containsKey("txnNumber")).isEqualTo(primary);
                assertThat(command.containsKey("lsid")).isEqualTo(primary);
              });
      assertCounted(client, 0, 51);
    }
  }

  @Test
  void keepsMarkersAndForgetsEverythingElse() throws IOException {
    try (MongoClient client = sync(settings(null))) {
      MongoDatabase database = client.getDatabase("weir_test");
      MongoCollection<Document> marker = database.getCollection("weir.marker");
      marker.insertOne(new Document("_id", "owner").append("madeBy", "Weir"));
      database.getCollection("roles").insertOne(new Document("_id", 1));
      database.createCollection("empty");

      assertThat(marker.find(Filters.eq("owner")).first())
          .isEqualTo(new Document("_id", "owner").append("madeBy", "Weir"));
      assertThat(marker.find(Filters.eq("other")).first()).isNull();
      assertThat(database.getCollection("roles").find().first()).isNull();
      assertThat(database.listCollectionNames()).containsExactly("empty", "roles", "weir.marker");
      assertThat(client.listDatabaseNames()).containsExactly("weir_test");

      database.getCollection("roles").drop();
      assertThat(database.listCollectionNames()).containsExactly("empty", "weir.marker");
      database.drop();
      assertThat(marker.find().first()).isNull();
      assertThat(client.listDatabaseNames()).isEmpty();
    }
  }

  @Test
  void saysThatItIsNotMongoDB() throws IOException {
    try (MongoClient client = sync(settings(null))) {
      MongoDatabase admin = client.getDatabase("admin");

      assertThat(admin.runCommand(new Document("buildInfo", 1)).getString("product"))
          .isEqualTo("null server (not MongoDB)");
      assertThat(serverStatus(client).getString("process").getValue())
          .isEqualTo("null server (not MongoDB)");
      for (String command : List.of("ping", "hostInfo", "getCmdLineOpts", "getParameter")) {
        assertThat(admin.runCommand(new Document(command, 1)).getDouble("ok")).isOne();
      }
      assertThatThrownBy(() -> admin.runCommand(new Document("fsync", 1)))
          .isInstanceOf(MongoCommandException.class)
          .hasMessageContaining("the null server does not know 'fsync'");
    }
  }

  private NullServer start(@Nullable String replicaSet) throws IOException {
    NullServer started = NullServer.start(0, replicaSet, complaints::add);
    server = started;
    return started;
  }

  private MongoClientSettings settings(@Nullable String replicaSet) throws IOException {
    NullServer target = start(replicaSet);
    return MongoClientSettings.builder()
        .applyToClusterSettings(
            cluster ->
                cluster
                    .hosts(List.of(new ServerAddress("127.0.0.1", target.port())))
                    .serverSelectionTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS))
        .applyToConnectionPoolSettings(pool -> pool.maxSize(1))
        .applyToSocketSettings(socket -> socket.readTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS))
        .writeConcern(WriteConcern.W1)
        .build();
  }

  private static MongoClient sync(MongoClientSettings settings) {
    return MongoClients.create(settings);
  }

  private static List<UpdateOneModel<Document>> updates(int count) {
    List<UpdateOneModel<Document>> updates = new ArrayList<>(count);
    // Of many lengths, so that documents straddle the server's buffer everywhere.
    for (int i = 0; i < count; i++) {
      updates.add(new UpdateOneModel<>(Filters.eq(i), Updates.set("pad", "x".repeat(i * 7 % 613))));
    }
    return updates;
  }

  private static void assertCounted(MongoClient client, long inserted, long updated) {
    BsonDocument status = serverStatus(client);
    assertThat(number(status.getDocument("opcounters"), "insert")).isEqualTo(inserted);
    assertThat(number(status.getDocument("opcounters"), "update")).isEqualTo(updated);
    BsonDocument documents = status.getDocument("metrics").getDocument("document");
    assertThat(number(documents, "inserted")).isEqualTo(inserted);
    assertThat(number(documents, "updated")).isEqualTo(updated);
    assertThat(number(status.getDocument("connections"), "current")).isPositive();
    BsonDocument cpu = status.getDocument("extra_info");
    assertThat(number(cpu, "user_time_us") + number(cpu, "system_time_us")).isPositive();
  }

  private static BsonDocument serverStatus(MongoClient client) {
    return client
        .getDatabase("admin")
        .runCommand(new BsonDocument("serverStatus", new BsonInt32(1)), BsonDocument.class);
  }

  private static long number(BsonDocument document, String field) {
    return document.getNumber(field).longValue();
  }

  private static <T> T await(Publisher<T> publisher) throws Exception {
    CompletableFuture<T> result = new CompletableFuture<>();
    publisher.subscribe(
        new Subscriber<T>() {
          @Override
          public void onSubscribe(Subscription subscription) {
            subscription.request(1);
          }

          @Override
          public void onNext(T value) {
            result.complete(value);
          }

          @Override
          public void onError(Throwable problem) {
            result.completeExceptionally(problem);
          }

          @Override
          public void onComplete() {
            result.completeExceptionally(new IllegalStateException("completed without a value"));
          }
        });
    return result.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }
}
