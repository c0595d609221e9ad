package dev.weir.capture.timeline;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Merges a folder that {@code capture.sh} wrote elsewhere into a run. */
public final class CaptureImport {
  /**
   * Only these are taken, so that a wrong folder brings nothing else into a run that may be
   * published.
   */
  private static final List<String> FILES =
      List.of(
          "capture.log",
          "clock.txt",
          "iostat.txt",
          "iostat.err",
          "vmstat.txt",
          "vmstat.err",
          "mongostat.jsonl",
          "mongostat.err",
          "proc.txt");

  private CaptureImport() {}

  /**
   * Copies {@code captured} to {@code <run>/capture/<name>/} and builds the run's timeline anew;
   * its columns start with the name.
   *
   * @param run a run's folder, as under {@code results/}
   * @param captured a folder that holds a {@code capture.log}
   * @param name what to call that host; null for the name it gives itself
   * @throws IOException with a one-line message if a folder is none, a host of that name is there
   *     already, or a file cannot be copied; the run is then as it was
   */
  public static TimelineSummary into(Path run, Path captured, @Nullable String name)
      throws IOException {
    Path log = captured.resolve("capture.log");
    if (!Files.isRegularFile(log)) {
      throw new NoSuchFileException(
          captured + " holds no capture.log; give the OUTDIR of ops/capture.sh");
    }
    if (!Files.isRegularFile(run.resolve("run.json"))
        && !Files.isDirectory(run.resolve("capture"))) {
      throw new NoSuchFileException(run + " is no run: it holds neither run.json nor capture/");
    }
    String host = name != null ? name : CaptureLog.read(log, Instant.EPOCH).host();
    if (host == null || !host.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,62}")) {
      throw new IOException(
          "host name '" + host + "' may hold letters, digits, dots and dashes; give another");
    }
    Path capture = Files.createDirectories(run.resolve("capture"));
    Path target = capture.resolve(host);
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(
          target + " exists already; raw files are never replaced: give another name");
    }
    Path draft = Files.createTempDirectory(capture, ".import");
    try {
      for (String file : FILES) {
        Path plain = captured.resolve(file);
        if (RawFile.exists(plain)) {
          Path from = RawFile.onDisk(plain);
          Files.copy(from, draft.resolve(from.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
      RawFile.compressTools(draft);
      move(draft, target);
    } catch (IOException e) {
      delete(draft);
      throw e;
    }
    return Timeline.build(capture);
  }

  private static void move(Path draft, Path target) throws IOException {
    try {
      Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(draft, target);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
