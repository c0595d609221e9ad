package dev.weir.capture;

import java.time.Instant;

/**
 * A stretch without samples from one sampler.
 *
 * @param sampler its name
 * @param from the first second without a sample
 * @param to the last second without a sample
 * @param samples how many are missing, at least 1
 * @param reason the first cause, in one line, without secrets
 */
public record Gap(String sampler, Instant from, Instant to, int samples, String reason) {
  /** Whether both are of one sampler and share a moment. */
  boolean overlaps(Gap other) {
    return sampler.equals(other.sampler) && !from.isAfter(other.to) && !other.from.isAfter(to);
  }
}
