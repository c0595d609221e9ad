package dev.weir.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a writer tells of its connections when more calls are in flight than it may open. */
class WriterPoolIT {
  private static final int DOCUMENTS = 20;
  private static final MongoNamespace ROLES = new MongoNamespace("weir_writer_pool", "roles");

  private static ServerUnderTest server;

  @BeforeAll
  static void start() throws ServerException {
    server = ServerProvider.open(ServerRequest.defaults(System.getenv()), line -> {});
    try (MongoClient client = MongoClients.create(server.connectionString())) {
      MongoCollection<Document> roles =
          client.getDatabase(ROLES.getDatabaseName()).getCollection(ROLES.getCollectionName());
      RoleDocuments documents = new RoleDocuments(cell("sync", 1).document(), 1);
      for (long key = 0; key < DOCUMENTS; key++) {
        roles.insertOne(documents.document(key));
      }
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Cell cell(String driver, int pool) {
    return Cell.parse(
        Map.of(
            "keys", "sequential", "driver", driver, "pool", String.valueOf(pool), "inFlight", "4"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "reactive"})
  void oneConnectionServesFourInFlightAndTheirWaitIsCounted(String driver) throws Exception {
    Cell cell = cell(driver, 1);
    Answers answers = new Answers();
    try (Writer writer = Writers.open(server.connectionString(), ROLES, cell)) {
      int rounds = 25;
      List<Thread> lanes = new ArrayList<>();
      CountDownLatch together = new CountDownLatch(4);
      for (int lane = 0; lane < 4; lane++) {
        UpdateStream<?> stream = UpdateStream.of(cell, DOCUMENTS, lane, 1);
        lanes.add(new Thread(() -> lane(writer, stream, rounds, together, answers)));
      }
      lanes.forEach(Thread::start);
      for (Thread lane : lanes) {
        lane.join(30_000);
      }
      for (int i = 0; i < 4 * rounds; i++) {
        assertThat(answers.next().failure()).isNull();
      }
      PoolCounters.Snapshot pool = writer.pool().snapshot();
      assertThat(pool.created()).isEqualTo(1);
      assertThat(pool.checkedOut()).isEqualTo(4L * rounds);
      assertThat(pool.inUse()).isBetween(0L, 1L);
      assertThat(pool.failed()).isZero();
      assertThat(pool.waitNanos()).isPositive();
      assertThat(pool.meanWaitMicros()).isPositive();
    }
  }

  private static <D> void lane(
      Writer writer, UpdateStream<D> stream, int rounds, CountDownLatch together, Answers answers) {
    together.countDown();
    try {
      assertThat(together.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (int i = 0; i < rounds; i++) {
      UpdateBatch<D> batch = stream.newBatch();
      stream.fill(batch);
      writer.write(batch, answers);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "reactive"})
  void poolNeverGrowsBeyondItsSize(String driver) throws Exception {
    Cell cell = cell(driver, 3);
    Answers answers = new Answers();
    try (Writer writer = Writers.open(server.connectionString(), ROLES, cell)) {
      CountDownLatch together = new CountDownLatch(8);
      List<Thread> lanes = new ArrayList<>();
      for (int lane = 0; lane < 8; lane++) {
        UpdateStream<?> stream = UpdateStream.of(cell, DOCUMENTS, lane, 1);
        lanes.add(new Thread(() -> lane(writer, stream, 10, together, answers)));
      }
      lanes.forEach(Thread::start);
      for (int i = 0; i < 80; i++) {
        assertThat(answers.next().failure()).isNull();
      }
      assertThat(writer.pool().snapshot().created()).isBetween(1L, 3L);
    }
  }
}
