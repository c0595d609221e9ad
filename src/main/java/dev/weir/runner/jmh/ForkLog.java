package dev.weir.runner.jmh;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.driver.PoolCounters;
import dev.weir.record.Totals;
import dev.weir.record.TrialMeasurement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What forks write of themselves into one file, a JSON object a line: their iterations, their
 * service times and what they counted. JMH's own results hold neither instants nor counts.
 */
public final class ForkLog {
  static final String PROPERTY = "weir.jmh.log";
  private static final ObjectMapper JSON = new ObjectMapper();

  private ForkLog() {}

  /** One line. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "line")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Started.class, name = "started"),
    @JsonSubTypes.Type(value = Iteration.class, name = "iteration"),
    @JsonSubTypes.Type(value = Latency.class, name = "latency"),
    @JsonSubTypes.Type(value = Counted.class, name = "counted")
  })
  public sealed interface Line {
    /** Process id of the fork. */
    long pid();
  }

  /**
   * A fork begins.
   *
   * @param benchmark class and method
   * @param params JMH's parameters
   */
  record Started(long pid, String benchmark, int threads, Map<String, String> params)
      implements Line {}

  /**
   * An iteration is over.
   *
   * @param warmUp whether it was one of the warm-up's
   * @param number from 1, of the warm-up and of the measurement apart
   * @param fromMillis its start, UTC epoch ms
   * @param toMillis its end, UTC epoch ms
   * @param nanos its length by the monotonic clock
   * @param operations calls that JMH counted in it, those while threads came and went included
   * @param at the fork when it ended, since its start
   * @param before the fork when it began
   */
  record Iteration(
      long pid,
      boolean warmUp,
      int number,
      long fromMillis,
      long toMillis,
      long nanos,
      long operations,
      Fork before,
      Fork at)
      implements Line {}

  /**
   * A fork at one moment.
   *
   * @param nanos of the monotonic clock
   * @param pool of all its clients
   * @param health since its first measured iteration; null before
   */
  record Fork(
      long nanos,
      long cpuMicros,
      PoolCounters.Snapshot pool,
      TrialMeasurement.@Nullable Health health) {}

  /** Service times of a measured iteration. */
  public record Latency(long pid, TrialMeasurement.LatencyInterval interval) implements Line {}

  /**
   * A fork is over and nothing of it is in flight.
   *
   * @param calls handed to the driver
   * @param bytes BSON of the update statements acknowledged
   * @param totals documents, from the first call to the last
   * @param overflows service times above the histograms' range
   * @param serverUpdates update statements that the server counted; null if the fork did not ask
   */
  public record Counted(
      long pid, long calls, long bytes, Totals totals, long overflows, @Nullable Long serverUpdates)
      implements Line {}

  /** Appends a line, if this JVM is a fork of a recorded run. */
  public static void write(Line line) {
    String file = System.getProperty(PROPERTY, "");
    if (file.isEmpty()) {
      return;
    }
    try {
      Files.writeString(
          Path.of(file),
          JSON.writeValueAsString(line) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a log while it grows. */
  static final class Tail {
    private final Path file;
    private long at;

    Tail(Path file) {
      this.file = file;
    }

    /** The lines since the last call; one that a fork has only begun to write comes later. */
    List<Line> next() throws IOException {
      if (!Files.exists(file)) {
        return List.of();
      }
      byte[] bytes;
      try (SeekableByteChannel channel = Files.newByteChannel(file)) {
        channel.position(at);
        bytes = Channels.newInputStream(channel).readAllBytes();
      }
      String text = new String(bytes, StandardCharsets.UTF_8);
      String whole = text.substring(0, text.lastIndexOf('\n') + 1);
      at += whole.getBytes(StandardCharsets.UTF_8).length;
      List<Line> lines = new ArrayList<>();
      for (String line : whole.lines().toList()) {
        lines.add(JSON.readValue(line, Line.class));
      }
      return lines;
    }
  }
}
