package dev.weir.benchmarks;

import dev.weir.record.ServerFacts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The table of all comparisons, on the console and in a file that a decision note can take over. It
 * grows line by line, so that what was measured survives whatever ends the check.
 */
final class ComparisonCheckTable implements AutoCloseable {
  private final PrintWriter console;
  private final @Nullable PrintWriter file;

  private ComparisonCheckTable(PrintWriter console, @Nullable PrintWriter file) {
    this.console = console;
    this.file = file;
  }

  /**
   * @param path null for the console alone
   */
  static ComparisonCheckTable open(PrintWriter console, @Nullable Path path) throws IOException {
    if (path == null) {
      return new ComparisonCheckTable(console, null);
    }
    Path parent = path.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    return new ComparisonCheckTable(
        console, new PrintWriter(Files.newBufferedWriter(path, StandardCharsets.UTF_8)));
  }

  /** A line about the progress; no part of the table. */
  void aside(String line) {
    console.println(line);
    console.flush();
  }

  void begin(ServerFacts server, ComparisonCheckSettings settings) {
    row(
        String.format(
            Locale.ROOT,
            "%s %s, %s; comparisons of %d s, of single updates slowed down with one call in flight"
                + " of %d s, on %d JVMs, at %.0f %%",
            server.product(),
            server.version(),
            server.topology(),
            settings.seconds,
            settings.singleSeconds,
            settings.jvms,
            settings.confidence * 100));
    row("");
    row("| | cell | slower by | turn | base, documents/s | typical call | mean | called |");
    row("|---|---|---|---|---|---|---|---|");
  }

  void row(String line) {
    aside(line);
    if (file != null) {
      file.println(line);
      file.flush();
    }
  }

  void end(List<String> summary, Duration took) {
    row("");
    summary.forEach(line -> row("- " + line.strip()));
    row(String.format(Locale.ROOT, "- took %.1f minutes", took.toMillis() / 60e3));
  }

  /**
   * Writes lines into a file of their own.
   *
   * @param path null for nowhere
   */
  static void write(@Nullable Path path, List<String> lines) throws IOException {
    if (path != null) {
      Path parent = path.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.write(path, lines, StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() {
    if (file != null) {
      file.close();
    }
  }
}
