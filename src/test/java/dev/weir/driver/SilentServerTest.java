package dev.weir.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import dev.weir.study.Cell;
import dev.weir.workload.WriteBatch;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** A writer on a server that takes connections and never says a word. */
class SilentServerTest {
  private static final MongoNamespace ROLES = new MongoNamespace("weir_silent", "roles");

  @Test
  void reactiveWriterNeverBlocksItsCaller() throws Exception {
    Answers answers = new Answers();
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
      String uri = "mongodb://127.0.0.1:" + silent.getLocalPort();
      Writer writer =
          Writers.open(uri, ROLES, Cell.parse(Map.of("driver", "reactive", "pool", "1")));
      Thread caller =
          new Thread(
              () -> {
                for (long i = 0; i < 200; i++) {
                  writer.write(update(i), answers);
                }
              });
      caller.start();
      caller.join(5_000); // a blocking call would take ten seconds, and there are two hundred
      assertThat(caller.isAlive()).isFalse();
      assertThat(answers.all()).isEmpty();
      writer.close();
    }
  }

  private static WriteBatch<Document> update(long key) {
    WriteModel<Document> model =
        new UpdateOneModel<>(
            new Document("_id", key), new Document("$set", new Document("new", key)));
    return () -> List.of(model);
  }
}
