package dev.weir.capture.timeline;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads clock offsets from what was captured. */
final class Clocks {
  private Clocks() {}

  /**
   * From {@code clock.txt} of {@code capture.sh --ssh}: lines of sent, theirs, received, all epoch
   * ms.
   *
   * @return null without a usable round trip
   */
  static @Nullable ClockOffset fromSsh(String source, Path file) throws IOException {
    if (!RawFile.exists(file)) {
      return null;
    }
    Fastest fastest = new Fastest();
    try (Lines lines = Lines.of(file, new Problems(source + "/clock.txt"))) {
      String line;
      while ((line = lines.next()) != null) {
        String[] words = line.strip().split(" ", -1);
        Double sent = words.length == 3 ? Numbers.decimal(words[0]) : null;
        Double theirs = words.length == 3 ? Numbers.decimal(words[1]) : null;
        Double received = words.length == 3 ? Numbers.decimal(words[2]) : null;
        if (sent != null && theirs != null && received != null) {
          fastest.take(received - sent, theirs - (sent + received) / 2);
        }
      }
    }
    // Half a millisecond for stamps in whole ones.
    return fastest.offset(source, "round trips over ssh", 0.5, true);
  }

  /**
   * From {@code localTime} in {@code serverStatus.jsonl}, stamped with the middle of its round
   * trip.
   *
   * @return null without a usable sample
   */
  static @Nullable ClockOffset fromServerStatus(Path file) throws IOException {
    if (!RawFile.exists(file)) {
      return null;
    }
    Fastest fastest = new Fastest();
    try (Series series = new Series(Lines.of(file, new Problems("serverStatus.jsonl")))) {
      Series.Line line;
      while ((line = series.next()) != null) {
        JsonNode head = line.head();
        if (line.values() != null
            && head.path("localTime").isNumber()
            && head.path("rttMicros").isNumber()) {
          fastest.take(
              head.get("rttMicros").asDouble() / 1e3,
              head.get("localTime").asDouble() - line.epochMs());
        }
      }
    }
    return fastest.offset("server", "serverStatus.localTime against its round trip", 1, false);
  }

  /** The host that {@code serverStatus} names, without its port; null if unknown. */
  static @Nullable String serverHost(Path file) throws IOException {
    if (!RawFile.exists(file)) {
      return null;
    }
    try (Series series = new Series(Lines.of(file, new Problems("serverStatus.jsonl")))) {
      Series.Line line;
      while ((line = series.next()) != null) {
        if (line.head().path("host").isTextual()) {
          String host = line.head().get("host").asText();
          int colon = host.lastIndexOf(':');
          return colon < 0 ? host : host.substring(0, colon);
        }
      }
    }
    return null;
  }

  /** Keeps the fastest round trip: the less time on the way, the less doubt. */
  private static final class Fastest {
    private double rtt = Double.POSITIVE_INFINITY;
    private double offset;
    private long samples;

    void take(double rttMs, double offsetMs) {
      // A clock set back meanwhile makes a round trip negative.
      if (rttMs < 0) {
        return;
      }
      samples++;
      if (rttMs < rtt) {
        rtt = rttMs;
        offset = offsetMs;
      }
    }

    @Nullable ClockOffset offset(String source, String method, double resolution, boolean applied) {
      return samples == 0
          ? null
          : new ClockOffset(source, offset, rtt / 2 + resolution, samples, method, applied);
    }
  }
}
