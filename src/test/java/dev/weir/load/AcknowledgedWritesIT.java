package dev.weir.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import dev.weir.driver.Writers;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.Timing;
import dev.weir.server.ControlClient;
import dev.weir.server.Member;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.DriverKind;
import dev.weir.study.Durability;
import dev.weir.study.Factor;
import dev.weir.study.KeyChoice;
import dev.weir.study.Topology;
import dev.weir.workload.UpdateBatch;
import dev.weir.workload.UpdateStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What our writers report as acknowledged by a majority is on the server after its primary was
 * killed, and what one member alone acknowledged is counted.
 */
@EnabledOnOs(OS.LINUX)
@EnabledIfSystemProperty(named = "weir.faults.repeats", matches = "\\d+")
class AcknowledgedWritesIT {
  private static final int REPEATS = Integer.getInteger("weir.faults.repeats", 1);
  private static final int LANES = 8;
  private static final int DOCUMENTS = 800;

  @ParameterizedTest
  @EnumSource(
      value = Durability.class,
      names = {"W1", "MAJORITY"})
  void majorityWritesSurviveTheirPrimary(Durability durability, @TempDir Path folder)
      throws Exception {
    ServerRequest request =
        ServerRequest.defaults(System.getenv())
            .withTopology(Topology.PSS)
            .withTemporaryDirectory(folder);
    try (ServerUnderTest server = ServerProvider.open(request, line -> {})) {
      Map<String, String> healthy = server.memberStates();
      for (int repeat = 0; repeat < REPEATS; repeat++) {
        for (DriverKind driver : List.of(DriverKind.SYNC, DriverKind.REACTIVE)) {
          long lost = lost(server, durability, driver, repeat);
          System.out.println(driver + " " + durability + ": " + lost + " acknowledged writes lost");
          if (durability == Durability.MAJORITY) {
            assertThat(lost).isZero();
          }
          server.recover(healthy, Duration.ofSeconds(90));
        }
      }
    }
  }

  private static long lost(
      ServerUnderTest server, Durability durability, DriverKind driver, int repeat)
      throws Exception {
    Cell cell =
        Cell.of(Map.of())
            .with(Factor.DRIVER, driver)
            .with(Factor.WRITE_CONCERN, durability)
            .with(Factor.KEYS, KeyChoice.SEQUENTIAL)
            .with(Factor.IN_FLIGHT, LANES);
    String name = "ledger_" + driver.name() + "_" + repeat;
    try (MongoClient client = ControlClient.open(server)) {
      MongoCollection<Document> collection = client.getDatabase("weir_ledger").getCollection(name);
      List<Document> empty = new ArrayList<>();
      for (long key = 0; key < DOCUMENTS; key++) {
        empty.add(new Document("_id", key));
      }
      collection.withWriteConcern(com.mongodb.WriteConcern.MAJORITY).insertMany(empty);
      AckLedger ledger =
          new AckLedger(
              Writers.open(
                  server.connectionString(), new MongoNamespace("weir_ledger", name), cell));
      try (CallLoop loop = CallLoop.closed(ledger, cell, DOCUMENTS, 1, Timing.system())) {
        loop.start();
        TimeUnit.SECONDS.sleep(2);
        Member primary =
            server.members().stream()
                .filter(member -> member.role() == Member.Role.PRIMARY)
                .findFirst()
                .orElseThrow();
        ProcessHandle.of(Objects.requireNonNull(primary.pid())).orElseThrow().destroyForcibly();
        TimeUnit.SECONDS.sleep(15); // an election, and retried writes after it
        assertThat(loop.stop(90_000)).isTrue();
      }
      assertThat(ledger.versions()).hasSizeGreaterThan(LANES);
      return missing(collection, ledger, versionPath(cell));
    }
  }

  private static String versionPath(Cell cell) {
    return versionPath(UpdateStream.of(cell, DOCUMENTS, 0, 1));
  }

  private static <D> String versionPath(UpdateStream<D> stream) {
    UpdateBatch<D> batch = stream.newBatch();
    stream.fill(batch);
    return AckLedger.versionField(batch.models().get(0));
  }

  private static long missing(MongoCollection<Document> collection, AckLedger ledger, String path) {
    long missing = 0;
    for (Document document : collection.find()) {
      Integer acknowledged = ledger.versions().get(document.getLong("_id"));
      Integer there = document.getEmbedded(List.of(path.split("\\.")), Integer.class);
      if (acknowledged != null && (there == null || there < acknowledged)) {
        missing++;
      }
    }
    return missing;
  }
}
