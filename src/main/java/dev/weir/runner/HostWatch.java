package dev.weir.runner;

import dev.weir.capture.HostUse;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the host while something is measured: says afterwards whether something else disturbed
 * it, by a measured cause and never by the outcome.
 */
@FunctionalInterface
public interface HostWatch {
  /** Finds nothing. */
  HostWatch NONE = () -> () -> null;

  /**
   * Watches this host for a measurement that is no run.
   *
   * @param accepted whether disturbed spans count all the same
   * @param progress hears a line when the host gets busy, and another while it stays so
   */
  static HostWatch of(HostUse host, boolean accepted, Consumer<String> progress) {
    return new BusyHost(host, accepted, progress);
  }

  /** Watches for two runs, which both keep what they saw; either may leave a span out. */
  static HostWatch both(HostWatch one, HostWatch other) {
    if (one instanceof BusyHost first && other instanceof BusyHost second) {
      return first.alsoFor(second); // one look and one line: two would differ in the last digit
    }
    return () -> {
      Watched first = one.begin();
      Watched second = other.begin();
      return new Watched() {
        @Override
        public @Nullable String cause() {
          @Nullable String cause = first.cause();
          @Nullable String also = second.cause();
          return cause == null ? also : cause;
        }

        @Override
        public @Nullable Double foreignCores() {
          return first.foreignCores(); // of the same host
        }

        @Override
        public void kept() {
          first.kept();
          second.kept();
        }
      };
    };
  }

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

    /** Cores that other processes used in the span that has ended; null if nobody looked. */
    default @Nullable Double foreignCores() {
      return null;
    }

    /** The span ends now and stays in the figures whatever disturbed it. */
    default void kept() {
      cause();
    }
  }
}
