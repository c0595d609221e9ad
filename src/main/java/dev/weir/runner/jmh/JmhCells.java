package dev.weir.runner.jmh;

import dev.weir.study.Cell;
import dev.weir.study.Dispatch;
import dev.weir.study.DriverKind;
import dev.weir.study.Factor;
import dev.weir.study.Operation;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Param;

/** How a study's cell becomes a JMH benchmark with parameters, and which cells can't. */
public final class JmhCells {
  /** The parameter that holds the cell's id, so that no two cells have the same parameters. */
  public static final String ID = "cell";

  private static final String SYNC = "dev.weir.benchmarks.BlockingWriteBenchmark";
  private static final String ASYNC = "dev.weir.benchmarks.AsyncWriteBenchmark";

  private JmhCells() {}

  /** Why JMH can't measure that cell, empty if it can. */
  public static Optional<String> refusal(Cell cell) {
    String reason = null;
    if (cell.clients() > 1) {
      reason = "measures in one process, not in " + cell.clients() + " clients";
    } else if (cell.operation() == Operation.ECONOMY) {
      reason = "has no pacing, which the economy needs";
    } else if (cell.flushes()) {
      reason = "plays no game that saves what its players change (flush)";
    } else if (cell.dispatch() != Dispatch.NONE) {
      reason = "has no task queues; its threads call endlessly";
    } else if (cell.thinkMillis() > 0) {
      reason = "has no pauses between calls (thinkMillis)";
    } else if (cell.sustainedSeconds() > 0) {
      reason = "has no load that goes on for minutes before it is measured (sustainedSeconds)";
    }
    return Optional.ofNullable(reason).map(why -> "JMH " + why + "; use --harness turns");
  }

  /** The class and method that measures the cell. */
  static String benchmark(Cell cell) {
    return type(cell) + ".write";
  }

  /** JMH's threads: those of the sync driver are its calls in flight, else one starts them all. */
  static int threads(Cell cell) {
    return cell.driver() == DriverKind.SYNC ? cell.inFlight() : 1;
  }

  /** The values of all factors that are parameters of the benchmark, and the cell's id. */
  static Map<String, String> params(String id, Cell cell) {
    Map<String, String> params = new LinkedHashMap<>(cell.factors());
    params.keySet().retainAll(declared(type(cell)));
    params.put(ID, id);
    return params;
  }

  private static String type(Cell cell) {
    return cell.driver() == DriverKind.SYNC ? SYNC : ASYNC;
  }

  private static Set<String> declared(String benchmark) {
    try {
      return Arrays.stream(Class.forName(benchmark).getFields())
          .filter(field -> field.isAnnotationPresent(Param.class))
          .map(Field::getName)
          .collect(Collectors.toSet());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("this jar was built without its benchmarks", e);
    }
  }

  /** The cell that a benchmark's parameters describe, empty if it is no benchmark of writes. */
  static Optional<Cell> cell(String benchmark, int threads, Map<String, String> params) {
    String type = benchmark.substring(0, Math.max(0, benchmark.lastIndexOf('.')));
    if (!List.of(SYNC, ASYNC).contains(type)) { // others have a server of their own
      return Optional.empty();
    }
    Map<String, String> factors = new LinkedHashMap<>(params);
    factors.remove(ID);
    factors.putIfAbsent(Factor.DRIVER.yamlName(), DriverKind.SYNC.yamlName());
    factors.putIfAbsent(Factor.IN_FLIGHT.yamlName(), Integer.toString(threads));
    return Optional.of(Cell.parse(factors));
  }
}
