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
     * What disturbed the span that ends now, in a line such as "host busy: gradle (4711) took 0.70
     * of 2 cores"; null if nothing did. A span with a cause is left out by the caller.
     */
    @Nullable String cause();

    /** The span ends now and stays in the figures whatever disturbed it. */
    default void kept() {
      cause();
    }
  }
}
