package dev.weir.capture;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects missing samples of all samplers, neighbours joined, so that its size does not grow with
 * time.
 */
final class GapLog {
  /**
   * A sampler that flaps for hours must not fill the record; past this, gaps of a sampler are
   * joined.
   */
  private static final int LIMIT_PER_SAMPLER = 100;

  private final Map<String, Gap> open = new HashMap<>();
  private final Map<String, Integer> closed = new HashMap<>();
  private final List<Gap> gaps = new ArrayList<>();

  /** Notes that {@code samples} samples up to {@code at} are missing; joins them to an open gap. */
  synchronized void missed(String sampler, Instant at, int samples, String reason) {
    open.merge(
        sampler,
        new Gap(sampler, at, at, samples, reason),
        (a, b) -> new Gap(sampler, a.from(), b.to(), a.samples() + b.samples(), a.reason()));
  }

  /** A sample arrived: the sampler's open gap, if any, is over. */
  synchronized void sampled(String sampler) {
    Gap gap = open.get(sampler);
    if (gap == null || closed.getOrDefault(sampler, 0) >= LIMIT_PER_SAMPLER) {
      return;
    }
    open.remove(sampler);
    closed.merge(sampler, 1, Integer::sum);
    gaps.add(gap);
  }

  /** All gaps so far, also those still open, oldest first. */
  synchronized List<Gap> all() {
    List<Gap> all = new ArrayList<>(gaps);
    all.addAll(open.values());
    all.sort(Comparator.comparing(Gap::from));
    return all;
  }
}
