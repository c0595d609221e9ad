package dev.weir.games;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a game wrote to one collection, by its own count. */
public final class Saved {
  private final String collection;
  private final List<Double> times = new ArrayList<>();
  private final List<Integer> keys = new ArrayList<>();
  private long changes;
  private long fields;
  private long bytes;
  private long calls;
  private long inserts;
  private long deletes;

  Saved(String collection) {
    this.collection = collection;
  }

  void changed(int times) {
    changes += times;
  }

  void update(double time, int key, int ofFields, int ofBytes) {
    times.add(time);
    keys.add(key);
    fields += ofFields;
    bytes += ofBytes;
  }

  void call() {
    calls++;
  }

  void inserted(int documents) {
    inserts += documents;
  }

  void deleted(int documents) {
    deletes += documents;
  }

  public String collection() {
    return collection;
  }

  /** Changes in memory, saved or not. */
  public long changes() {
    return changes;
  }

  public long updates() {
    return times.size();
  }

  public long inserts() {
    return inserts;
  }

  public long deletes() {
    return deletes;
  }

  public double fieldsPerUpdate() {
    return (double) fields / updates();
  }

  public double bytesPerUpdate() {
    return (double) bytes / updates();
  }

  public double updatesPerCall() {
    return (double) updates() / calls;
  }

  /** Different documents that were updated. */
  public long documents() {
    return new HashSet<>(keys).size();
  }

  /** Different documents that were updated in a period, in the mean of all whole ones. */
  public double documentsPerPeriod(double period, double seconds) {
    int periods = (int) Math.floor(seconds / period);
    List<Set<Integer>> seen = new ArrayList<>();
    for (int i = 0; i < periods; i++) {
      seen.add(new HashSet<>());
    }
    for (int i = 0; i < keys.size(); i++) {
      int at = (int) (times.get(i) / period);
      if (at < periods) {
        seen.get(at).add(keys.get(i));
      }
    }
    return seen.stream().mapToInt(Set::size).average().orElse(0);
  }
}
