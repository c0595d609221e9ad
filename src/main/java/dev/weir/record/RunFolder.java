package dev.weir.record;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * One run's folder under {@code results/}. Whole files appear at once or not at all; the journal
 * only grows.
 */
public final class RunFolder {
  public static final String RUN = "run.json";
  public static final String PLAN = "plan.json";
  public static final String CELLS = "cells.json";
  public static final String JMH = "jmh-format.json";

  /** What JMH itself wrote of a run that it measured. */
  public static final String JMH_RESULTS = "jmh.json";

  public static final String JOURNAL = "trials.jsonl";
  public static final String LATENCY = "latency";
  public static final String CAPTURE = "capture";
  public static final String CLAIMS = "claims.json";
  public static final String FLEET = "fleet.json";
  public static final String TURNS = "turns.json";
  public static final String ALIKE = "alike.json";
  public static final String SUMMARY = "summary.md";
  public static final String REPORT = "report.html";
  public static final String CHART = "throughput.svg";

  /** A study of weeks stays below; a file beyond would only fill the memory. */
  private static final long MOST_BYTES = 256L << 20;

  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
  private static final ObjectWriter PRETTY = JSON.writerWithDefaultPrettyPrinter();

  private final Path path;

  private RunFolder(Path path) {
    this.path = path;
  }

  /**
   * Creates {@code <results>/<UTC time>-<study>/}; a second run of the same second waits for the
   * next name.
   *
   * @throws IOException if it can't be created
   */
  public static RunFolder create(Path results, Instant now, String study) throws IOException {
    Files.createDirectories(results);
    for (Instant at = now; ; at = at.plusSeconds(1)) {
      Path path = results.resolve(STAMP.format(at) + "-" + study);
      try {
        Files.createDirectory(path);
        Files.createDirectory(path.resolve(LATENCY));
        return new RunFolder(path);
      } catch (FileAlreadyExistsException e) {
        if (at.isAfter(now.plusSeconds(60))) {
          throw e;
        }
      }
    }
  }

  /** An existing run. */
  public static RunFolder open(Path path) throws IOException {
    if (!Files.isRegularFile(path.resolve(RUN))) {
      throw new IOException(path + " is no run: it has no " + RUN);
    }
    return new RunFolder(path);
  }

  public Path path() {
    return path;
  }

  public Path file(String name) {
    return path.resolve(name);
  }

  /** Writes the whole file beside its place, forces it to disk and moves it there. */
  public void write(String name, Object json) throws IOException {
    writeText(name, PRETTY.writeValueAsString(json) + "\n");
  }

  /** As {@link #write}, for text. */
  public void writeText(String name, String text) throws IOException {
    Path temporary = path.resolve(name + ".tmp");
    try (FileChannel out =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      writeAll(out, text);
    }
    try {
      Files.move(
          temporary,
          path.resolve(name),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(temporary, path.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
    Disk.forceFolder(temporary);
  }

  /**
   * Appends one trial to the journal and forces it to disk: it is safe before the next one starts.
   */
  public void journal(TrialRecord trial) throws IOException {
    new Journal(path.resolve(JOURNAL)).append(trial);
  }

  /**
   * The trials that are safely on disk. Cuts off what a crash left unfinished at the end.
   *
   * @throws IOException if the journal is damaged elsewhere; one line says where
   */
  public List<TrialRecord> recoverJournal() throws IOException {
    return new Journal(path.resolve(JOURNAL)).recover();
  }

  /** Reads {@code plan.json}; null if the run kept none and so can't be resumed. */
  public @Nullable PlanRecord plan() throws IOException {
    return Files.isRegularFile(path.resolve(PLAN))
        ? convert(PLAN, tree(PLAN), new TypeReference<>() {})
        : null;
  }

  /**
   * Reads {@code run.json}.
   *
   * @throws IOException if it is damaged or of another schema version; one line says where and what
   *     to do
   */
  public RunRecord run() throws IOException {
    JsonNode tree = tree(RUN);
    // Before all else: a newer record may have another shape.
    int version = tree.path("schemaVersion").asInt(0);
    if (version > RunRecord.SCHEMA_VERSION) {
      throw new IOException(
          path.resolve(RUN)
              + " has schema version "
              + version
              + ", this Weir reads "
              + RunRecord.SCHEMA_VERSION
              + "; use a newer Weir");
    }
    if (version > 0 && version < RunRecord.SCHEMA_VERSION) {
      throw new IOException(
          path.resolve(RUN)
              + " has schema version "
              + version
              + ", this Weir reads "
              + RunRecord.SCHEMA_VERSION
              + "; measure again, or use the Weir that wrote it");
    }
    if (version < 1 || !tree.hasNonNull("verdict")) {
      throw new IOException(path.resolve(RUN) + " can't be read: it is no record of a run");
    }
    return convert(RUN, tree, new TypeReference<>() {});
  }

  /**
   * Reads {@code cells.json}.
   *
   * @throws IOException if it is missing or damaged; one line says where
   */
  public List<CellRecord> cells() throws IOException {
    return convert(CELLS, tree(CELLS), new TypeReference<>() {});
  }

  /** Whether a run's folder holds its cells. */
  public static boolean holdsCells(Path folder) {
    return Files.isRegularFile(cells(folder));
  }

  /** {@code cells.json}, or its compressed form where only that is there. */
  private static Path cells(Path folder) {
    Path compressed = folder.resolve(CELLS + Compressed.END);
    Path plain = folder.resolve(CELLS);
    return !Files.isRegularFile(plain) && Files.isRegularFile(compressed) ? compressed : plain;
  }

  /** What the run took turns with, null for a run of its own. */
  public @Nullable TurnsRecord turns() throws IOException {
    return Files.isRegularFile(path.resolve(TURNS))
        ? convert(TURNS, tree(TURNS), new TypeReference<>() {})
        : null;
  }

  /** Cells that were compared by turns of calls; none if the study asks for no such comparison. */
  public List<AlikeTurns> alike() throws IOException {
    return Files.isRegularFile(path.resolve(ALIKE))
        ? convert(ALIKE, tree(ALIKE), new TypeReference<>() {})
        : List.of();
  }

  /** The fleet that measured the run, null if none did. */
  public @Nullable FleetRecord fleet() throws IOException {
    return Files.isRegularFile(path.resolve(FLEET))
        ? convert(FLEET, tree(FLEET), new TypeReference<>() {})
        : null;
  }

  private JsonNode tree(String name) throws IOException {
    Path file = name.equals(CELLS) ? cells(path) : path.resolve(name);
    if (!Files.isRegularFile(file)) {
      throw new IOException(
          file
              + " is missing: the run ended before its first round was over; to go on: weir resume "
              + path);
    }
    if (Files.size(file) > MOST_BYTES) {
      throw tooLarge(file);
    }
    try (InputStream in = Compressed.open(file)) {
      byte[] bytes = in.readNBytes((int) MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) { // unpacked
        throw tooLarge(file);
      }
      JsonNode tree = JSON.readTree(bytes);
      if (!tree.isContainerNode()) {
        throw new IOException(file + " can't be read: it is empty or no record");
      }
      return tree;
    } catch (JsonProcessingException e) {
      throw unreadable(file, e);
    } catch (ZipException | EOFException e) {
      throw new IOException(file + " can't be read: it is no whole gzip file", e);
    }
  }

  private static IOException tooLarge(Path file) {
    return new IOException(file + " can't be read: it is larger than any record");
  }

  private <T> T convert(String name, JsonNode tree, TypeReference<T> type) throws IOException {
    try {
      T value = JSON.treeToValue(tree, JSON.constructType(type));
      String missing = Whole.missing(value);
      if (missing != null) {
        throw new IOException(path.resolve(name) + " can't be read: '" + missing + "' is missing");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw unreadable(path.resolve(name), e);
    }
  }

  private static IOException unreadable(Path file, JsonProcessingException e) {
    String reason = e.getOriginalMessage().lines().findFirst().orElse("damaged");
    return new IOException(file + " can't be read: " + reason, e);
  }

  private static void writeAll(FileChannel out, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
    out.force(true);
  }
}
