package dev.weir.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoNamespace;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import dev.weir.driver.Writer;
import dev.weir.driver.Writers;
import dev.weir.record.Totals;
import dev.weir.record.WriteCounts;
import dev.weir.server.Member;
import dev.weir.server.ServerException;
import dev.weir.server.ServerProvider;
import dev.weir.server.ServerRequest;
import dev.weir.server.ServerUnderTest;
import dev.weir.study.Cell;
import dev.weir.study.Durability;
import dev.weir.study.Encoding;
import dev.weir.study.Factor;
import dev.weir.workload.RoleDocuments;
import dev.weir.workload.UpdateBatch;
import dev.weir.workload.UpdateStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.bson.BsonTimestamp;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the tool reports as done is what is stored, by kind: held against the oplog, in which a real
 * server notes each document that came, changed or went, and against the collection itself. With
 * {@code -Dweir.counts.out=FILE} each case leaves a row.
 */
class CountsIT {
  private static final String DATABASE = "weir_counts";
  private static final long SEED = 42;
  private static final List<String> KINDS =
      List.of(
          "update",
          "insert",
          "upsert20",
          "replace",
          "delete",
          "mix70update20insert10delete",
          "mix40upsert30insert30delete",
          "unchanged");
  private static final List<String> ROWS = new ArrayList<>();

  /** By key, of all cases: they are made and encoded once. */
  private static final List<RawBsonDocument> ROLES = new ArrayList<>();

  private static ServerUnderTest server;
  private static MongoClient client;
  private static int next;

  @BeforeAll
  static void start() throws ServerException {
    server = ServerProvider.open(ServerRequest.defaults(System.getenv()), line -> {});
    // What is stored beforehand is only there to be changed: nobody waits for the journal.
    client =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(server.connectionString()))
                .writeConcern(WriteConcern.W1)
                .build());
  }

  @AfterAll
  static void stop() throws IOException {
    client.getDatabase(DATABASE).drop();
    client.close();
    server.close();
    String out = System.getProperty("weir.counts.out", "");
    if (!out.isEmpty()) {
      List<String> lines = new ArrayList<>();
      lines.add(
          "driver,operation,write,batch,in_flight,fault,offered,acknowledged,failed,inserted,"
              + "modified,unchanged,upserted,deleted,oplog_i,oplog_u,oplog_d");
      lines.addAll(ROWS);
      Files.write(Path.of(out), lines);
    }
  }

  static Stream<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (String driver : List.of("sync", "reactive")) {
      for (String inFlight : List.of("1", "8")) {
        for (String kind : KINDS) {
          cells.add(cell(driver, "single", "1", inFlight, kind));
          for (String batch : List.of("1", "7", "50", "1000")) {
            cells.add(cell(driver, "bulkOrdered", batch, inFlight, kind));
            cells.add(cell(driver, "bulkUnordered", batch, inFlight, kind));
            if (kind.equals("insert")) {
              cells.add(cell(driver, "insertMany", batch, inFlight, kind));
            }
          }
        }
      }
    }
    // Encoded beforehand, and over several collections.
    for (String kind : KINDS) {
      cells.add(cell("sync", "bulkUnordered", "50", "8", kind).with(Factor.ENCODING, Encoding.RAW));
      cells.add(cell("reactive", "bulkOrdered", "50", "8", kind).with(Factor.COLLECTIONS, 3));
    }
    return cells.stream();
  }

  private static Cell cell(
      String driver, String operation, String batch, String inFlight, String kind) {
    Map<String, String> factors = new TreeMap<>();
    factors.put("driver", driver);
    factors.put("operation", operation);
    factors.put("batch", batch);
    factors.put("inFlight", inFlight);
    factors.put("write", kind.equals("unchanged") ? "update" : kind);
    factors.put("unchangedPercent", kind.equals("unchanged") ? "30" : "0");
    Cell cell = Cell.parse(factors);
    assertThat(cell.contradiction()).isEmpty();
    return cell;
  }

  @ParameterizedTest
  @MethodSource("cells")
  void whatIsReportedIsStored(Cell cell) throws Exception {
    Case run = new Case(cell, "none");
    Totals totals = run.load(run.calls());
    assertThat(totals.failed()).isEmpty();
    assertThat(totals.acknowledged()).isEqualTo(totals.offered()).isPositive();
    assertThat(totals.done()).as("asked and done").isEqualTo(totals.expected());
    run.assertStored(totals);
    WriteCounts done = Objects.requireNonNull(totals.done());
    if (cell.write().name().equals("upsert20")) {
      long upserts = done.upserted() + done.matched();
      assertThat(Math.abs(done.upserted() - 0.2 * upserts)).isLessThanOrEqualTo(cell.inFlight());
    }
    if (cell.write().mixed() && cell.write().insert() == cell.write().delete()) {
      assertThat(Math.abs(done.inserted() - done.deleted())).isLessThanOrEqualTo(cell.inFlight());
    }
    if (cell.get(Factor.UNCHANGED) > 0) {
      assertThat(done.unchanged()).isEqualTo(totals.unchanged()).isPositive();
      assertThat(run.documents).as("enter documents/s").isEqualTo(done.modified());
    }
  }

  static Stream<Cell> bulksOfInserts() {
    List<Cell> cells = new ArrayList<>();
    for (String driver : List.of("sync", "reactive")) {
      for (String operation : List.of("bulkOrdered", "bulkUnordered", "insertMany")) {
        cells.add(cell(driver, operation, "50", "1", "insert"));
        cells.add(cell(driver, operation, "50", "8", "insert"));
      }
      cells.add(cell(driver, "single", "1", "8", "insert"));
      cells.add(cell(driver, "bulkUnordered", "50", "8", "mix40upsert30insert30delete"));
    }
    return cells.stream();
  }

  /** Some documents are there before they are inserted: such a bulk fails in part. */
  @ParameterizedTest
  @MethodSource("bulksOfInserts")
  void partlyFailedCallsAreCountedByWhatIsStored(Cell cell) throws Exception {
    Case run = new Case(cell, "duplicate keys");
    int there = run.insertBeforehand();
    Totals totals = run.load(run.calls());
    assertThat(totals.failedDocuments()).isPositive();
    WriteCounts done = Objects.requireNonNull(totals.done());
    assertThat(done.inserted()).isLessThan(totals.offered());
    assertThat(there).isPositive();
    run.assertStored(totals);
  }

  static Stream<Cell> journalled() {
    List<Cell> cells = new ArrayList<>();
    for (String driver : List.of("sync", "reactive")) {
      for (String operation : List.of("single", "bulkOrdered", "bulkUnordered")) {
        Cell cell = cell(driver, operation, "50", "8", "insert");
        cells.add(cell.with(Factor.WRITE_CONCERN, Durability.MAJORITY_JOURNALED));
      }
    }
    return cells.stream();
  }

  /**
   * The server is killed and comes back: what was acknowledged is there; of calls that failed with
   * the connection nobody knows, and there is no more than they hold.
   */
  @ParameterizedTest
  @MethodSource("journalled")
  void aServerThatWasKilledKeepsWhatWasAcknowledged(Cell cell) throws Exception {
    Case run = new Case(cell, "killed");
    // A checkpoint, so that the server comes back without repeating what other cases wrote.
    client.getDatabase("admin").runCommand(new Document("fsync", 1));
    Map<String, String> healthy = server.memberStates();
    Totals totals =
        run.load(
            Integer.MAX_VALUE,
            loop -> {
              run.await(loop, 500);
              Member primary = server.members().get(0);
              ProcessHandle process =
                  ProcessHandle.of(Objects.requireNonNull(primary.pid())).orElseThrow();
              process.destroyForcibly();
              process.onExit().get(30, TimeUnit.SECONDS);
              server.recover(healthy, Duration.ofSeconds(60));
              run.await(loop, loop.progress().documents() + 500);
            });
    WriteCounts done = Objects.requireNonNull(totals.done());
    Map<String, Long> stored = run.stored();
    assertThat(stored.get("i"))
        .isBetween(done.inserted(), done.inserted() + totals.failedDocuments());
    run.row(totals, stored);
  }

  @FunctionalInterface
  private interface During {
    void happen(CallLoop loop) throws Exception;
  }

  /** One load on a collection of its own. */
  private static final class Case {
    private final Cell cell;
    private final String fault;
    private final int stored;
    private final MongoNamespace namespace =
        new MongoNamespace(DATABASE, String.format(Locale.ROOT, "case%d", next++));
    private final BsonTimestamp begun;
    private long documents;

    Case(Cell cell, String fault) {
      this.cell = cell;
      this.fault = fault;
      int enoughToDelete = (calls() + 1) * cell.batch() * cell.inFlight();
      // More than a bulk holds: else the calls in flight wait for each other at every document.
      this.stored = cell.write().removes() ? enoughToDelete : Math.max(200, 2 * cell.batch());
      for (MongoNamespace each : Writers.collections(namespace, cell)) {
        collection(each).withDocumentClass(RawBsonDocument.class).insertMany(roles());
      }
      this.begun =
          Objects.requireNonNull(oplog().find().sort(Sorts.descending("$natural")).first())
              .get("ts", BsonTimestamp.class);
    }

    private List<RawBsonDocument> roles() {
      RoleDocuments roles = new RoleDocuments(cell.document(), SEED);
      while (ROLES.size() < stored) {
        ROLES.add(new RawBsonDocument(roles.document(ROLES.size()), new DocumentCodec()));
      }
      return ROLES.subList(0, stored);
    }

    int calls() {
      return cell.batch() == 1000 ? 1 : cell.batch() == 50 ? 3 : 12;
    }

    Totals load(int calls) throws Exception {
      return load(calls, loop -> {});
    }

    Totals load(int calls, During during) throws Exception {
      Writer writer = Writers.open(server.connectionString(), namespace, cell);
      try (CallLoop loop =
          new CallLoop(
              CallLoop.Crew.of(writer, cell, Integer.MAX_VALUE),
              lane -> few(calls),
              lane -> CallLoop.batches(writer, cell, stored, lane, SEED),
              CallTimes.ofService(cell.inFlight()),
              Pacer.parking(Timing.system()),
              Timing.system(),
              writer::close)) {
        loop.start();
        during.happen(loop);
        if (calls == Integer.MAX_VALUE) {
          assertThat(loop.stop(CallLoop.DRAIN_MILLIS)).isTrue();
        } else {
          assertThat(loop.finish(CallLoop.DRAIN_MILLIS)).isTrue();
        }
        documents = loop.progress().documents();
        return loop.totals();
      }
    }

    private static Feed few(int calls) {
      int[] left = {calls};
      return call -> left[0]-- > 0;
    }

    void await(CallLoop loop, long acknowledged) {
      long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (loop.progress().documents() < acknowledged) {
        assertThat(System.nanoTime()).as("no more answers").isLessThan(deadline);
        LockSupport.parkNanos(1_000_000);
      }
    }

    /** Every seventh document that the load is going to insert; returns how many. */
    int insertBeforehand() {
      List<Document> some = new ArrayList<>();
      for (int lane = 0; lane < cell.inFlight(); lane++) {
        insertsOf(UpdateStream.of(cell, stored, lane, SEED), some);
      }
      collection(namespace).insertMany(some);
      return some.size();
    }

    private <D> void insertsOf(UpdateStream<D> stream, List<Document> into) {
      UpdateBatch<D> batch = stream.newBatch();
      int index = 0;
      for (int i = 0; i < calls(); i++) {
        stream.fill(batch);
        for (var model : batch.models()) {
          if (model instanceof InsertOneModel<D> insert && index++ % 7 == 3) {
            into.add(new Document((Document) insert.getDocument()));
          }
        }
      }
    }

    void assertStored(Totals totals) {
      WriteCounts done = Objects.requireNonNull(totals.done());
      Map<String, Long> oplog = stored();
      long before = fault.equals("duplicate keys") ? insertedBeforehand() : 0;
      assertThat(oplog.get("i")).isEqualTo(done.inserted() + done.upserted() + before);
      assertThat(oplog.get("u")).isEqualTo(done.modified());
      assertThat(oplog.get("d")).isEqualTo(done.deleted());
      long all = 0;
      for (MongoNamespace each : Writers.collections(namespace, cell)) {
        all += collection(each).countDocuments();
        all -= stored;
      }
      assertThat(all).isEqualTo(done.inserted() + done.upserted() + before - done.deleted());
      oplog.merge("i", -before, Long::sum);
      row(totals, oplog);
    }

    private long insertedBeforehand() {
      List<Document> some = new ArrayList<>();
      for (int lane = 0; lane < cell.inFlight(); lane++) {
        insertsOf(UpdateStream.of(cell, stored, lane, SEED), some);
      }
      return some.size();
    }

    /** Entries of the oplog since the start, by kind. */
    Map<String, Long> stored() {
      Map<String, Long> kinds = new TreeMap<>(Map.of("i", 0L, "u", 0L, "d", 0L));
      List<String> names = new ArrayList<>();
      for (MongoNamespace each : Writers.collections(namespace, cell)) {
        names.add(each.getFullName());
      }
      for (Document entry :
          oplog()
              .find(Filters.and(Filters.gt("ts", begun), Filters.in("ns", names)))
              .projection(Projections.include("op"))) {
        kinds.merge(entry.getString("op"), 1L, Long::sum);
      }
      return kinds;
    }

    void row(Totals totals, Map<String, Long> oplog) {
      WriteCounts done = Objects.requireNonNull(totals.done());
      String write =
          cell.get(Factor.UNCHANGED) > 0
              ? "update, " + cell.get(Factor.UNCHANGED) + " % unchanged"
              : cell.write().name();
      ROWS.add(
          String.format(
              Locale.ROOT,
              "%s,%s,\"%s\",%d,%d,%s,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d",
              cell.driver(),
              cell.operation(),
              write,
              cell.batch(),
              cell.inFlight(),
              fault,
              totals.offered(),
              totals.acknowledged(),
              totals.failedDocuments(),
              done.inserted(),
              done.modified(),
              done.unchanged(),
              done.upserted(),
              done.deleted(),
              oplog.get("i"),
              oplog.get("u"),
              oplog.get("d")));
    }

    private static MongoCollection<Document> collection(MongoNamespace namespace) {
      return client
          .getDatabase(namespace.getDatabaseName())
          .getCollection(namespace.getCollectionName());
    }

    private static MongoCollection<Document> oplog() {
      return client.getDatabase("local").getCollection("oplog.rs");
    }
  }
}
