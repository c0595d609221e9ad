package dev.weir.runner.ycsb;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What {@code weir ycsb} was asked to run.
 *
 * @param name of the run: lower-case letters, digits and hyphens
 * @param phases in order
 * @param properties the workload's, files and overrides merged, without the server's URI
 * @param threads YCSB's threads
 * @param target operations per second in all, 0 for as many as possible
 * @param driver {@code sync} or {@code reactive}
 * @param binding class of YCSB's binding
 * @param processMain class that runs YCSB's client in its own JVM
 * @param repeats how often all is done, each time on fresh JVMs and, after a load, fresh data
 * @param warmUp length of the warm-up before each phase
 */
public record YcsbRequest(
    String name,
    List<Phase> phases,
    Map<String, String> properties,
    int threads,
    int target,
    String driver,
    String binding,
    String processMain,
    int repeats,
    Duration warmUp) {
  public YcsbRequest {
    phases = List.copyOf(phases);
    properties = Map.copyOf(properties);
  }

  /** YCSB's phases. */
  public enum Phase {
    LOAD,
    RUN;

    String title() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  int batchSize() {
    return Integer.parseInt(
        properties.getOrDefault("batchsize", properties.getOrDefault("mongodb.batchsize", "1")));
  }

  String table() {
    return properties.getOrDefault("table", "usertable");
  }

  boolean upserts() {
    return Boolean.parseBoolean(properties.get("mongodb.upsert"));
  }

  long operations(Phase phase) {
    return Long.parseLong(
        phase == Phase.RUN
            ? properties.getOrDefault("operationcount", "0")
            : properties.getOrDefault("insertcount", properties.getOrDefault("recordcount", "0")));
  }

  /** All of it that belongs into a record. */
  Map<String, Object> recorded() {
    Map<String, Object> all = new TreeMap<>();
    all.put("name", name);
    all.put("tool", "YCSB 0.17.0");
    all.put("phases", phases.stream().map(Phase::title).toList());
    all.put("threads", threads);
    all.put("target", target);
    all.put("driver", driver);
    all.put("repeats", repeats);
    all.put("warmUp", warmUp.toSeconds() + "s");
    all.put("properties", new TreeMap<>(properties));
    return all;
  }
}
