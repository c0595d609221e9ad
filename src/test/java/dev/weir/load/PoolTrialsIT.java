package dev.weir.load;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.weir.dataset.Datasets;
import dev.weir.driver.PoolCounters;
import dev.weir.driver.Writer;
import dev.weir.driver.Writers;
import dev.weir.load.engine.CallLoop;
import dev.weir.load.engine.Timing;
import dev.weir.load.trial.TrialValidity;
import dev.weir.record.Totals;
import dev.weir.server.DatabaseGuard;
import dev.weir.server.ServerCounters;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads that a pool limits, on a real server. */
@Timeout(120)
class PoolTrialsIT {
  private static final int DOCUMENTS = 500;
  private static final String DATABASE = DatabaseGuard.PREFIX + "pool-trials";

  private static ServerUnderTest server;
  private static MongoClient client;

  @BeforeAll
  static void start() throws Exception {
    server = ServerProvider.open(ServerRequest.defaults(System.getenv()), line -> {});
    client = MongoClients.create(server.connectionString());
    new Datasets(client, DatabaseGuard.open(client, DATABASE), DOCUMENTS, 1)
        .reset(cell(Map.of("operation", "findNewest")).document());
  }

  @AfterAll
  static void stop() throws Exception {
    DatabaseGuard.open(client, DATABASE).dropDatabase();
    client.close();
    server.close();
  }

  private static Cell cell(Map<String, String> factors) {
    return Cell.parse(factors);
  }

  private record Ended(Totals totals, PoolCounters.Snapshot pool, ServerCounters grown) {}

  /** Runs until that much was answered, or every lane has given up. */
  private static Ended run(long documents, String... factorsAndValues) throws Exception {
    Map<String, String> factors = new HashMap<>();
    for (int i = 0; i < factorsAndValues.length; i += 2) {
      factors.put(factorsAndValues[i], factorsAndValues[i + 1]);
    }
    Cell cell = cell(factors);
    ServerCounters before = server.counters();
    Writer writer =
        Writers.open(
            server.connectionString(),
            new MongoNamespace(DATABASE, Datasets.collection(cell.document())),
            cell);
    try (CallLoop loop = CallLoop.closed(writer, cell, DOCUMENTS, 1, Timing.system())) {
      loop.start();
      while (loop.progress().documents() < documents && !loop.gaveUp()) {
        Thread.sleep(5);
      }
      assertThat(loop.stop(30_000)).isTrue();
      return new Ended(loop.totals(), writer.pool().snapshot(), server.counters().minus(before));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "reactive"})
  void everySearchReturnsADocumentAndTheServerCountsIt(String driver) throws Exception {
    Ended ended = run(300, "driver", driver, "operation", "findNewest", "inFlight", "4");
    assertThat(ended.totals().acknowledged()).isGreaterThanOrEqualTo(300);
    assertThat(TrialValidity.counts(ended.totals(), ended.grown().query(), true)).isEmpty();
    assertThat(ended.grown().documentsReturned())
        .isGreaterThanOrEqualTo(ended.totals().acknowledged());
  }

  @Test
  void theNewestOfATypeIsFoundByTheIndex() {
    Document plan =
        client
            .getDatabase(DATABASE)
            .getCollection("items")
            .find(new Document("type", 7))
            .sort(dev.weir.workload.ItemDocuments.newestFirst())
            .limit(1)
            .explain();
    assertThat(plan.toJson()).contains("IXSCAN").doesNotContain("\"SORT\"");
    assertThat(plan.get("executionStats", Document.class).getInteger("totalDocsExamined"))
        .isEqualTo(1);
    assertThat(
            client
                .getDatabase(DATABASE)
                .getCollection("items")
                .find(new Document("type", 7))
                .sort(dev.weir.workload.ItemDocuments.newestFirst())
                .first())
        .containsEntry("_id", 407L);
  }

  /** A leak shows as an error of its own class in bounded time, and in the pool's counters. */
  @Test
  void aPoolOfStuckConnectionsEndsInTimeOutsThatAreCounted() throws Exception {
    Ended ended =
        run(
            1,
            "operation",
            "findNewest",
            "inFlight",
            "2",
            "pool",
            "3",
            "stuck",
            "3",
            "poolWaitMillis",
            "40");
    assertThat(ended.totals().acknowledged()).isZero();
    assertThat(ended.totals().failed()).containsOnlyKeys("MongoTimeoutException");
    assertThat(ended.pool().timeouts()).isEqualTo(ended.totals().failedDocuments());
    assertThat(ended.pool().inUse()).as("nobody gave one back").isEqualTo(3);
    assertThat(ended.pool().waitNanos())
        .isGreaterThanOrEqualTo(ended.pool().timeouts() * 40_000_000);
    assertThat(TrialValidity.counts(ended.totals(), ended.grown().query(), true))
        .singleElement()
        .asString()
        .contains("documents failed: {MongoTimeoutException=");
  }

  @Test
  void oneConnectionThatIsLeftCarriesAllCallsInTurn() throws Exception {
    Ended ended = run(100, "operation", "findNewest", "inFlight", "4", "pool", "3", "stuck", "2");
    assertThat(ended.totals().failed()).isEmpty();
    assertThat(ended.pool().waited()).isPositive();
    assertThat(ended.pool().created()).isLessThanOrEqualTo(3);
  }

  @Test
  void connectionsAreReusedOrNot() throws Exception {
    List<String> uses = List.of("pooled", "perCall", "clientPerCall");
    Map<String, Ended> ended = new HashMap<>();
    for (String use : uses) {
      ended.put(use, run(20, "operation", "await10ms", "inFlight", "2", "connections", use));
    }
    Ended pooled = requireNonNull(ended.get("pooled"));
    Ended perCall = requireNonNull(ended.get("perCall"));
    Ended clientPerCall = requireNonNull(ended.get("clientPerCall"));
    for (Ended each : List.of(pooled, perCall, clientPerCall)) {
      assertThat(each.totals().failed()).isEmpty();
    }
    assertThat(pooled.pool().created()).isLessThanOrEqualTo(2);
    assertThat(perCall.pool().created())
        .isGreaterThanOrEqualTo(perCall.totals().acknowledged() - 2);
    assertThat(clientPerCall.pool().created()).isEqualTo(clientPerCall.totals().acknowledged());
    assertThat(clientPerCall.grown().connectionsCreated())
        .as("monitors come on top")
        .isGreaterThan(perCall.grown().connectionsCreated());
  }
}
