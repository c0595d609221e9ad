package dev.weir.capture.doctor;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where a folder is mounted, from {@code /proc/self/mountinfo} (proc(5)).
 *
 * @param device major:minor
 * @param point the mount point
 * @param options those of the mount
 * @param type the file system
 */
record Mount(String device, Path point, List<String> options, String type) {

  /**
   * The mount that holds {@code folder}: the longest point above it; of equals the last, which
   * covers the others.
   */
  static Optional<Mount> of(Path folder, String mountinfo) {
    return mountinfo
        .lines()
        .flatMap(line -> parse(line).stream())
        .filter(mount -> folder.startsWith(mount.point()))
        .reduce((a, b) -> b.point().getNameCount() >= a.point().getNameCount() ? b : a);
  }

  private static Optional<Mount> parse(String line) {
    List<String> words = Arrays.asList(line.split(" ", -1));
    int dash = words.indexOf("-");
    if (dash < 6 || words.size() < dash + 2) {
      return Optional.empty();
    }
    // Blanks in paths are written in octal.
    Path point = Path.of(words.get(4).replace("\\040", " "));
    return Optional.of(
        new Mount(words.get(2), point, List.of(words.get(5).split(",", -1)), words.get(dash + 1)));
  }
}
