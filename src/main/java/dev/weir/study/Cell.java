package dev.weir.study;

import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * One combination of factor values: what one trial measures. Immutable; equal when all factors are.
 */
public final class Cell {
  private final EnumMap<Factor, Object> values;

  private Cell(EnumMap<Factor, Object> values) {
    this.values = values;
  }

  /** The cell with these values and, for every factor not given, the default. */
  public static Cell of(Map<Factor, Object> given) {
    EnumMap<Factor, Object> all = new EnumMap<>(Factor.class);
    for (Factor factor : Factor.values()) {
      all.put(factor, given.getOrDefault(factor, factor.defaultValue()));
    }
    Operation operation = (Operation) all.get(Factor.OPERATION);
    if (operation != null && !operation.bulk()) {
      all.put(Factor.BATCH, 1); // a single update has no batch
    }
    if (operation == Operation.FIND_NEWEST) {
      all.put(Factor.DOCUMENT, DocumentKind.ITEM); // roles have neither type nor date
    }
    if (operation == Operation.ECONOMY) {
      all.put(Factor.WRITE_CONCERN, Durability.MAJORITY); // of every transaction
    }
    if (all.get(Factor.CONNECTIONS) == ConnectionUse.SESSION) {
      all.put(Factor.POOL, 1);
    }
    Dispatch dispatch = (Dispatch) all.get(Factor.DISPATCH);
    if (dispatch == Dispatch.TASK) {
      all.put(Factor.QUEUE_WORKERS, value(all, Factor.TASKS));
    }
    int workers = (Integer) value(all, Factor.QUEUE_WORKERS);
    if (dispatch != Dispatch.NONE && workers > 0) {
      all.put(Factor.IN_FLIGHT, workers); // a worker has one call in flight
    }
    return new Cell(all);
  }

  private static Object value(Map<Factor, Object> all, Factor factor) {
    return all.getOrDefault(factor, factor.defaultValue());
  }

  /**
   * Reads a cell from names and values as they stand in a record.
   *
   * @throws IllegalArgumentException for an unknown factor or value
   */
  public static Cell parse(Map<String, String> factors) {
    EnumMap<Factor, Object> given = new EnumMap<>(Factor.class);
    factors.forEach(
        (name, text) -> {
          Factor factor =
              Factor.named(name)
                  .orElseThrow(() -> new IllegalArgumentException("unknown factor '" + name + "'"));
          given.put(factor, factor.parse(text));
        });
    return of(given);
  }

  /** This cell with one factor changed. */
  public Cell with(Factor factor, Object value) {
    EnumMap<Factor, Object> changed = new EnumMap<>(values);
    changed.put(factor, value);
    return of(changed);
  }

  /**
   * This cell with so many calls in flight; of a job, with as many more or fewer tasks and workers.
   */
  public Cell withInFlight(int calls) {
    if (dispatch() == Dispatch.NONE) {
      return with(Factor.IN_FLIGHT, calls);
    }
    int scaled = (int) Math.max(1, (long) tasks() * calls / Math.max(1, inFlight()));
    return with(Factor.TASKS, scaled).with(Factor.QUEUE_WORKERS, calls);
  }

  /** Whether this cell is free to differ in that factor; else its value follows from others. */
  boolean chooses(Factor factor) {
    return switch (factor) {
      case BATCH -> operation().bulk();
      case IN_FLIGHT -> dispatch() == Dispatch.NONE;
      case QUEUE_WORKERS -> dispatch() != Dispatch.TASK;
      case WRITE_CONCERN -> operation() != Operation.ECONOMY;
      case POOL -> connections() != ConnectionUse.SESSION;
      default -> true;
    };
  }

  public Object get(Factor factor) {
    Object value = values.get(factor);
    if (value == null) {
      throw new IllegalStateException("a cell holds every factor, but not " + factor);
    }
    return value;
  }

  public DriverKind driver() {
    return (DriverKind) get(Factor.DRIVER);
  }

  public Operation operation() {
    return (Operation) get(Factor.OPERATION);
  }

  /** Documents per call to the driver; 1 for single updates. */
  public int batch() {
    return (Integer) get(Factor.BATCH);
  }

  public int inFlight() {
    return (Integer) get(Factor.IN_FLIGHT);
  }

  public DocumentKind document() {
    return (DocumentKind) get(Factor.DOCUMENT);
  }

  public UpdateShape shape() {
    return (UpdateShape) get(Factor.SHAPE);
  }

  public KeyChoice keys() {
    return (KeyChoice) get(Factor.KEYS);
  }

  public Encoding encoding() {
    return (Encoding) get(Factor.ENCODING);
  }

  public Durability writeConcern() {
    return (Durability) get(Factor.WRITE_CONCERN);
  }

  public int pool() {
    return (Integer) get(Factor.POOL);
  }

  public boolean retryWrites() {
    return (Boolean) get(Factor.RETRY_WRITES);
  }

  public SecondaryState secondary() {
    return (SecondaryState) get(Factor.SECONDARY);
  }

  /** Size of each member's oplog, 0 to leave it as it is. */
  public int oplogMegabytes() {
    return (Integer) get(Factor.OPLOG_MEGABYTES);
  }

  /** Seconds of old versions that members keep, 0 to leave it as it is. */
  public int historySeconds() {
    return (Integer) get(Factor.HISTORY);
  }

  /** Added latency of the link in ms. */
  public int linkMillis() {
    return (Integer) get(Factor.LINK_MILLIS);
  }

  /** Client processes; {@link #inFlight} and {@link #pool} are those of each. */
  public int clients() {
    return (Integer) get(Factor.CLIENTS);
  }

  /** Longest wait for a connection, in ms. */
  public int poolWaitMillis() {
    return (Integer) get(Factor.POOL_WAIT);
  }

  /** Connections of each pool that are out for good. */
  public int stuck() {
    return (Integer) get(Factor.STUCK);
  }

  public ConnectionUse connections() {
    return (ConnectionUse) get(Factor.CONNECTIONS);
  }

  /** Mean cycle of a worker of the economy in ms; 0 for all other operations. */
  public int cycleMillis() {
    return (Integer) get(Factor.CYCLE);
  }

  public Dispatch dispatch() {
    return (Dispatch) get(Factor.DISPATCH);
  }

  /** Tasks of a job, 0 without jobs. */
  public int tasks() {
    return (Integer) get(Factor.TASKS);
  }

  /** Calls of a task, 0 without jobs. */
  public int batchesPerTask() {
    return (Integer) get(Factor.BATCHES_PER_TASK);
  }

  /** Workers that share a job's tasks, 0 without jobs. */
  public int queueWorkers() {
    return (Integer) get(Factor.QUEUE_WORKERS);
  }

  public Shards shards() {
    return (Shards) get(Factor.SHARDS);
  }

  /** Mean pause before each call in ms, 0 for none. */
  public int thinkMillis() {
    return (Integer) get(Factor.THINK);
  }

  /** Seconds to measure after half as many; 0 to measure as soon as the load is steady. */
  public int sustainedSeconds() {
    return (Integer) get(Factor.SUSTAINED);
  }

  /** What makes this combination impossible anywhere, empty if nothing does. */
  public Optional<String> contradiction() {
    if (document().equals(DocumentKind.ITEM) && operation().writes()) {
      return Optional.of("documents of kind " + DocumentKind.ITEM + " are read, not written");
    }
    if (dispatch() != Dispatch.NONE && driver() == DriverKind.REACTIVE) {
      return Optional.of("a queue worker waits for each call: dispatch needs a driver that blocks");
    }
    if (dispatch() != Dispatch.NONE && !operation().writes()) {
      return Optional.of("the tasks of a job write; " + operation() + " does not");
    }
    int jobs = Math.min(tasks(), Math.min(batchesPerTask(), queueWorkers()));
    if (dispatch() != Dispatch.NONE && jobs == 0) {
      return Optional.of("dispatch needs tasks, batchesPerTask and, by modulo, queueWorkers");
    }
    if (dispatch() == Dispatch.NONE && tasks() + batchesPerTask() + queueWorkers() > 0) {
      return Optional.of("tasks, batchesPerTask and queueWorkers need a dispatch");
    }
    if (thinkMillis() > 0 && (driver() == DriverKind.REACTIVE || dispatch() != Dispatch.NONE)) {
      return Optional.of("thinkMillis pauses threads that call endlessly, by a driver that blocks");
    }
    return operation() == Operation.ECONOMY ? economyContradiction() : plainContradiction();
  }

  private Optional<String> economyContradiction() {
    if (driver() != DriverKind.SYNC || clients() > 1 || stuck() > 0) {
      return Optional.of("the economy is played with the sync driver by one client");
    }
    if (connections() != ConnectionUse.POOLED && connections() != ConnectionUse.SESSION) {
      return Optional.of("the economy's workers share a pool or own a session");
    }
    if (sustainedSeconds() + thinkMillis() > 0) {
      return Optional.of("the economy has a ramp and pauses of its own");
    }
    return cycleMillis() > 0
        ? Optional.empty()
        : Optional.of("the economy needs cycleMillis; TPC-C's own is 20990");
  }

  private Optional<String> plainContradiction() {
    if (cycleMillis() > 0 || connections() == ConnectionUse.SESSION) {
      return Optional.of("cycleMillis and connections: session belong to operation: economy");
    }
    boolean syncOnly = stuck() > 0 || connections() == ConnectionUse.CLIENT_PER_CALL;
    if (driver() == DriverKind.REACTIVE && syncOnly) {
      return Optional.of("stuck connections and clients per call are made with the sync driver");
    }
    return Optional.empty();
  }

  /** Every factor by its name, as it is written into records. */
  public Map<String, String> factors() {
    Map<String, String> named = new LinkedHashMap<>();
    values.forEach((factor, value) -> named.put(factor.yamlName(), value.toString()));
    return named;
  }

  /**
   * A short id: the factors that the study varies, and of the others those in which this cell
   * departs from the base. Unique among the cells of a study, and safe as a file name: letters,
   * digits and underscores.
   *
   * @param varied factors that are always named
   * @param base the values of the others that need no naming
   */
  public String id(Collection<Factor> varied, Cell base) {
    StringJoiner id = new StringJoiner("_");
    for (Factor factor : Factor.values()) {
      Object value = get(factor);
      if (chooses(factor) && (varied.contains(factor) || !value.equals(base.get(factor)))) {
        boolean tellsItself = value instanceof NamedChoice || value instanceof DocumentKind;
        id.add(tellsItself ? value.toString() : factor.yamlName() + value);
      }
    }
    return id.length() == 0 ? "cell" : id.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cell cell && cell.values.equals(values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return factors().toString();
  }
}
