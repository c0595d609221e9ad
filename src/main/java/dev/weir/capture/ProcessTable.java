package dev.weir.capture;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The processes to watch, by label; changes while the run goes on, since every round has fresh
 * JVMs.
 */
final class ProcessTable {
  private final Map<String, Long> pids = new LinkedHashMap<>();

  ProcessTable(Map<String, Long> initial) {
    pids.putAll(initial);
  }

  synchronized void put(String label, long pid) {
    pids.put(label, pid);
  }

  synchronized void remove(String label) {
    pids.remove(label);
  }

  synchronized Map<String, Long> snapshot() {
    return new LinkedHashMap<>(pids);
  }
}
