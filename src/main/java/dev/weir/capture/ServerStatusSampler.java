package dev.weir.capture;

import java.io.IOException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.bson.BsonDocument;

/**
 * The sampler that always runs: {@code serverStatus}, stamped with the middle of its round trip.
 * Its lines carry {@code rttMicros}, {@code pingMicros} (a bare round trip), the server's {@code
 * host} and {@code localTime} (epoch ms on the server's clock).
 */
final class ServerStatusSampler implements Sampler {
  static final String NAME = "serverStatus";

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
    Map<String, Number> values = fields.select(status);
    ReplicationFields.oplogWindow(status, values);
    if (status.containsKey("repl")) {
      ReplicationFields.lag(source.replicaSetStatus(), values);
    }
    return new Reading(sentMs + rttNanos / 2_000_000, head, values);
  }

  private long ping() throws IOException {
    long sent = nanos.getAsLong();
    source.ping();
    return (nanos.getAsLong() - sent) / 1_000;
  }

  @Override
  public void close() {
    source.close();
  }
}
