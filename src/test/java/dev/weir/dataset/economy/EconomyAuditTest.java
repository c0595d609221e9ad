package dev.weir.dataset.economy;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.server.ServerException;
import dev.weir.workload.economy.EconomySize;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EconomyAuditTest {
  @Test
  void aServerThatIsLostIsNoDefect() {
    // Nobody listens at port 1.
    try (MongoClient client =
        MongoClients.create("mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=1")) {
      EconomyAudit audit = new EconomyAudit(client, "weir_test", EconomySize.forWorkers(1));
      assertThatThrownBy(() -> audit.run(Map.of(), Map.of(), 0))
          .isInstanceOf(ServerException.class)
          .hasMessageStartingWith("the audit could not read: ");
    }
  }
}
