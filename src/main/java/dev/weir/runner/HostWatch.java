package dev.weir.runner;

import org.jspecify.annotations.Nullable;

/**
 * Looks at the host while something is measured: says afterwards whether something else disturbed
 * it, by a measured cause and never by the outcome.
 */
@FunctionalInterface
public interface HostWatch {
  /** Finds nothing. */
  HostWatch NONE = () -> () -> null;

  /** A measured span begins now. */
  Watched begin();

  /** A measured span that has begun. */
  @FunctionalInterface
  interface Watched {
    /**
     * What disturbed the span that ends now, in a line such as "other processes used 0.8 of the 2
     * cores: gradle (0.7)"; null if nothing did.
     */
    @Nullable String cause();
  }
}
