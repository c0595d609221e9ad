package dev.weir.study;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a study can vary. To add one: a constant here, an accessor in {@link Cell}, and the code
 * that obeys it.
 *
 * <p>The order of the constants is the order of columns and of the parts of a cell's id.
 */
@SuppressWarnings(
    "ImmutableEnumChecker") // the values and parsers are immutable, only their types don't say so
public enum Factor {
  DRIVER("driver", DriverKind.SYNC, choice(DriverKind.values())),
  OPERATION("operation", Operation.SINGLE, choice(Operation.values())),
  /**
   * Documents per {@code bulkWrite}; does not apply to single updates. The driver's own limit is
   * 100,000.
   */
  BATCH("batch", 1, integer(1, 100_000)),
  /** Calls in flight at once; for the sync driver the number of threads. */
  IN_FLIGHT("inFlight", 1, integer(1, 10_000)),
  DOCUMENT("document", DocumentKind.parse("role56"), DocumentKind::parse),
  SHAPE("shape", UpdateShape.SET_FIELDS, choice(UpdateShape.values())),
  KEYS("keys", KeyChoice.UNIFORM, choice(KeyChoice.values())),
  ENCODING("encoding", Encoding.DOCUMENT, choice(Encoding.values())),
  WRITE_CONCERN("writeConcern", Durability.W1, choice(Durability.values())),
  /** The driver's {@code maxPoolSize}. 100 is the drivers' own default. */
  POOL("pool", 100, integer(1, 10_000)),
  /** The driver's {@code retryWrites}. True is the drivers' own default. */
  RETRY_WRITES("retryWrites", true, Factor::bool),
  /**
   * Client processes that load at once, each with so many calls in flight and a pool of its own.
   * More than one host bears belong onto more hosts.
   */
  CLIENTS("clients", 1, integer(1, 64)),
  /** Milliseconds that a call waits for a connection before it fails: {@code maxWaitTime}. */
  POOL_WAIT("poolWaitMillis", 30_000, integer(1, 600_000)),
  /** Connections of each client's pool that somebody took and never gives back. */
  STUCK("stuck", 0, integer(0, 10_000)),
  /**
   * Mean time between the starts of two operations of a worker of the economy if answers took no
   * time; 20990 is TPC-C's own. 0 for all other operations.
   */
  CYCLE("cycleMillis", 0, integer(0, 1_000_000)),
  CONNECTIONS("connections", ConnectionUse.POOLED, choice(ConnectionUse.values())),
  /** How a job's tasks come to queue workers; without, calls follow each other endlessly. */
  DISPATCH("dispatch", Dispatch.NONE, choice(Dispatch.values())),
  /** Tasks of a job, all there at its start; 0 without dispatch. */
  TASKS("tasks", 0, integer(0, 100_000)),
  /** Calls that each task makes, one after the other; 0 without dispatch. */
  BATCHES_PER_TASK("batchesPerTask", 0, integer(0, 1_000_000)),
  /** Threads with a queue of tasks each; with {@link Dispatch#TASK} as many as tasks. */
  QUEUE_WORKERS("queueWorkers", 0, integer(0, 10_000)),
  /** Whether the secondaries run; only of a deployment that Weir started. */
  SECONDARY("secondary", SecondaryState.RUNNING, choice(SecondaryState.values())),
  /** Size of every member's oplog, at least the server's least of 990; 0 leaves it as started. */
  OPLOG_MEGABYTES("oplogMegabytes", 0, Factor::oplog),
  /**
   * Seconds for which every member keeps old versions for reads at a past snapshot ({@code
   * minSnapshotHistoryWindowInSeconds}, MongoDB's own is 300); 0 leaves it as started.
   */
  HISTORY("historySeconds", 0, integer(0, 86_400)),
  /**
   * Milliseconds by which a proxy delays every answer, as a distant server would; only of a server
   * that Weir started. In a study with such cells the others go through the proxy too.
   */
  LINK_MILLIS("linkMillis", 0, integer(0, 10_000)),
  /** Over how many shards the collection is spread; only where the deployment is sharded. */
  SHARDS("shards", Shards.ALL, choice(Shards.values())),
  /**
   * Mean milliseconds, exponentially distributed, that each of the calls in flight pauses before it
   * is made again: a load that leaves the server time. 0 for none.
   */
  THINK("thinkMillis", 0, integer(0, 600_000)),
  /**
   * Seconds that are measured, after half as many of the same load; 0 to measure as soon as it is
   * steady, for as long as the study's trials last. Checkpoints and eviction come in minutes: a
   * server that is asked for seconds has put off part of its work.
   */
  SUSTAINED("sustainedSeconds", 0, integer(0, 86_400));

  private final String yamlName;
  private final Object defaultValue;
  private final Function<String, Object> parser;

  Factor(String yamlName, Object defaultValue, Function<String, Object> parser) {
    this.yamlName = yamlName;
    this.defaultValue = defaultValue;
    this.parser = parser;
  }

  /** The name in study files and records. */
  public String yamlName() {
    return yamlName;
  }

  /** The value of a cell whose study does not name this factor. */
  public Object defaultValue() {
    return defaultValue;
  }

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException if the text is no value of this factor; the message lists what
   *     is
   */
  public Object parse(String text) {
    return parser.apply(text);
  }

  /** The factor of that name in study files. */
  public static Optional<Factor> named(String name) {
    return Arrays.stream(values()).filter(f -> f.yamlName.equals(name)).findFirst();
  }

  /** Every name, in order. */
  public static List<String> names() {
    return Arrays.stream(values()).map(Factor::yamlName).toList();
  }

  private static <E extends Enum<E> & NamedChoice> Function<String, Object> choice(E[] values) {
    return text ->
        Arrays.stream(values)
            .filter(v -> v.yamlName().equals(text))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "'"
                            + text
                            + "' is not one of "
                            + Arrays.stream(values)
                                .map(NamedChoice::yamlName)
                                .collect(Collectors.joining(", "))));
  }

  private static Function<String, Object> integer(int min, int max) {
    return text -> {
      try {
        int value = Integer.parseInt(text);
        if (value >= min && value <= max) {
          return value;
        }
      } catch (NumberFormatException e) {
        // Falls through to the one message for every bad number.
      }
      throw new IllegalArgumentException(
          "'" + text + "' is not a whole number from " + min + " to " + max);
    };
  }

  private static Object oplog(String text) {
    return text.equals("0") ? Integer.valueOf(0) : integer(990, 1_000_000).apply(text);
  }

  private static Object bool(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("'" + text + "' is not true or false");
    };
  }
}
