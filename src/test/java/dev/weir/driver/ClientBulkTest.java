package dev.weir.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.driver.Answers.Answer;
import dev.weir.server.nullserver.NullServer;
import dev.weir.study.Cell;
import dev.weir.workload.UpdateBatch;
import dev.weir.workload.UpdateStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The client's own bulk over several collections, on the null server that poses as MongoDB 8.0. */
@Timeout(60)
class ClientBulkTest {
  private static final MongoNamespace ROLES = new MongoNamespace("weir_bulk", "roles");

  static List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (String driver : List.of("sync", "reactive")) {
      for (String encoding : List.of("document", "raw")) {
        for (String write :
            List.of(
                "update",
                "insert",
                "replace",
                "upsert0",
                "delete",
                "mix50update25insert25delete")) {
          cells.add(
              Cell.parse(
                  Map.of(
                      "driver",
                      driver,
                      "operation",
                      "clientBulk",
                      "batch",
                      "60",
                      "collections",
                      "3",
                      "encoding",
                      encoding,
                      "write",
                      write)));
        }
      }
    }
    return cells;
  }

  @ParameterizedTest
  @MethodSource("cells")
  void everyKindIsCountedByItsKindAndCollection(Cell cell) throws Exception {
    assertThat(cell.contradiction()).isEmpty();
    try (NullServer server = NullServer.start(0, "null", line -> {})) {
      String uri = "mongodb://" + server.address() + "/?replicaSet=null";
      List<Answer> answers = write(uri, cell, UpdateStream.of(cell, 1_000, 0, 1));
      assertThat(answers).hasSize(4).allMatch(answer -> answer.equals(new Answer(60, 60, null)));
      try (MongoClient client = MongoClients.create(uri)) {
        Document counted =
            client
                .getDatabase("admin")
                .runCommand(new Document("serverStatus", 1))
                .get("opcounters", Document.class);
        int documents = 4 * 60;
        int inserts = documents * cell.write().insert() / 100;
        int deletes = documents * cell.write().delete() / 100;
        assertThat(counted.getLong("insert")).isEqualTo(inserts);
        assertThat(counted.getLong("delete")).isEqualTo(deletes);
        assertThat(counted.getLong("update")).isEqualTo(documents - inserts - deletes);
        long stored = 0;
        for (MongoNamespace each : Writers.collections(ROLES, cell)) {
          stored +=
              client
                  .getDatabase(each.getDatabaseName())
                  .getCollection(each.getCollectionName())
                  .estimatedDocumentCount();
        }
        assertThat(stored).as("inserts of all collections").isEqualTo(inserts);
      }
    }
  }

  private static <D> List<Answer> write(String uri, Cell cell, UpdateStream<D> stream)
      throws InterruptedException {
    Answers answers = new Answers();
    try (Writer writer = Writers.open(uri, ROLES, cell)) {
      UpdateBatch<D> batch = stream.newBatch();
      for (int i = 0; i < 4; i++) {
        stream.fill(batch);
        writer.prepare(batch);
        writer.write(batch, answers);
        answers.next();
      }
    }
    return answers.all();
  }
}
