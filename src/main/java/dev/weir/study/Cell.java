package dev.weir.study;

import dev.weir.study.sample.UpdatePath;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * One combination of factor values: what one trial measures. Immutable; equal when all factors are.
 */
public final class Cell {
  private final Map<Factor<?>, Object> values;

  private Cell(Map<Factor<?>, Object> values) {
    this.values = values;
  }

  /**
   * The cell with these values; for every factor not given, the default, and where others set a
   * factor, what they set.
   */
  public static Cell of(Map<Factor<?>, Object> given) {
    Map<Factor<?>, Object> chosen = new TreeMap<>();
    for (Factor<?> factor : Factor.all()) {
      chosen.put(factor, given.getOrDefault(factor, factor.defaultValue()));
    }
    Cell asked = new Cell(chosen);
    Map<Factor<?>, Object> settled = new TreeMap<>();
    Factor.all().forEach(factor -> settled.put(factor, factor.settle(asked)));
    return new Cell(settled);
  }

  /**
   * Reads a cell from names and values as they stand in a record.
   *
   * @throws IllegalArgumentException for an unknown factor or value
   */
  public static Cell parse(Map<String, String> factors) {
    Map<Factor<?>, Object> given = new TreeMap<>();
    factors.forEach(
        (name, text) -> {
          Factor<?> factor =
              Factor.named(name)
                  .orElseThrow(() -> new IllegalArgumentException("unknown factor '" + name + "'"));
          given.put(factor, factor.parse(text));
        });
    return of(given);
  }

  /** This cell with one factor changed. */
  public <T> Cell with(Factor<T> factor, T value) {
    Map<Factor<?>, Object> changed = new TreeMap<>(values);
    changed.put(factor, value);
    return of(changed);
  }

  /**
   * This cell with that number of calls in flight; of a job, with as many more or fewer tasks and
   * workers.
   */
  public Cell withInFlight(int calls) {
    if (dispatch() == Dispatch.NONE) {
      return with(Factor.IN_FLIGHT, calls);
    }
    int scaled = (int) Math.max(1, (long) tasks() * calls / Math.max(1, inFlight()));
    return with(Factor.TASKS, scaled).with(Factor.QUEUE_WORKERS, calls);
  }

  /** Whether this cell is free to differ in that factor; else its value follows from others. */
  boolean chooses(Factor<?> factor) {
    return !factor.followsIn(this);
  }

  /** The factors by which this cell asks something of the deployment itself, in order. */
  public List<Factor<?>> changesOfDeployment() {
    return Factor.all().stream()
        .filter(f -> f.changesDeployment() && !f.defaultValue().equals(get(f)))
        .toList();
  }

  /** The values that the server can tell: equal for cells whose calls are alike to it. */
  public Map<Factor<?>, Object> asTheServerSeesIt() {
    Map<Factor<?>, Object> seen = new TreeMap<>(values);
    seen.keySet().removeIf(Factor::clientOnly);
    return seen;
  }

  /** The value of a factor. */
  @SuppressWarnings("unchecked") // put with its type
  public <T> T get(Factor<T> factor) {
    Object value = values.get(factor);
    if (value == null) {
      throw new IllegalStateException("a cell holds every factor, but not " + factor);
    }
    return (T) value;
  }

  public DriverKind driver() {
    return get(Factor.DRIVER);
  }

  public Operation operation() {
    return get(Factor.OPERATION);
  }

  /** What is written, apart from how. */
  public WriteKind write() {
    return get(Factor.WRITE);
  }

  /** The field that keeps an upsert from being made of a sample: one in an array. */
  Optional<UpdatePath> upsertInArray() {
    boolean inserts = operation().writes() && write().upsert() * write().upsertInserts() > 0;
    return inserts && document().sample() != null
        ? document().model().updateInArray()
        : Optional.empty();
  }

  /** Documents per call to the driver; 1 for single updates. */
  public int batch() {
    return get(Factor.BATCH);
  }

  public int inFlight() {
    return get(Factor.IN_FLIGHT);
  }

  public DocumentKind document() {
    return get(Factor.DOCUMENT);
  }

  public int pool() {
    return get(Factor.POOL);
  }

  /** Added latency of the link in ms. */
  public int linkMillis() {
    return get(Factor.LINK_MILLIS);
  }

  /** Client processes; {@link #inFlight} and {@link #pool} are those of each. */
  public int clients() {
    return get(Factor.CLIENTS);
  }

  public Dispatch dispatch() {
    return get(Factor.DISPATCH);
  }

  /** Whether it is a game that saves what its players change, not calls without end. */
  public boolean flushes() {
    return get(Factor.FLUSH) != FlushPolicy.NONE;
  }

  /** Tasks of a job, 0 without jobs. */
  public int tasks() {
    return get(Factor.TASKS);
  }

  /** Calls of a task, 0 without jobs. */
  public int batchesPerTask() {
    return get(Factor.BATCHES_PER_TASK);
  }

  /** Workers that share a job's tasks, 0 without jobs. */
  public int queueWorkers() {
    return get(Factor.QUEUE_WORKERS);
  }

  /** Mean pause before each call in ms, 0 for none. */
  public int thinkMillis() {
    return get(Factor.THINK);
  }

  /** Seconds to measure after half as many; 0 to measure as soon as the load is steady. */
  public int sustainedSeconds() {
    return get(Factor.SUSTAINED);
  }

  /** What makes this combination impossible anywhere, empty if nothing does. */
  public Optional<String> contradiction() {
    return Factor.all().stream().flatMap(factor -> factor.contradiction(this).stream()).findFirst();
  }

  /** Every factor by its name, as it is written into records. */
  public Map<String, String> factors() {
    Map<String, String> named = new LinkedHashMap<>();
    values.forEach((factor, value) -> named.put(factor.yamlName(), value.toString()));
    return named;
  }

  /** As {@link #factors}, with all that another process needs to do the same. */
  public Map<String, String> written() {
    Map<String, String> written = factors();
    written.put(Factor.DOCUMENT.yamlName(), document().written());
    return written;
  }

  /**
   * A short id: the factors that the study varies, and of the others those in which this cell
   * departs from the base. Unique among the cells of a study, and safe as a file name: letters,
   * digits and underscores.
   *
   * @param varied factors that are always named
   * @param base the values of the others that need no naming
   */
  public String id(Collection<Factor<?>> varied, Cell base) {
    StringJoiner id = new StringJoiner("_");
    for (Factor<?> factor : Factor.all()) {
      boolean departs = !get(factor).equals(base.get(factor));
      if (chooses(factor) && (varied.contains(factor) || departs)) {
        id.add(factor.idPart(this));
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
