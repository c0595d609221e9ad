package dev.weir.capture.timeline;

import static dev.weir.capture.timeline.Readers.read;
import static dev.weir.capture.timeline.Readers.resource;

import dev.weir.Mutations;
import java.io.UncheckedIOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Whatever a sampler's file holds, its reader skips it: it neither throws nor hangs. */
class HostileCaptureTest {
  private static final Instant STARTED = Instant.parse("2026-11-20T18:00:02Z");

  @Test
  void iostat() {
    Mutations.feed(
        text -> read(text, IostatParser::new),
        UncheckedIOException.class,
        head(resource("iostat.txt")));
  }

  @Test
  void vmstat() {
    Mutations.feed(
        text -> read(text, VmstatParser::new),
        UncheckedIOException.class,
        head(resource("vmstat.txt")));
  }

  @Test
  void mongostat() {
    Mutations.feed(
        text -> read(text, lines -> new MongostatParser(lines, STARTED)),
        UncheckedIOException.class,
        head(resource("mongostat.jsonl")));
  }

  /** Enough of it to have every kind of line. */
  private static String head(String text) {
    return text.substring(0, Math.min(text.length(), 4_000));
  }
}
