package dev.weir.study;

import dev.weir.study.sample.UpdatePath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a study can vary. A factor declares all about itself here: its name, default and values, the
 * factors that set it, what it excludes, and what it touches. To add one: a constant, and the code
 * that asks a cell for it.
 *
 * <p>The order of the constants is the order of columns and of the parts of a cell's id. Factors
 * are compared by that order.
 *
 * @param <T> type of its values; immutable
 */
public final class Factor<T> implements Comparable<Factor<?>> {
  private static final List<Factor<?>> DECLARED = new ArrayList<>();

  private static final String ECONOMY_ONLY =
      "cycleMillis and connections: session belong to operation: economy";
  private static final String SYNC_ONLY =
      "stuck connections and clients per call are made with the sync driver";

  public static final Factor<DriverKind> DRIVER =
      choice("driver", DriverKind.SYNC, DriverKind.values())
          .changesCode()
          .clientOnly()
          .add(
              "How calls are made: sync by threads, virtual by virtual threads (JDK 21), "
                  + "reactive without");

  public static final Factor<Operation> OPERATION =
      choice("operation", Operation.SINGLE, Operation.values())
          .changesCode()
          .excludes(
              cell ->
                  economy(cell)
                      && (cell.driver() != DriverKind.SYNC
                          || cell.clients() > 1
                          || cell.get(Factor.STUCK) > 0),
              "the economy is played with the sync driver by one client")
          .excludes(
              cell ->
                  economy(cell)
                      && cell.get(Factor.CONNECTIONS) != ConnectionUse.POOLED
                      && cell.get(Factor.CONNECTIONS) != ConnectionUse.SESSION,
              "the economy's workers share a pool or own a session")
          .excludes(
              cell -> economy(cell) && cell.sustainedSeconds() + cell.thinkMillis() > 0,
              "the economy has a ramp and pauses of its own")
          .excludes(
              cell -> economy(cell) && cell.get(Factor.CYCLE) == 0,
              "the economy needs cycleMillis; TPC-C's own is 20990")
          .excludes(
              cell ->
                  cell.operation() == Operation.INSERT_MANY
                      && !cell.write().equals(WriteKind.INSERT),
              cell -> "insertMany inserts: it needs write: insert, not " + cell.write())
          .add("What a call does; clientBulk is MongoClient.bulkWrite of MongoDB 8.0");

  /**
   * Documents per {@code bulkWrite}; does not apply to single updates. The driver's own limit is
   * 100,000.
   */
  public static final Factor<Integer> BATCH =
      number("batch", 1, 1, 100_000)
          .follows(cell -> !cell.operation().bulk(), cell -> 1)
          .add("Documents of a bulk write; 1 for operations without a bulk");

  /** Calls in flight at once; for the sync driver the number of threads. */
  public static final Factor<Integer> IN_FLIGHT =
      number("inFlight", 1, 1, 10_000)
          .follows(cell -> cell.dispatch() != Dispatch.NONE, Factor::callsOfWorkers)
          .add("Calls in flight; with a dispatch it is the number of workers");

  /** Roles have neither type nor date, so what looks for those reads items. */
  public static final Factor<DocumentKind> DOCUMENT =
      declare("document", DocumentKind.FORM, DocumentKind.parse("role56"), DocumentKind::parse)
          .changesCode()
          .namesItself()
          .follows(cell -> cell.operation() == Operation.FIND_NEWEST, cell -> DocumentKind.ITEM)
          .excludes(
              cell -> cell.document().equals(DocumentKind.ITEM) && cell.operation().writes(),
              "documents of kind " + DocumentKind.ITEM + " are read, not written")
          .excludes(
              cell -> cell.document().sampled() && cell.document().sample() == null,
              cell -> "the study has no sample " + cell.document())
          .excludes(
              cell ->
                  cell.document().sampled()
                      && cell.get(Factor.SHAPE) == UpdateShape.SET_SUBDOCUMENT,
              "what an update of a sample sets is named by its paths; leave shape out")
          .excludes(
              cell ->
                  cell.document().sample() != null
                      && cell.document().model().updates().isEmpty()
                      && cell.operation().writes()
                      && cell.write().setsFields(),
              cell -> cell.document() + " names no field that an update sets: update: [FIELD]")
          .add("Bytes, and fields, that an update carries, or the user's own documents");

  /** What is written, apart from how it is sent. Records from before it say replace by a shape. */
  public static final Factor<WriteKind> WRITE =
      declare("write", WriteKind.form(), WriteKind.UPDATE, WriteKind::parse)
          .changesCode()
          .namesItself()
          .follows(cell -> !cell.operation().writes(), cell -> WriteKind.UPDATE)
          .follows(Factor::replacesByShape, cell -> WriteKind.REPLACE)
          .excludes(
              cell -> cell.get(Factor.SHAPE) == UpdateShape.REPLACE,
              "shape: replace is write: replace")
          .excludes(
              cell -> cell.upsertInArray().isPresent(),
              cell -> upsertInArray(cell, cell.upsertInArray().orElseThrow()))
          .excludes(
              cell -> cell.write().removes() && cell.dispatch() != Dispatch.NONE,
              "the workers of a job share its documents: they don't delete them")
          .add(
              "What is written; upsert inserts 50 %, upsert20 inserts 20 %; a mix gives the "
                  + "percent of each kind");

  public static final Factor<UpdateShape> SHAPE =
      declare(
              "shape",
              Form.choice(UpdateShape.OF_UPDATES.stream().map(UpdateShape::yamlName).toList()),
              UpdateShape.SET_FIELDS,
              Factor::shape)
          .namesItself()
          .onlyInRecords(UpdateShape.REPLACE, "write: replace")
          .changesCode()
          .follows(Factor::replacesByShape, cell -> UpdateShape.SET_FIELDS)
          .follows(
              cell -> !cell.write().setsFields() && cell.operation().writes(),
              cell -> UpdateShape.SET_FIELDS)
          .add("How an update says what changes");

  /**
   * Of 100 updates or replacements, those that write what their document holds already, as a save
   * of a player who did nothing does. They are counted apart and enter no figure of documents, but
   * those of a game that flushes: it counts what it saved.
   */
  public static final Factor<Integer> UNCHANGED =
      number("unchangedPercent", 0, 0, 90)
          .changesCode()
          .follows(cell -> cell.write().update() + cell.write().replace() == 0, cell -> 0)
          .excludes(
              cell -> cell.get(Factor.UNCHANGED) > 0 && cell.write().mixed(),
              "unchangedPercent is of updates or of replacements, not of a mix")
          .excludes(
              cell -> cell.get(Factor.UNCHANGED) > 0 && !cell.operation().writes(),
              cell -> "unchangedPercent is of writes; " + cell.operation() + " makes none")
          .add("Of 100 saves, those that change nothing; they are counted apart");

  public static final Factor<KeyChoice> KEYS =
      choice("keys", KeyChoice.UNIFORM, KeyChoice.values())
          .changesCode()
          .add("How the written documents are chosen");

  public static final Factor<Encoding> ENCODING =
      choice("encoding", Encoding.DOCUMENT, Encoding.values())
          .changesCode()
          .clientOnly()
          .add("Whether documents are made for each call or are BSON encoded before");

  /** The economy's transactions all ask for the majority. */
  public static final Factor<Durability> WRITE_CONCERN =
      choice("writeConcern", Durability.W1, Durability.values())
          .follows(Factor::economy, cell -> Durability.MAJORITY)
          .add("When a write is acknowledged; the economy asks for the majority");

  /** The driver's {@code maxPoolSize}. 100 is the drivers' own default. */
  public static final Factor<Integer> POOL =
      number("pool", 100, 1, 10_000)
          .clientOnly()
          .follows(cell -> cell.get(Factor.CONNECTIONS) == ConnectionUse.SESSION, cell -> 1)
          .add("The driver's maxPoolSize, for each client");

  /** The driver's {@code retryWrites}. True is the drivers' own default. */
  public static final Factor<Boolean> RETRY_WRITES =
      declare("retryWrites", Form.bool(), true, Factor::bool).add("The driver's retryWrites");

  /**
   * Client processes that load at once, each with {@code inFlight} calls and a pool of its own.
   * More than one host bears belong onto more hosts.
   */
  public static final Factor<Integer> CLIENTS =
      number("clients", 1, 1, 64)
          .add("Client processes, each with its own calls in flight and its own pool");

  /** Milliseconds that a call waits for a connection before it fails: {@code maxWaitTime}. */
  public static final Factor<Integer> POOL_WAIT =
      number("poolWaitMillis", 30_000, 1, 600_000).clientOnly().add("The driver's maxWaitTime");

  /** Connections of each client's pool that somebody took and never gives back. */
  public static final Factor<Integer> STUCK =
      number("stuck", 0, 0, 10_000)
          .excludes(
              cell -> cell.driver() == DriverKind.REACTIVE && cell.get(Factor.STUCK) > 0, SYNC_ONLY)
          .add("Connections of each pool that are never given back");

  /**
   * Mean time between the starts of two operations of a worker of the economy if answers took no
   * time; 20990 is TPC-C's own. 0 for all other operations.
   */
  public static final Factor<Integer> CYCLE =
      number("cycleMillis", 0, 0, 1_000_000)
          .excludes(cell -> !economy(cell) && cell.get(Factor.CYCLE) > 0, ECONOMY_ONLY)
          .add("Mean time from one operation of an economy's worker to the next; TPC-C has 20990");

  public static final Factor<ConnectionUse> CONNECTIONS =
      choice("connections", ConnectionUse.POOLED, ConnectionUse.values())
          .changesCode()
          .excludes(
              cell -> !economy(cell) && cell.get(Factor.CONNECTIONS) == ConnectionUse.SESSION,
              ECONOMY_ONLY)
          .excludes(
              cell ->
                  cell.driver() == DriverKind.REACTIVE
                      && cell.get(Factor.CONNECTIONS) == ConnectionUse.CLIENT_PER_CALL,
              SYNC_ONLY)
          .add("Where a call gets its connection from");

  /** How a job's tasks come to queue workers; without, calls follow each other endlessly. */
  public static final Factor<Dispatch> DISPATCH =
      choice("dispatch", Dispatch.NONE, Dispatch.values())
          .excludes(
              cell -> cell.dispatch() != Dispatch.NONE && cell.driver() == DriverKind.REACTIVE,
              "a queue worker waits for each call: dispatch needs a driver that blocks")
          .excludes(
              cell -> cell.dispatch() != Dispatch.NONE && !cell.operation().writes(),
              cell -> "the tasks of a job write; " + cell.operation() + " does not")
          .excludes(
              cell ->
                  cell.dispatch() != Dispatch.NONE
                      && (cell.tasks() == 0
                          || cell.batchesPerTask() == 0
                          || cell.queueWorkers() == 0),
              "dispatch needs tasks, batchesPerTask and, by modulo, queueWorkers")
          .excludes(
              cell ->
                  cell.dispatch() == Dispatch.NONE
                      && cell.tasks() + cell.batchesPerTask() + cell.queueWorkers() > 0,
              "tasks, batchesPerTask and queueWorkers need a dispatch")
          .add(
              "Calls without end (none), tasks that share workers (modulo), or a worker for "
                  + "each task (task)");

  /** Tasks of a job, all there at its start; 0 without dispatch. */
  public static final Factor<Integer> TASKS = number("tasks", 0, 0, 100_000).add("Tasks of a job");

  /** Calls that each task makes, one after the other; 0 without dispatch. */
  public static final Factor<Integer> BATCHES_PER_TASK =
      number("batchesPerTask", 0, 0, 1_000_000).add("Calls of a task");

  /** Threads with a queue of tasks each; with {@link Dispatch#TASK} as many as tasks. */
  public static final Factor<Integer> QUEUE_WORKERS =
      number("queueWorkers", 0, 0, 10_000)
          .follows(cell -> cell.dispatch() == Dispatch.TASK, Cell::tasks)
          .add("Number of threads, each with a queue of tasks");

  /** Whether the secondaries run; only of a deployment that Weir started. */
  public static final Factor<SecondaryState> SECONDARY =
      choice("secondary", SecondaryState.RUNNING, SecondaryState.values())
          .changesDeployment()
          .add("Whether secondaries run; changes the deployment");

  /** Size of every member's oplog, at least the server's least of 990; 0 leaves it as started. */
  public static final Factor<Integer> OPLOG_MEGABYTES =
      declare("oplogMegabytes", Form.wholeOrZero(990, 1_000_000), 0, Factor::oplog)
          .changesDeployment()
          .add("Size of each oplog; 0 leaves it as it is; changes the deployment");

  /**
   * Seconds for which every member keeps old versions for reads at a past snapshot ({@code
   * minSnapshotHistoryWindowInSeconds}, MongoDB's own is 300); 0 leaves it as started. An attached
   * deployment may keep that already.
   */
  public static final Factor<Integer> HISTORY =
      number("historySeconds", 0, 0, 86_400)
          .changesDeployment()
          .add("How long members keep old versions; 0 leaves it as it is; changes the deployment");

  /**
   * Milliseconds by which a proxy delays every answer, as a distant server would; only of a server
   * that Weir started. In a study with such cells the others go through the proxy too.
   */
  public static final Factor<Integer> LINK_MILLIS =
      number("linkMillis", 0, 0, 10_000)
          .changesDeployment()
          .add("Delay of every answer; changes the deployment");

  /**
   * Collections over which the documents of a bulk are spread evenly: that number of bulks one
   * after the other, or one {@code clientBulk}.
   */
  public static final Factor<Integer> COLLECTIONS =
      number("collections", 1, 1, 64)
          .excludes(
              cell ->
                  cell.get(Factor.COLLECTIONS) > 1
                      && (!cell.operation().bulk() || cell.batch() < cell.get(Factor.COLLECTIONS)),
              "collections needs a bulk with a document for each of them")
          .add("Collections over which a bulk is spread");

  /** Secondary indexes of the collection. */
  public static final Factor<Indexes> INDEXES =
      declare("indexes", Indexes.form(), Indexes.NONE, Indexes::parse)
          .excludes(
              cell ->
                  cell.get(Factor.INDEXES).number() > 0
                      && (!cell.operation().writes()
                          || cell.document().variable()
                          || cell.document().sampled()),
              "indexes are of collections of roles that are written, of one size")
          .excludes(
              cell ->
                  !cell.get(Factor.INDEXES).unchanged()
                      && cell.get(Factor.INDEXES).fields() >= cell.document().fieldCount(),
              cell ->
                  cell.get(Factor.INDEXES)
                      + " needs more fields than the "
                      + cell.document().fieldCount()
                      + " of "
                      + cell.document())
          .excludes(
              cell ->
                  cell.get(Factor.INDEXES).unchanged()
                      && cell.get(Factor.ENCODING) == Encoding.RAW
                      && cell.write().sendsWhole(),
              "a whole document with fields of its own is not encoded beforehand")
          .add("Secondary indexes, on fields that updates write or on others");

  /** The collection's block compressor; snappy, the server's own choice, leaves it as it is. */
  public static final Factor<BlockCompressor> COMPRESSOR =
      declare(
              "compressor",
              Form.choice(BlockCompressor.values()),
              BlockCompressor.SNAPPY,
              text -> chosen(text, BlockCompressor.values()))
          .add("What the collection's blocks are compressed with on disk");

  /** The driver's {@code compressors}: what messages on the wire are compressed with. */
  public static final Factor<WireCompressor> WIRE =
      declare(
              "wire",
              Form.choice(WireCompressor.values()),
              WireCompressor.UNCOMPRESSED,
              text -> chosen(text, WireCompressor.values()))
          .changesCode()
          .add("What messages are compressed with");

  /**
   * Whether the driver speaks TLS with the server. A server that Weir starts for such a study takes
   * clients with and without, so that both kinds of cells share it; an attached deployment is
   * spoken to as its URI says.
   */
  public static final Factor<Boolean> TLS =
      declare("tls", Form.bool(), false, Factor::bool)
          .changesCode()
          .excludes(
              cell -> cell.get(Factor.TLS) && economy(cell), "the economy is played without TLS")
          .add("Whether driver and server speak TLS; an attached deployment does as its URI says");

  /** How many documents the collection holds at first. */
  public static final Factor<CollectionSize> SIZE =
      declare("collectionSize", CollectionSize.form(), CollectionSize.STUDY, CollectionSize::parse)
          .add("Documents at first: the study's, a number, or a multiple of the server's cache");

  /** Over how many shards the collection is spread; only where the deployment is sharded. */
  public static final Factor<Shards> SHARDS =
      choice("shards", Shards.ALL, Shards.values())
          .add("Over how many shards the collection is spread");

  /**
   * Mean milliseconds, exponentially distributed, that each of the calls in flight pauses before it
   * is made again: a load that leaves the server time. 0 for none.
   */
  public static final Factor<Integer> THINK =
      number("thinkMillis", 0, 0, 600_000)
          .excludes(
              cell ->
                  cell.thinkMillis() > 0
                      && (cell.driver() == DriverKind.REACTIVE || cell.dispatch() != Dispatch.NONE),
              "thinkMillis pauses threads that call endlessly, by a driver that blocks")
          .add("Mean pause before each call");

  /**
   * Seconds that are measured, after half as many of the same load; 0 to measure as soon as it is
   * steady, for as long as the study's trials last. Checkpoints and eviction come in minutes: a
   * server that is asked for seconds has put off part of its work.
   */
  public static final Factor<Integer> SUSTAINED =
      number("sustainedSeconds", 0, 0, 86_400)
          .add("Measured seconds, after half as many unmeasured ones of the same load");

  /**
   * How a game saves the documents that its players change in memory, one document each; without,
   * calls follow each other. Its calls carry up to {@code batch} documents, and {@code inFlight} of
   * them are made at once.
   */
  public static final Factor<FlushPolicy> FLUSH =
      choice("flush", FlushPolicy.NONE, FlushPolicy.values())
          .excludes(
              cell ->
                  cell.flushes()
                      && ((cell.operation() != Operation.BULK_ORDERED
                              && cell.operation() != Operation.BULK_UNORDERED)
                          || !cell.write().equals(WriteKind.UPDATE)
                          || cell.driver() == DriverKind.REACTIVE
                          || cell.get(Factor.ENCODING) == Encoding.RAW),
              "a game flushes bulks of updates, by a driver that blocks")
          .excludes(
              cell ->
                  cell.flushes()
                      && (cell.clients() > 1
                          || cell.get(Factor.STUCK) > 0
                          || cell.dispatch() != Dispatch.NONE
                          || cell.thinkMillis() + cell.sustainedSeconds() > 0
                          || cell.get(Factor.CONNECTIONS) != ConnectionUse.POOLED),
              "a flush is played by one client, at the pace of its players")
          .excludes(
              cell ->
                  cell.flushes()
                      && (cell.get(Factor.KEYS) != KeyChoice.UNIFORM
                          || cell.get(Factor.COLLECTIONS) > 1
                          || !cell.get(Factor.SIZE).equals(CollectionSize.STUDY)),
              "a flush saves one collection, each of the study's documents for a player")
          .excludes(
              cell ->
                  cell.flushes()
                      && (cell.get(Factor.FLUSH_SECONDS) == 0
                          || cell.get(Factor.CHANGES_PER_MINUTE) == 0),
              "flush needs flushSeconds and changesPerMinute")
          .excludes(
              cell ->
                  cell.flushes()
                      && (cell.document().sampled()
                          || cell.document().minBytes() != cell.document().maxBytes()),
              "a flush counts versions and bytes of its documents: roles of one size")
          .add(
              "Calls without end (none), or a game that saves what its players change: each "
                  + "document at another moment (staggered), or all at once (allAtOnce)");

  /** Seconds between two flushes of a document, the longest if enough has changed before. */
  public static final Factor<Integer> FLUSH_SECONDS =
      number("flushSeconds", 0, 0, 86_400)
          .excludes(cell -> !cell.flushes() && ofFlush(cell), "these factors need a flush")
          .add("Time between two flushes of a document; the longest, if enough changes before");

  /** Changed documents at which all are flushed before their time; 0 for never. */
  public static final Factor<Integer> FLUSH_DOCUMENTS =
      number("flushDocuments", 0, 0, 10_000_000)
          .excludes(
              cell ->
                  cell.get(Factor.FLUSH) == FlushPolicy.STAGGERED
                      && cell.get(Factor.FLUSH_DOCUMENTS) + cell.get(Factor.FLUSH_KILOBYTES) > 0,
              "a flush by documents or bytes is one of all at once")
          .add("Changed documents at which all are flushed, 0 for never");

  /** Kilobytes of changed documents' updates at which all are flushed; 0 for never. */
  public static final Factor<Integer> FLUSH_KILOBYTES =
      number("flushKilobytes", 0, 0, 10_000_000)
          .add("Kilobytes of changed documents' updates at which all are flushed, 0 for never");

  /** Changes of each player's document in a minute, as a Poisson process. */
  public static final Factor<Integer> CHANGES_PER_MINUTE =
      number("changesPerMinute", 0, 0, 100_000)
          .add("Changes of each player's document in a minute");

  /** What goes wrong while a game saves; only on a deployment that Weir started. */
  public static final Factor<GameFault> FAULT =
      choice("fault", GameFault.NONE, GameFault.values())
          .changesDeployment()
          .excludes(
              cell ->
                  cell.get(Factor.FAULT) != GameFault.NONE && cell.get(Factor.FAULT_SECONDS) == 0,
              "a fault needs faultSeconds")
          .excludes(
              cell ->
                  cell.get(Factor.FAULT).killsMembers()
                      && (cell.get(Factor.SECONDARY) == SecondaryState.STOPPED
                          || cell.get(Factor.OPLOG_MEGABYTES) + cell.get(Factor.HISTORY) > 0),
              "a fault that kills members brings them back without what secondary, oplogMegabytes"
                  + " and historySeconds changed")
          .add("What goes wrong while a game saves; changes the deployment");

  /** Seconds that a fault lasts. A killed primary stays away until the trial has ended. */
  public static final Factor<Integer> FAULT_SECONDS =
      number("faultSeconds", 0, 0, 600)
          .follows(cell -> cell.get(Factor.FAULT) == GameFault.NONE, cell -> 0)
          .add("How long the fault lasts; a killed primary stays away until the trial has ended");

  private static final List<Factor<?>> ALL = List.copyOf(DECLARED);

  private record Rule<R>(Predicate<Cell> when, Function<Cell, R> result) {}

  private final int place;
  private final Declaration<T> declared;

  private Factor(int place, Declaration<T> declared) {
    this.place = place;
    this.declared = declared;
  }

  /** All factors, in order. */
  public static List<Factor<?>> all() {
    return ALL;
  }

  /** The factor of that name in study files. */
  public static Optional<Factor<?>> named(String name) {
    return ALL.stream().filter(f -> f.yamlName().equals(name)).findFirst();
  }

  /** Every name, in order. */
  public static List<String> names() {
    return ALL.stream().map(Factor::yamlName).toList();
  }

  /** The name in study files and records. */
  public String yamlName() {
    return declared.name;
  }

  /** The value of a cell whose study does not name this factor. */
  public T defaultValue() {
    return declared.absent;
  }

  /** What it is, a sentence without its full stop. */
  public String meaning() {
    return declared.meaning;
  }

  /** What its values look like in a file. */
  public Form form() {
    Form.Scalar plain =
        new Form.Scalar(declared.form.words(), declared.form.rules(), this::problem);
    return this == DOCUMENT ? new Form.Either(plain, DocumentKind.SAMPLED) : plain;
  }

  private @Nullable String problem(String text) {
    try {
      Objects.requireNonNull(read(text));
      return null;
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException if the text is no value of this factor; the message lists what
   *     is
   */
  public T parse(String text) {
    return declared.parser.apply(text);
  }

  /**
   * Reads a value that a user wrote: as {@link #parse}, but for what only records hold.
   *
   * @throws IllegalArgumentException for those too; the message says what to write instead
   */
  public T read(String text) {
    String instead = declared.onlyInRecords.get(text);
    if (instead != null) {
      throw new IllegalArgumentException("'" + text + "' is no value of files; say " + instead);
    }
    return parse(text);
  }

  /** Whether the server sees the same calls whatever its value. */
  public boolean clientOnly() {
    return declared.client;
  }

  /** Whether its value decides which code runs, and so what the JIT compiler must have seen. */
  public boolean changesCode() {
    return declared.code;
  }

  /** Whether a value that is not the default asks something of the deployment itself. */
  public boolean changesDeployment() {
    return declared.deployment;
  }

  /** Whether the cell's other factors set this one, so that it can't be chosen. */
  boolean followsIn(Cell cell) {
    return declared.follows.stream().anyMatch(rule -> rule.when.test(cell));
  }

  /** The value in a cell: what its other factors set, else what was chosen. */
  T settle(Cell chosen) {
    return declared.follows.stream()
        .filter(rule -> rule.when.test(chosen))
        .findFirst()
        .map(rule -> rule.result.apply(chosen))
        .orElseGet(() -> chosen.get(this));
  }

  /** Why the cell can't be because of this factor's value, empty if it can. */
  Optional<String> contradiction(Cell cell) {
    return declared.excludes.stream()
        .filter(rule -> rule.when.test(cell))
        .findFirst()
        .map(rule -> rule.result.apply(cell));
  }

  /** Its part of a cell's id: the value where that tells itself, else name and value. */
  String idPart(Cell cell) {
    String value = cell.get(this).toString();
    return declared.namesItself ? value : yamlName() + value;
  }

  @Override
  public int compareTo(Factor<?> other) {
    return Integer.compare(place, other.place);
  }

  @Override
  public String toString() {
    return yamlName();
  }

  private static boolean ofFlush(Cell cell) {
    return cell.get(Factor.FLUSH_SECONDS)
                + cell.get(Factor.FLUSH_DOCUMENTS)
                + cell.get(Factor.FLUSH_KILOBYTES)
                + cell.get(Factor.CHANGES_PER_MINUTE)
            > 0
        || cell.get(Factor.FAULT) != GameFault.NONE;
  }

  private static boolean economy(Cell cell) {
    return cell.operation() == Operation.ECONOMY;
  }

  /** A worker has one call in flight; of a job without workers the cell is excluded anyway. */
  private static int callsOfWorkers(Cell cell) {
    int workers = cell.dispatch() == Dispatch.TASK ? cell.tasks() : cell.queueWorkers();
    return workers > 0 ? workers : cell.inFlight();
  }

  private static <T> Declaration<T> declare(
      String name, Form.Scalar form, T absent, Function<String, T> parser) {
    return new Declaration<>(name, form, absent, parser);
  }

  private static <E extends Enum<E> & NamedChoice> Declaration<E> choice(
      String name, E absent, E[] values) {
    return declare(name, Form.choice(values), absent, text -> chosen(text, values)).namesItself();
  }

  private static <E extends Enum<E> & NamedChoice> E chosen(String text, E[] values) {
    List<String> names = Arrays.stream(values).map(NamedChoice::yamlName).toList();
    int place = names.indexOf(text);
    if (place < 0) {
      throw new IllegalArgumentException(Suggestion.notOneOf(text, names));
    }
    return values[place];
  }

  /** Why the cell's upserts can't be made. */
  static String upsertInArray(Cell cell, UpdatePath path) {
    return "an upsert of a "
        + cell.document()
        + " that is not there makes no array for '"
        + path
        + "': leave upserts out, or name fields outside of arrays";
  }

  /** As records say it from before there was {@code write}. */
  private static boolean replacesByShape(Cell cell) {
    return cell.get(Factor.SHAPE) == UpdateShape.REPLACE
        && (cell.write().equals(WriteKind.UPDATE) || cell.write().equals(WriteKind.REPLACE));
  }

  private static UpdateShape shape(String text) {
    return text.equals(UpdateShape.REPLACE.yamlName())
        ? UpdateShape.REPLACE
        : chosen(text, UpdateShape.OF_UPDATES.toArray(UpdateShape[]::new));
  }

  private static Declaration<Integer> number(String name, int absent, int min, int max) {
    return declare(name, Form.whole(min, max), absent, text -> integer(text, min, max));
  }

  private static int integer(String text, int min, int max) {
    try {
      int value = Integer.parseInt(text.replace("_", ""));
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the one message for every bad number.
    }
    throw new IllegalArgumentException(
        "'" + text + "' is not a whole number from " + min + " to " + max);
  }

  private static int oplog(String text) {
    return text.equals("0") ? 0 : integer(text, 990, 1_000_000);
  }

  private static boolean bool(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("'" + text + "' is not true or false");
    };
  }

  /** What a factor says about itself. */
  private static final class Declaration<T> {
    private final String name;
    private final Form.Scalar form;
    private final T absent;
    private String meaning = "";
    private final Function<String, T> parser;
    private final Map<String, String> onlyInRecords = new HashMap<>();
    private final List<Rule<T>> follows = new ArrayList<>();
    private final List<Rule<String>> excludes = new ArrayList<>();
    private boolean code;
    private boolean deployment;
    private boolean client;
    private boolean namesItself;

    Declaration(String name, Form.Scalar form, T absent, Function<String, T> parser) {
      this.name = name;
      this.form = form;
      this.absent = absent;
      this.parser = parser;
    }

    /** Where {@code when} holds, other factors set the value; they are asked as chosen. */
    Declaration<T> follows(Predicate<Cell> when, Function<Cell, T> value) {
      follows.add(new Rule<>(when, value));
      return this;
    }

    /** Cells that can't be, and why. */
    Declaration<T> excludes(Predicate<Cell> when, String because) {
      return excludes(when, cell -> because);
    }

    Declaration<T> excludes(Predicate<Cell> when, Function<Cell, String> because) {
      excludes.add(new Rule<>(when, because));
      return this;
    }

    Declaration<T> changesCode() {
      code = true;
      return this;
    }

    Declaration<T> clientOnly() {
      client = true;
      return this;
    }

    Declaration<T> changesDeployment() {
      deployment = true;
      return this;
    }

    Declaration<T> namesItself() {
      namesItself = true;
      return this;
    }

    /** A value that earlier records hold; in a file it is refused with what to write instead. */
    Declaration<T> onlyInRecords(T value, String instead) {
      onlyInRecords.put(value.toString(), instead);
      return this;
    }

    /** Declares it; {@code means} says what it is, a sentence without its full stop. */
    Factor<T> add(String means) {
      meaning = means;
      Factor<T> factor = new Factor<>(DECLARED.size(), this);
      DECLARED.add(factor);
      return factor;
    }
  }
}
