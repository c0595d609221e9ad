package dev.weir.fleet;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;

/**
 * How far a worker's clock is ahead of ours, from the four timestamps of pings as in NTP (RFC
 * 5905): offset and delay by section 8; of the samples kept the one of least distance counts,
 * because queueing only ever adds delay, and a sample's distance grows with its age by the
 * frequency tolerance PHI of 15 µs/s (section 10).
 */
final class ClockFilter {
  /** A minute of beats, so that a busy trial does not drown the quiet moments before it. */
  private static final int STAGES = 64;

  private static final double PHI = 15e-6;

  private final Deque<Sample> samples = new ArrayDeque<>();

  /**
   * @param micros by how much the worker's clock is ahead
   * @param uncertaintyMicros how far that can be wrong: half of the round trip, however unequal the
   *     two ways were, and what the clocks may have drifted since
   */
  record Offset(long micros, long uncertaintyMicros) {}

  private record Sample(long micros, long halfDelay, long at) {
    long distance(long now) {
      return halfDelay + Math.round(PHI * Math.max(0, now - at));
    }

    Offset seen(long now) {
      return new Offset(micros, distance(now));
    }
  }

  /**
   * One exchange, UTC epoch µs.
   *
   * @param sent by us, our clock
   * @param received by the worker, its clock
   * @param answered by the worker, its clock
   * @param returned to us, our clock
   */
  synchronized void add(long sent, long received, long answered, long returned) {
    long delay = (returned - sent) - (answered - received);
    if (delay < 0) {
      return; // a clock was set in between
    }
    long twice = (received - sent) + (answered - returned);
    Sample fresh = new Sample(Math.floorDiv(twice, 2), (delay + 1) / 2, returned);
    // Samples that can't both be right: a clock was set since the older one.
    samples.removeIf(
        old -> Math.abs(old.micros - fresh.micros) > old.distance(returned) + fresh.halfDelay + 1);
    samples.addLast(fresh);
    if (samples.size() > STAGES) {
      samples.removeFirst();
    }
  }

  /**
   * The best that is known, empty before the first answer.
   *
   * @param now our clock, UTC epoch µs
   */
  synchronized Optional<Offset> best(long now) {
    return samples.stream()
        .map(sample -> sample.seen(now))
        .min(Comparator.comparingLong(Offset::uncertaintyMicros));
  }
}
