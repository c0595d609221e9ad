package dev.weir.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.WriteModel;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.weir.server.nullserver.NullServer;
import dev.weir.study.Cell;
import dev.weir.workload.UpdateBatch;
import dev.weir.workload.UpdateStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** How the driver sends a bulk of several kinds of writes: a server's command knows one kind. */
class MixedBulkTest {
  private static final int BATCH = 50;

  @Test
  void anUnorderedMixIsACommandForEachKind() throws Exception {
    Sent sent = send("bulkUnordered");
    assertThat(sent.commands()).containsExactlyInAnyOrder("update", "insert", "delete");
  }

  @Test
  void anOrderedMixIsACommandForEachRunOfAKind() throws Exception {
    Sent sent = send("bulkOrdered");
    assertThat(sent.commands()).hasSize(sent.runs()).hasSizeGreaterThan(BATCH / 3);
  }

  /**
   * @param runs of writes of one kind after each other
   */
  private record Sent(List<String> commands, int runs) {}

  private static Sent send(String operation) throws Exception {
    Cell cell =
        Cell.parse(
            Map.of(
                "operation",
                operation,
                "batch",
                "" + BATCH,
                "write",
                "mix70update20insert10delete"));
    List<String> commands = new CopyOnWriteArrayList<>();
    CommandListener listener =
        new CommandListener() {
          @Override
          public void commandStarted(CommandStartedEvent event) {
            commands.add(event.getCommandName());
          }
        };
    try (NullServer server = NullServer.start(0, null, line -> {});
        MongoClient client =
            MongoClients.create(
                MongoClientSettings.builder()
                    .applyConnectionString(new ConnectionString("mongodb://" + server.address()))
                    .addCommandListener(listener)
                    .build())) {
      Writer writer =
          Writers.on(
              client.getDatabase("weir_mix").getCollection("roles", Document.class),
              cell.operation(),
              new PoolCounters());
      return new Sent(commands, write(writer, UpdateStream.of(cell, 1_000, 0, 1)));
    }
  }

  private static <D> int write(Writer writer, UpdateStream<D> stream) throws InterruptedException {
    UpdateBatch<D> batch = stream.newBatch();
    stream.fill(batch);
    int runs = 0;
    Class<?> last = Void.class;
    for (WriteModel<D> model : batch.models()) {
      runs += model.getClass() == last ? 0 : 1;
      last = model.getClass();
    }
    Answers answers = new Answers();
    writer.write(batch, answers);
    assertThat(answers.next().failure()).isNull();
    return runs;
  }
}
