package dev.weir.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The texts for people: the README, the manual, and what decides and explains. */
final class Pages {
  private Pages() {}

  /** The README and the pages right under {@code docs}. */
  static List<Path> ofTheManual() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(Path.of("README.md")));
    pages.addAll(markdown(Path.of("docs")));
    return pages;
  }

  /** One question and its decision each. */
  static List<Path> ofDecisions() throws IOException {
    return markdown(Path.of("docs/decisions"));
  }

  /** All that is written by hand. */
  static List<Path> all() throws IOException {
    List<Path> pages = new ArrayList<>(ofTheManual());
    pages.addAll(ofDecisions());
    for (String page :
        List.of("CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md", "results/README.md")) {
      pages.add(Path.of(page));
    }
    return pages;
  }

  private static List<Path> markdown(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }
}
