package dev.weir.capture;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** A ticker that ticks when the test says so. */
final class ManualTicker implements Ticker {
  private final Map<String, Task> tasks = new LinkedHashMap<>();

  @Override
  public AutoCloseable every(Duration interval, String name, Task task) {
    tasks.put(name, task);
    return () -> tasks.remove(name);
  }

  void tick(Instant at, int skipped) {
    tasks.values().forEach(task -> task.tick(at, skipped));
  }

  int running() {
    return tasks.size();
  }
}
