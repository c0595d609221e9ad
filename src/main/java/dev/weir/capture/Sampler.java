package dev.weir.capture;

import java.io.IOException;
import java.util.Map;

/** Takes one sample per tick; lives on a thread of its own, so a slow one delays nobody else. */
interface Sampler extends AutoCloseable {
  /** The file it fills is {@code capture/<name>.jsonl.gz}. */
  String name();

  /**
   * Takes one sample. Must return or throw within a bounded time.
   *
   * @throws IOException if there is none; the message becomes the gap's reason
   */
  Reading sample() throws IOException;

  @Override
  void close();

  /**
   * One sample.
   *
   * @param epochMs when it was true, on this host's clock
   * @param head further members of the line, before the values: round trip, the other side's clock
   * @param values the numbers by name
   */
  record Reading(long epochMs, Map<String, Object> head, Map<String, Number> values) {}
}
