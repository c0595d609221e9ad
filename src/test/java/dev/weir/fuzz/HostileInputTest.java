package dev.weir.fuzz;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a reader is given, it reads it or refuses it with a reason: what fuzzing once found, and
 * mutations of good inputs. {@code -Pfuzz} makes a million of these, and {@link JazzerFuzzTest} as
 * many by coverage.
 */
class HostileInputTest {
  private static final Path FOUND = Path.of("src/test/resources/fuzz");

  static List<FuzzTarget> targets() throws IOException {
    return FuzzTargets.chosen();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void goodInputsAndWhatWasFoundOnce(FuzzTarget target) throws IOException {
    target.good().forEach(target::feed);
    Path found = FOUND.resolve(target.name());
    if (Files.isDirectory(found)) {
      try (Stream<Path> inputs = Files.list(found)) {
        for (Path input : inputs.toList()) {
          target.feed(new String(Files.readAllBytes(input), StandardCharsets.UTF_8));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("targets")
  void mutations(FuzzTarget target) {
    Mutations.of(target.good()).forEach(target::feed);
  }
}
