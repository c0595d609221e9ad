package dev.weir.capture.timeline;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A source's samples on the timeline's clock, in order of time, with its prefix on every column. A
 * sample older than the one before it is dropped; so is one far ahead of its successor, as a
 * garbled date would be.
 */
final class OrderedReader implements Closeable {
  private static final long FAR_MS = 3_600_000;

  private final Source source;
  private final SampleReader reader;
  private long lastMs = Long.MIN_VALUE;
  private @Nullable Sample ahead;
  private long outOfOrder;

  OrderedReader(Source source, Problems problems) throws IOException {
    this.source = source;
    this.reader = source.open(problems);
    this.ahead = reader.next();
  }

  @Nullable Sample next() throws IOException {
    while (ahead != null) {
      Sample sample = ahead;
      ahead = reader.next();
      boolean stray = ahead != null && ahead.epochMs() < sample.epochMs() - FAR_MS;
      if (stray || sample.epochMs() < lastMs) {
        outOfOrder++;
        continue;
      }
      lastMs = sample.epochMs();
      return onTimeline(sample);
    }
    return null;
  }

  private Sample onTimeline(Sample sample) {
    Sample moved = Sample.at(sample.epochMs() - source.offsetMs());
    sample
        .numbers()
        .forEach((column, value) -> moved.numbers().put(source.prefix() + column, value));
    sample.texts().forEach((column, value) -> moved.texts().put(source.prefix() + column, value));
    return moved;
  }

  /** Samples dropped so far because their time went backwards. */
  long outOfOrder() {
    return outOfOrder;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
