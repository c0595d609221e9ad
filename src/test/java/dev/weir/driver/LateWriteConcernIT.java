package dev.weir.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.weir.server.ServerException;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.workload.RoleDocuments;
import dev.weir.workload.UpdateBatch;
import dev.weir.workload.UpdateStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A write whose write concern is not met in time is stored all the same: the call fails, and what
 * it is known to have done is counted, by kind.
 */
@SuppressWarnings("NullAway.Init")
class LateWriteConcernIT {
  private static final MongoNamespace ROLES = new MongoNamespace("weir_late", "roles");

  private static ServerUnderTest server;
  private static MongoClient control;

  @BeforeAll
  static void start() throws ServerException {
    server =
        ServerProvider.open(
            ServerRequest.defaults(System.getenv())
                .withMongodArguments(List.of("--setParameter", "enableTestCommands=1")),
            line -> {});
    control = MongoClients.create(server.connectionString());
  }

  @AfterAll
  static void stop() {
    control.close();
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "sync, single, 1, update, update",
    "sync, single, 1, insert, insert",
    "sync, single, 1, upsert100, update",
    "sync, single, 1, replace, update",
    "sync, single, 1, delete, delete",
    "reactive, single, 1, update, update",
    "reactive, single, 1, insert, insert",
    "reactive, single, 1, upsert100, update",
    "reactive, single, 1, delete, delete",
    "sync, bulkUnordered, 5, update, update",
    "sync, insertMany, 5, insert, insert",
    "reactive, insertMany, 5, insert, insert",
  })
  void isCountedAsDone(String driver, String operation, int batch, String write, String command)
      throws Exception {
    MongoCollection<Document> roles =
        control.getDatabase(ROLES.getDatabaseName()).getCollection(ROLES.getCollectionName());
    Cell cell =
        Cell.parse(
            Map.of("driver", driver, "operation", operation, "batch", "" + batch, "write", write));
    roles.drop();
    RoleDocuments documents = new RoleDocuments(cell.document(), 1);
    for (long key = 0; key < 20; key++) {
      roles.insertOne(documents.document(key));
    }
    CompletableFuture<Written> done = new CompletableFuture<>();
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    try (Writer writer = Writers.open(server.connectionString(), ROLES, cell)) {
      failNext(command);
      one(writer, UpdateStream.of(cell, 20, 0, 1), ending(failure, done));
      Written stored = done.get(30, TimeUnit.SECONDS);
      if (operation.equals("single")) {
        assertThat(failure.get(1, TimeUnit.SECONDS)).isInstanceOf(MongoWriteConcernException.class);
      }
      Written expected =
          switch (write) {
            case "insert" -> new Written(batch, 0, 0, 0, 0);
            case "upsert100" -> new Written(0, 0, 0, batch, 0);
            case "delete" -> new Written(0, 0, 0, 0, batch);
            default -> new Written(0, batch, batch, 0, 0);
          };
      assertThat(stored).isEqualTo(expected);
      assertThat(roles.countDocuments())
          .isEqualTo(20 + expected.inserted() + expected.upserted() - expected.deleted());
    }
  }

  /** The next such command is carried out and answered with an error of its write concern. */
  private static void failNext(String command) {
    control
        .getDatabase("admin")
        .runCommand(
            new Document("configureFailPoint", "failCommand")
                .append("mode", new Document("times", 1))
                .append(
                    "data",
                    new Document("failCommands", List.of(command))
                        .append(
                            "writeConcernError",
                            new Document("code", 64)
                                .append("codeName", "WriteConcernFailed")
                                .append("errmsg", "waiting for replication timed out"))));
  }

  private static <D> void one(Writer writer, UpdateStream<D> stream, Completion completion) {
    UpdateBatch<D> batch = stream.newBatch();
    stream.fill(batch);
    writer.prepare(batch);
    writer.write(batch, completion);
  }

  private static Completion ending(
      CompletableFuture<Throwable> failure, CompletableFuture<Written> done) {
    return new Completion() {
      @Override
      public void acknowledged(Written all) {
        done.completeExceptionally(new AssertionError("no error of the write concern"));
      }

      @Override
      public void failed(Throwable cause, Written known) {
        failure.complete(cause);
        done.complete(known);
      }
    };
  }
}
