package dev.weir.capture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * A JMH profiler that reads the server's counters before and after each iteration and tells their
 * growth per document written. Where the server counts no documents the growth is given per
 * operation of the benchmark.
 *
 * <p>Its option is {@code uri=mongodb://…}; without it the environment variable {@code WEIR_URI}
 * counts, which keeps a password out of the process list.
 */
abstract class ServerProfiler implements InternalProfiler {
  private static final String OPTION = "uri=";
  private static final List<String> DOCUMENTS =
      List.of("metrics.document.inserted", "metrics.document.updated", "metrics.document.deleted");

  private final String label;
  private final String unit;
  private final List<String> counters;
  private final ServerStatusFields fields = new ServerStatusFields();
  private final ServerStatusSource server;
  private Map<String, Number> before = Map.of();

  /**
   * @param label name of the secondary result
   * @param unit of the counters' sum
   * @param counters paths in {@code serverStatus} whose growth is added up
   */
  ServerProfiler(String label, String unit, List<String> counters, ServerStatusSource server) {
    this.label = label;
    this.unit = unit;
    this.counters = counters;
    this.server = server;
  }

  /**
   * Connects.
   *
   * @param options what stands after the colon of {@code -prof}
   * @param environment its {@code WEIR_URI} counts if the options name no URI
   * @throws ProfilerException if there is no URI, or a malformed one
   */
  static ServerStatusSource source(String options, @Nullable String environment)
      throws ProfilerException {
    String uri = options.startsWith(OPTION) ? options.substring(OPTION.length()) : environment;
    if (uri == null || uri.isBlank() || !(options.isEmpty() || options.startsWith(OPTION))) {
      throw new ProfilerException(
          "give the server as '-prof <profiler>:uri=mongodb://…' or in the variable WEIR_URI");
    }
    try {
      return new MongoServerStatusSource(uri);
    } catch (IllegalArgumentException e) {
      // The driver's message may quote a password.
      throw new ProfilerException("not a MongoDB URI; write it as mongodb://host:port/");
    }
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    begin();
  }

  void begin() {
    before = read();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    return end((double) result.getMetadata().getAllOps());
  }

  /**
   * @param operations of the benchmark since {@link #begin}
   */
  Collection<? extends Result<?>> end(double operations) {
    Map<String, Number> after = read();
    if (counters.stream().noneMatch(after::containsKey)) {
      return List.of(); // another storage engine or platform: nothing to tell
    }
    double documents = growth(DOCUMENTS, after);
    double per = documents > 0 ? documents : operations;
    return per <= 0
        ? List.of()
        : List.of(
            new ScalarResult(
                label,
                growth(counters, after) / per,
                unit + (documents > 0 ? "/document" : "/op"),
                AggregationPolicy.AVG));
  }

  private double growth(List<String> paths, Map<String, Number> after) {
    double sum = 0;
    for (String path : paths) {
      Number to = after.get(path);
      Number from = before.get(path);
      if (to != null && from != null) {
        sum += to.doubleValue() - from.doubleValue();
      }
    }
    return sum;
  }

  private Map<String, Number> read() {
    try {
      return fields.select(server.serverStatus());
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }
}
