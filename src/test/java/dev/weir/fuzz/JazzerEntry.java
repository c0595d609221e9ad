package dev.weir.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** What Jazzer calls: the target named by {@code -Dweir.fuzz.target}. */
public final class JazzerEntry {
  private static final FuzzTarget TARGET = target();

  private JazzerEntry() {}

  private static FuzzTarget target() {
    try {
      return FuzzTargets.named(Objects.requireNonNull(System.getProperty("weir.fuzz.target")));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void fuzzerTestOneInput(byte[] input) {
    TARGET.feed(new String(input, StandardCharsets.UTF_8));
  }
}
