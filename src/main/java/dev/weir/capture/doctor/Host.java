package dev.weir.capture.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A host as the doctor sees it; tests give another root, another PATH and other commands.
 *
 * @param root the root of its file system
 * @param path the folders of its PATH
 * @param commands runs its programs
 */
record Host(Path root, List<Path> path, CommandRunner commands) {
  private static final int LONGEST = 1 << 20;

  static Host local() {
    List<Path> folders = new ArrayList<>();
    String path = System.getenv("PATH");
    for (String folder : (path == null ? "" : path).split(":", -1)) {
      if (!folder.isEmpty()) {
        folders.add(Path.of(folder));
      }
    }
    return new Host(Path.of("/"), List.copyOf(folders), CommandRunner::system);
  }

  Path at(String absolute) {
    return root.resolve(absolute.substring(1));
  }

  /**
   * The stripped text of a file of {@code /proc} or {@code /sys}; empty if there is none to read.
   */
  Optional<String> read(String absolute) {
    return read(at(absolute));
  }

  static Optional<String> read(Path file) {
    // Files of /proc tell a size of 0, so the stream counts, not the size.
    try (var in = Files.newInputStream(file)) {
      return Optional.of(new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Where PATH has that program. */
  Optional<Path> find(String program) {
    return path.stream()
        .map(folder -> folder.resolve(program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The first line a command prints if it succeeds in time. */
  Optional<String> firstLine(Duration longest, String... command) {
    try {
      CommandRunner.Result result = commands.run(List.of(command), longest);
      return result.exit() == 0 ? result.output().lines().findFirst() : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
