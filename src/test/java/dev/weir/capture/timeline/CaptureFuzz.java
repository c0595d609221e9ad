package dev.weir.capture.timeline;

import static dev.weir.capture.timeline.Readers.read;
import static dev.weir.capture.timeline.Readers.resource;

import dev.weir.fuzz.FuzzTarget;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** Files of the host's samplers: what they hold is read or skipped. */
public final class CaptureFuzz {
  private static final Instant STARTED = Instant.parse("2026-11-20T18:00:02Z");

  private CaptureFuzz() {}

  public static List<FuzzTarget> targets() {
    return List.of(
        target("iostat", "iostat.txt", IostatParser::new),
        target("vmstat", "vmstat.txt", VmstatParser::new),
        target("mongostat", "mongostat.jsonl", lines -> new MongostatParser(lines, STARTED)));
  }

  private static FuzzTarget target(String name, String file, Function<Lines, SampleReader> format) {
    String whole = resource(file);
    // Enough of it to have every kind of line.
    String head = whole.substring(0, Math.min(whole.length(), 4_000));
    return new FuzzTarget(
        name, text -> read(text, format), UncheckedIOException.class, List.of(head));
  }
}
