package dev.weir.capture.timeline;

/**
 * How far a clock is ahead of that of the host which holds the timeline.
 *
 * @param source the capture's folder, or {@code server}
 * @param offsetMs that clock minus ours, milliseconds; subtracted from its stamps where {@code
 *     applied}
 * @param errorMs the offset is off by no more than this: half the round trip it was read from. The
 *     same rule as in NTP (RFC 5905, section 8) and Cristian's algorithm (1989).
 * @param samples round trips measured; the fastest counts
 * @param method how it was measured, in words
 * @param applied whether stamps were corrected by it
 */
public record ClockOffset(
    String source, double offsetMs, double errorMs, long samples, String method, boolean applied) {

  static ClockOffset own(String source) {
    return new ClockOffset(source, 0, 0, 0, "this host's own clock", false);
  }

  static ClockOffset unknown(String source) {
    return new ClockOffset(
        source, 0, Double.NaN, 0, "not measured: taken as equal to this host's", false);
  }

  ClockOffset as(String name, String how) {
    return new ClockOffset(name, offsetMs, errorMs, samples, how, true);
  }
}
