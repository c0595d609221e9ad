package dev.weir.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.WriteModel;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Factor;
import dev.weir.study.Plan;
import dev.weir.study.StudyReader;
import dev.weir.workload.UpdateBatch;
import dev.weir.workload.UpdateStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A real server takes the shipped sample's documents, and each write of them changes one. */
class SampledCollectionIT {
  private static final String DATABASE = DatabaseGuard.PREFIX + "sampled";
  private static final int DOCUMENTS = 300;
  private static final int LANES = 4;

  @SuppressWarnings("NullAway.Init")
  private static ServerUnderTest server;

  @BeforeAll
  static void start() throws Exception {
    server = ServerProvider.open(ServerRequest.defaults(System.getenv()), line -> {});
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({"setFields,document", "setFields,raw", "replace,document", "replace,raw"})
  void everyWriteChangesItsDocumentAndKeepsItsSize(String shape, String encoding) throws Exception {
    Cell shipped =
        Plan.of(StudyReader.open("own-documents"), cell -> Optional.empty())
            .cells()
            .values()
            .stream()
            .filter(cell -> cell.document().sampled())
            .findFirst()
            .orElseThrow();
    java.util.Map<String, String> factors = shipped.written();
    factors.put("shape", shape);
    factors.put("encoding", encoding);
    factors.put("operation", "bulkUnordered");
    factors.put("batch", "20");
    factors.put("inFlight", Integer.toString(LANES));
    Cell cell = Cell.parse(factors);
    try (MongoClient client = MongoClients.create(server.connectionString())) {
      DatabaseGuard guard = DatabaseGuard.open(client, DATABASE);
      new Datasets(client, guard, DOCUMENTS, 3).reset(cell);
      MongoNamespace namespace = new MongoNamespace(DATABASE, Datasets.collection(cell.document()));
      Document before = sizes(client, namespace);
      int size = cell.document().maxBytes();
      assertThat(before.getInteger("least")).isEqualTo(size);
      assertThat(before.getInteger("most")).isEqualTo(size);
      assertThat(before.getInteger("count")).isEqualTo(DOCUMENTS);
      for (int turn = 0; turn < 3; turn++) {
        List<UpdateStream<?>> lanes = new ArrayList<>();
        for (int lane = 0; lane < LANES; lane++) {
          lanes.add(UpdateStream.of(cell, DOCUMENTS, lane, turn));
        }
        for (int call = 0; call < 20; call++) {
          for (UpdateStream<?> lane : lanes) {
            assertThat(modified(client, namespace, lane)).isEqualTo(20);
          }
        }
      }
      assertThat(sizes(client, namespace)).isEqualTo(before);
      assertThat(cell.get(Factor.ENCODING).yamlName()).isEqualTo(encoding);
      guard.dropDatabase();
    }
  }

  private static <D> int modified(
      MongoClient client, MongoNamespace namespace, UpdateStream<D> stream) {
    UpdateBatch<D> batch = stream.newBatch();
    stream.fill(batch);
    MongoCollection<D> collection =
        client
            .getDatabase(namespace.getDatabaseName())
            .getCollection(namespace.getCollectionName(), stream.documentClass());
    List<? extends WriteModel<D>> models = batch.models();
    return collection.bulkWrite(models).getModifiedCount();
  }

  private static Document sizes(MongoClient client, MongoNamespace namespace) {
    Document bytes = new Document("$bsonSize", "$$ROOT");
    return client
        .getDatabase(namespace.getDatabaseName())
        .getCollection(namespace.getCollectionName())
        .aggregate(
            List.of(
                new Document(
                    "$group",
                    new Document("_id", null)
                        .append("count", new Document("$sum", 1))
                        .append("least", new Document("$min", bytes))
                        .append("most", new Document("$max", bytes)))))
        .first();
  }
}
