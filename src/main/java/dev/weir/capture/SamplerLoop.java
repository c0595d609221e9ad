package dev.weir.capture;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.capture.timeline.RawFile;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Runs one sampler and writes what it says to {@code <folder>/<name>.jsonl.gz}, a line per sample:
 * {@code {"t":epochMs, …head, "values":{name:number}}}, or {@code {"t":epochMs,"gap":reason}}. A
 * failing sample is a gap, never an end.
 */
final class SamplerLoop implements AutoCloseable {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
          .disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);

  /** So much of the end is lost at most if this process is killed. */
  private static final Duration BETWEEN_FLUSHES = Duration.ofSeconds(5);

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Sampler sampler;
  private final GapLog gaps;
  private final Writer out;
  private final AutoCloseable ticks;
  private boolean closed;
  private Instant nextFlush = Instant.EPOCH;
  private final LongAdder cpuNanos = new LongAdder();

  SamplerLoop(Sampler sampler, Path folder, Duration interval, Ticker ticker, GapLog gaps)
      throws IOException {
    this.sampler = sampler;
    this.gaps = gaps;
    this.out = RawFile.create(folder.resolve(sampler.name() + ".jsonl"));
    this.ticks = ticker.every(interval, "weir-capture-" + sampler.name(), this::tick);
  }

  private void tick(Instant at, int skipped) {
    long before = THREADS.getCurrentThreadCpuTime();
    sample(at, skipped);
    cpuNanos.add(THREADS.getCurrentThreadCpuTime() - before);
  }

  /** CPU time of all ticks so far; 0 where the JVM can't tell. */
  long cpuNanos() {
    return cpuNanos.sum();
  }

  private void sample(Instant at, int skipped) {
    if (skipped > 0) {
      gaps.missed(sampler.name(), at, skipped, "late: the sample before took too long");
    }
    try {
      Sampler.Reading reading = sampler.sample();
      write(reading.epochMs(), reading.head(), "values", reading.values());
      flush(at);
      gaps.sampled(sampler.name());
    } catch (IOException | RuntimeException e) {
      String reason = reason(e);
      gaps.missed(sampler.name(), at, 1, reason);
      try {
        write(at.toEpochMilli(), Map.of(), "gap", reason);
      } catch (IOException unwritable) {
        // The gap is in the summary already; a full disk must not end the run.
        gaps.missed(sampler.name(), at, 0, reason(unwritable));
      }
    }
  }

  /** What was seen before a crash is worth most; a flush a line would cost the compression. */
  private synchronized void flush(Instant at) throws IOException {
    if (!closed && !at.isBefore(nextFlush)) {
      out.flush();
      nextFlush = at.plus(BETWEEN_FLUSHES);
    }
  }

  private static String reason(Exception e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message.lines().findFirst().orElse("");
  }

  private synchronized void write(long epochMs, Map<String, Object> head, String name, Object value)
      throws IOException {
    if (closed) {
      return;
    }
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      json.writeNumberField("t", epochMs);
      for (Map.Entry<String, Object> entry : head.entrySet()) {
        json.writeObjectField(entry.getKey(), entry.getValue());
      }
      json.writeObjectField(name, value);
      json.writeEndObject();
    }
    out.write('\n');
  }

  @Override
  public void close() throws Exception {
    try (sampler) {
      ticks.close();
    } finally {
      synchronized (this) {
        closed = true;
        out.close();
      }
    }
  }
}
