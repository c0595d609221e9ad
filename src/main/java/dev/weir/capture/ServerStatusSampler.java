package dev.weir.capture;

import java.io.IOException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.bson.BsonDocument;

/**
 * The sampler that always runs: {@code serverStatus}, stamped with the middle of its round trip.
 * Its lines carry {@code rttMicros}, {@code pingMicros} (the fastest of a few bare round trips),
 * the server's {@code host} and {@code localTime} (epoch ms on the server's clock).
 */
final class ServerStatusSampler implements Sampler {
  static final String NAME = "serverStatus";

  /** The first of them pays for a woken thread and cold caches, which no busy call does. */
  private static final int PINGS = 5;

  /** Until then the driver's path is interpreted, several times slower than the load's. */
  private static final int FIRST_PINGS = 200;

  /** On a long link a single ping is exact enough, and a sample must not take its second. */
  private static final long LONGEST_BURST_NANOS = 200_000_000;

  private int pings = FIRST_PINGS;
  private final ServerStatusFields fields = new ServerStatusFields();
  private final ServerStatusSource source;
  private final Clock clock;
  private final LongSupplier nanos;

  ServerStatusSampler(ServerStatusSource source, Clock clock, LongSupplier nanos) {
    this.source = source;
    this.clock = clock;
    this.nanos = nanos;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Reading sample() throws IOException {
    long sentMs = clock.millis();
    long sent = nanos.getAsLong();
    BsonDocument status = source.serverStatus();
    long rttNanos = nanos.getAsLong() - sent;

    Map<String, Object> head = new LinkedHashMap<>();
    head.put("rttMicros", rttNanos / 1_000);
    head.put("pingMicros", ping());
    if (status.isString("host")) {
      head.put("host", status.getString("host").getValue());
    }
    if (status.isDateTime("localTime")) {
      head.put("localTime", status.getDateTime("localTime").getValue());
    }
    if (status.isDocument("repl")) {
      member(status.getDocument("repl"), head);
    }
    Map<String, Number> values = fields.select(status);
    ReplicationFields.oplogWindow(status, values);
    if (status.containsKey("repl")) {
      ReplicationFields.lag(source.replicaSetStatus(), values);
    }
    return new Reading(sentMs + rttNanos / 2_000_000, head, values);
  }

  /** The set's name and the member's state, in mongostat's letters. */
  private static void member(BsonDocument repl, Map<String, Object> head) {
    if (repl.isString("setName")) {
      head.put("set", repl.getString("setName").getValue());
    }
    String state =
        says(repl, "isWritablePrimary") || says(repl, "ismaster")
            ? "PRI"
            : says(repl, "secondary") ? "SEC" : says(repl, "arbiterOnly") ? "ARB" : "REC";
    head.put("repl", state);
  }

  private static boolean says(BsonDocument repl, String name) {
    return repl.isBoolean(name) && repl.getBoolean(name).getValue();
  }

  private long ping() throws IOException {
    long fastest = Long.MAX_VALUE;
    long from = nanos.getAsLong();
    long sent = from;
    for (int i = 0; i < pings && sent - from < LONGEST_BURST_NANOS; i++) {
      source.ping();
      long received = nanos.getAsLong();
      fastest = Math.min(fastest, received - sent);
      sent = received;
    }
    pings = PINGS;
    return fastest / 1_000;
  }

  @Override
  public void close() {
    source.close();
  }
}
